/** What waits here is merged with what others have changed meanwhile. */
import { type Device, type DeviceStatus, statusWeight } from '@servicebook/shared/device';
import { ServiceInput, type ServiceProtocol } from '@servicebook/shared/service';
import type { SessionUser } from '@servicebook/shared/user';
import { http } from '../../lib/api-client.ts';
import { ApiError, type ApiErrorCode } from '../../lib/api-error.ts';
import type { Versions } from '../../lib/merge-changes.ts';
import { isRevisionHere } from '../../lib/unsent.ts';
import type { Entry } from './database.ts';
import { changeEntry, listEntries, neverSent, parkEntry } from './entries.ts';
import { writtenProtocol } from './written-protocol.ts';

/** The content to send, on top of what is stored, and the fields that both changed differently. */
type Join<Stored> = (
  versions: Versions<Stored>,
  timezone: string,
  /** Whether such a field gets the value of the others. */
  isTheirs: (contested: string) => boolean,
) => Promise<{ content: object; conflicts: string[] }>;

/** The code of the forms that merges, as it does for a save with a network. */
export interface Joins {
  protocol: Join<ServiceProtocol>;
  machine: Join<Device>;
}

let joins: Joins | null = null;
let onJoined: ((entry: Entry) => void) | null = null;
export function setJoin(code: Joins, told: (entry: Entry) => void): void {
  joins = code;
  onJoined = told;
}

/** It was sent: its author is told that it is more than was written here. */
export function tellJoined(entry: Entry): void {
  if (entry.joined) onJoined?.(entry);
}

/** A kind of record that is merged. */
interface Kind {
  refusal: ApiErrorCode;
  find: (id: number) => string;
  join: (joins: Joins) => Join<never>;
  /** Why no change can be made any more. */
  isOver: (theirs: never) => string | null;
  /** @returns what is sent, and what the record will be then */
  write: (
    content: object,
    versions: Versions<never>,
    now: Entry,
    user: SessionUser,
  ) => Pick<Entry, 'body' | 'answer'>;
}

const kinds: Partial<Record<Entry['label']['kind'], Kind>> = {
  protocol: {
    refusal: 'SERVICE_CHANGED',
    find: (id) => `/api/service/findById/${id}`,
    join: ({ protocol }) => protocol,
    isOver: ({ withdrawn, state }: ServiceProtocol) =>
      withdrawn ? 'WITHDRAWN_PROTOCOL' : state === 'SIGNED' ? 'SIGNED_MEANWHILE' : null,
    write: writeProtocol,
  },
  machine: {
    refusal: 'RECORD_CHANGED',
    find: (id) => `/api/device/findById/${id}`,
    join: ({ machine }) => machine,
    isOver: () => null,
    write: (content, { theirs }) => ({
      body: content,
      answer: {
        ...(theirs as Device),
        ...content,
        statusWeight: statusWeight((content as { status: DeviceStatus }).status),
      },
    }),
  },
};

function writeProtocol(
  content: object,
  { mine, theirs }: Versions<ServiceProtocol>,
  now: Entry,
  user: SessionUser,
): Pick<Entry, 'body' | 'answer'> {
  const { todo, visitId } = now.body as { todo?: unknown; visitId?: unknown };
  const body = { ...content, todo, visitId };
  const { data: input } = ServiceInput.safeParse(body);
  // The server says what is wrong with it.
  const answer: ServiceProtocol = input
    ? {
        ...writtenProtocol(theirs.id, input, {
          customer: theirs.customer,
          devices: input.devices.flatMap(
            ({ id }) => [...mine.devices, ...theirs.devices].find((device) => device.id === id) ?? [],
          ),
          people: [mine, theirs].flatMap(({ user: main, alsoPerformedBy }) =>
            main ? [main, ...alsoPerformedBy] : alsoPerformedBy,
          ),
          before: theirs,
          author: theirs.user ?? theirs.userCreated,
          timezone: user.timezone,
        }),
        fileDtos: [...theirs.fileDtos, ...mine.fileDtos.filter(({ id }) => id < 0)],
      }
    : mine;
  return { body, answer };
}

/** How the server refuses a change of what has been changed meanwhile. */
const refusalOf = (kind: Entry['label']['kind']): ApiErrorCode | undefined => kinds[kind]?.refusal;

/**
 * Refuses a form that began before another tab saved or signed the record here: its save would undo that.
 * @param waits the record as it waits here
 * @throws ApiError as of the server
 */
export function refuseBehind(kind: Entry['label']['kind'], body: unknown, waits: unknown): void {
  const { revision } = body as { revision?: number };
  const { revision: newest } = (waits ?? {}) as { revision?: number };
  if (newest !== undefined && isRevisionHere(newest) && revision !== newest)
    throw new ApiError({ status: 409, code: refusalOf(kind) ?? 'RECORD_CHANGED' });
}

/** Whether a refusal says that somebody else has changed what the entry changes, so that both can be merged. */
export const canJoin = ({ label, base }: Entry, code: string): boolean =>
  base !== null && refusalOf(label.kind) === code;

/** The three versions of an entry for which its user must choose; null: it is none. */
export const versionsOf = ({ base, answer, refusal }: Entry): Versions<never> | null =>
  refusal?.theirs ? ({ base, mine: answer, theirs: refusal.theirs } as Versions<never>) : null;

/** Writes the entry anew as a change of what is stored now. */
export async function writeOver(
  { seq, label }: Entry,
  versions: Versions<never>,
  content: object,
  user: SessionUser,
): Promise<void> {
  await changeEntry(seq, (now) => ({
    ...now,
    ...neverSent(),
    ...kinds[label.kind]?.write(content, versions, now, user),
    base: versions.theirs,
    joined: true,
  }));
}

const park = (entry: Entry, code: string, theirs?: unknown) =>
  parkEntry(entry.seq, { code, status: 409, message: '', fields: {}, ...(theirs ? { theirs } : {}) });

/**
 * Somebody else has changed the record that an entry changes.
 * @returns whether the entry can be sent again; otherwise it waits for its user
 * @throws ApiError if the server cannot be asked
 */
export async function joinEntry(entry: Entry, user: SessionUser): Promise<boolean> {
  const kind = kinds[entry.label.kind];
  if (!kind) return false;
  const { id } = entry.body as { id: number };
  const { data: theirs } = await http.get<never>(kind.find(id), { fromOutbox: true });
  const over = kind.isOver(theirs);
  if (over || !joins) {
    await park(entry, over ?? kind.refusal);
    return false;
  }
  const versions = { base: entry.base, mine: entry.answer, theirs } as Versions<never>;
  // What follows was signed as it was read. It will be stored so, and its version lists what others had changed: they
  // keep their values until then.
  const isSigned = (await listEntries(entry.owner)).some(
    ({ group, label }) => group === entry.group && label.kind === 'signature',
  );
  const { content, conflicts } = await kind.join(joins)(versions, user.timezone, () => isSigned);
  if (conflicts.length > 0 && !isSigned) {
    await park(entry, 'CONFLICT', theirs);
    return false;
  }
  await writeOver(entry, versions, content, user);
  return true;
}
