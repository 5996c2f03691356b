/** What waits here is merged with what others have changed meanwhile. */
import { ServiceInput, type ServiceProtocol } from '@servicebook/shared/service';
import type { SessionUser } from '@servicebook/shared/user';
import { http } from '../../lib/api-client.ts';
import type { Versions } from '../../lib/merge-changes.ts';
import type { Entry } from './database.ts';
import { changeEntry, listEntries, neverSent, parkEntry } from './entries.ts';
import { writtenProtocol } from './written-protocol.ts';

/** The content to send, on top of what is stored, and the fields that both changed differently. */
export type Join = (
  versions: Versions<ServiceProtocol>,
  timezone: string,
  /** Whose value such a field gets. */
  contested: 'mine' | 'theirs',
) => Promise<{ content: object; conflicts: string[] }>;

let join: Join | null = null;
let onJoined: ((entry: Entry) => void) | null = null;
/** Names the code of the protocol form that merges, as it does for a save with a network. */
export function setJoin(code: Join, told: (entry: Entry) => void): void {
  join = code;
  onJoined = told;
}

/** It was sent: its author is told that it is more than was written here. */
export function tellJoined(entry: Entry): void {
  if (entry.joined) onJoined?.(entry);
}

/** The three versions of an entry for which its user must choose; null: it is none. */
export const versionsOf = ({ base, answer, refusal }: Entry): Versions<ServiceProtocol> | null =>
  refusal?.theirs
    ? {
        base: base as ServiceProtocol,
        mine: answer as ServiceProtocol,
        theirs: refusal.theirs as ServiceProtocol,
      }
    : null;

/** Writes the entry anew as a change of what is stored now. */
export async function writeOver(
  { seq }: Entry,
  { mine, theirs }: Versions<ServiceProtocol>,
  content: object,
  user: SessionUser,
): Promise<void> {
  await changeEntry(seq, (now) => {
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
    return { ...now, ...neverSent(), body, base: theirs, answer, joined: true };
  });
}

const park = (entry: Entry, code: string, theirs?: ServiceProtocol) =>
  parkEntry(entry.seq, { code, status: 409, message: '', fields: {}, ...(theirs && { theirs }) });

/**
 * Somebody else has changed the protocol that an entry changes.
 * @returns whether the entry can be sent again; otherwise it waits for its user
 * @throws ApiError if the server cannot be asked
 */
export async function joinEntry(entry: Entry, user: SessionUser): Promise<boolean> {
  const { id } = entry.body as { id: number };
  const { data: theirs } = await http.get<ServiceProtocol>(`/api/service/findById/${id}`, {
    fromOutbox: true,
  });
  const isOver = theirs.withdrawn || theirs.state === 'SIGNED';
  if (isOver || !join) {
    await park(
      entry,
      theirs.withdrawn ? 'WITHDRAWN_PROTOCOL' : isOver ? 'SIGNED_MEANWHILE' : 'SERVICE_CHANGED',
    );
    return false;
  }
  const { base, answer: mine } = entry as { base: ServiceProtocol; answer: ServiceProtocol };
  const versions = { base, mine, theirs };
  // What follows was signed as it was read. It will be stored so, and its version lists what others had changed: they
  // keep their values until then.
  const isSigned = (await listEntries(entry.owner)).some(
    ({ group, label }) => group === entry.group && label.kind === 'signature',
  );
  const { content, conflicts } = await join(versions, user.timezone, isSigned ? 'theirs' : 'mine');
  if (conflicts.length > 0 && !isSigned) {
    await park(entry, 'CONFLICT', theirs);
    return false;
  }
  await writeOver(entry, versions, content, user);
  return true;
}
