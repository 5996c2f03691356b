/** The entries of the outbox: written, renamed, parked and removed, each in one step. */
import type { Device } from '@servicebook/shared/device';
import { machineNames } from '@servicebook/shared/machine-name';
import type { ServiceProtocol } from '@servicebook/shared/service';
import { randomUuid } from '../../lib/idempotency.ts';
import { presentTime } from '../../lib/server-time.ts';
import { noteUnsent, noteVanished } from '../../lib/unsent.ts';
import {
  changeOutbox,
  type Done,
  type Entry,
  type OutboxStores,
  type Overlay,
  outboxChannel,
  type Refusal,
  readOutbox,
  sendsHere,
  takeMade,
} from './database.ts';
import { followed, groupNamed, named } from './following.ts';
import { setsFaultOf } from './machine-changes.ts';
import { copyOf } from './written-protocol.ts';

/** A content that was never sent: another one than before, so another call. */
export const neverSent = (): Pick<Entry, 'idempotencyKey' | 'refusal' | 'attempts'> => ({
  idempotencyKey: randomUuid(),
  refusal: null,
  attempts: 0,
});

/** Only what was never sent, or was refused, may be written anew or discarded. */
export const isOpen = ({ attempts, refusal }: Entry): boolean => attempts === 0 || refusal !== null;

export type NewEntry = Omit<
  Entry,
  'seq' | 'group' | 'localId' | 'answer' | 'base' | 'joined' | 'createdAt' | 'writtenAt' | 'refusal'
> & {
  bytes: ArrayBuffer | null;
  base?: unknown;
  /** The phone's own id that the call names; null: it names none. */
  names?: number | null;
  /** It makes a record that other entries will name by a negative id of this phone. */
  makes: boolean;
  /** @param seq of the entry. Both may name the record that it makes. */
  group: (seq: number) => string;
  answer: (seq: number) => unknown;
  /** The call that is answered the same from now on. */
  overlay?: ((seq: number) => string) | null;
};

/** Other tabs show the same entries. */
const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(outboxChannel);
const listeners = new Set<() => void>();
export function watchEntries(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
const tell = () => {
  for (const listener of listeners) listener();
};
if (channel) channel.onmessage = tell;
/** Notes how many entries wait. A browser that ended suddenly may have lost the number, but not the entries. */
export async function noteWaiting(owner: string): Promise<void> {
  const entries = await listEntries(owner);
  // What is noted is of a database that the browser has removed.
  if (takeMade()) noteVanished();
  noteUnsent(owner, entries.length, [...new Set(entries.flatMap((entry) => protocolOf(entry) ?? []))]);
}
/** A worker that sends ends, because this page does. */
export const endWorker = (): void => channel?.postMessage(sendsHere);
async function changed(owner: string): Promise<void> {
  await noteWaiting(owner);
  tell();
  channel?.postMessage(null);
}

export const listEntries = (owner: string): Promise<Entry[]> =>
  readOutbox((database) => database.getAllFromIndex('entries', 'owner', owner));

/** What a call names has been sent since the call was made. */
export class SentMeanwhile extends Error {
  /** The server's. */
  readonly id: number;

  constructor(id: number) {
    super(`The server knows the record as ${id}`);
    this.id = id;
  }
}

/** @throws SentMeanwhile, or if the browser cannot store it; then nothing was stored */
export async function keepEntry({
  bytes,
  names = null,
  makes,
  group,
  answer,
  overlay,
  base = null,
  ...given
}: NewEntry): Promise<Entry> {
  const { owner, idempotencyKey } = given;
  const entry = await changeOutbox(async ({ entries, files, overlays, ids }) => {
    // Another tab may have kept the same call.
    const all = await entries.index('owner').getAll(owner);
    const same = all.find((other) => other.idempotencyKey === idempotencyKey);
    if (same) return same;
    const sent = names === null ? undefined : await ids.get([owner, names]);
    if (sent) return new SentMeanwhile(sent.id);
    const row: Omit<Entry, 'seq'> = {
      ...given,
      base,
      joined: false,
      group: '',
      answer: null,
      localId: null,
      createdAt: presentTime().toISOString(),
      writtenAt: new Date().toISOString(),
      refusal: null,
    };
    // The database gives the number.
    const seq = await entries.add(row as Entry);
    const named = { group: group(seq), answer: answer(seq), localId: makes ? -seq : null };
    const kept: Entry = { ...row, ...named, seq };
    await entries.put(kept);
    if (bytes) await files.put({ seq, bytes });
    if (overlay) await overlays.put({ owner, group: kept.group, path: overlay(seq), data: kept.answer });
    return kept;
  });
  if (entry instanceof SentMeanwhile) throw entry;
  await changed(owner);
  return entry;
}

/**
 * @param overlay the call that is answered with its new answer from now on
 * @returns the entry after the change; undefined if it is gone, or if `change` leaves it as it is
 */
export async function changeEntry(
  seq: number,
  change: (entry: Entry) => Entry | null,
  overlay?: string | null,
): Promise<Entry | undefined> {
  const entry = await changeOutbox(async ({ entries, overlays }) => {
    const before = await entries.get(seq);
    const after = before && change(before);
    if (after) await entries.put(after);
    if (after && overlay) {
      const { owner, group, answer: data } = after;
      await overlays.put({ owner, group, path: overlay, data });
    }
    return after ?? undefined;
  });
  if (entry) await changed(entry.owner);
  return entry;
}

/**
 * An entry was refused: it waits for its user, and what follows it waits too. A signature comes last. Refused, it stands
 * alone: the protocol is not signed, and can be corrected and signed again.
 */
export async function parkEntry(seq: number, refusal: Refusal): Promise<void> {
  const owner = await changeOutbox(async ({ entries, overlays }) => {
    const entry = await entries.get(seq);
    if (!entry) return null;
    const { owner, group, label } = entry;
    const isSignature = label.kind === 'signature';
    await entries.put({ ...entry, refusal, ...(isSignature && { group: `signature:${seq}` }) });
    if (isSignature) await dropUnlessWaiting({ entries, overlays }, owner, group);
    return owner;
  });
  if (owner) await changed(owner);
}

/**
 * Signatures that were refused under an earlier version still hold back their protocols: they stand alone too.
 * @returns whether there were any
 */
export async function partRefusedSignatures(owner: string): Promise<boolean> {
  const held = (await listEntries(owner)).filter(
    ({ label, group, refusal }) => label.kind === 'signature' && refusal && group.startsWith('service:'),
  );
  for (const { seq, refusal } of held) if (refusal) await parkEntry(seq, refusal);
  return held.length > 0;
}

/** The group of what is written of the protocol that a signature is of. */
const groupOfSigned = ({ path }: Entry): string => `service:${path.slice(path.lastIndexOf('/') + 1)}`;

/** The protocol that an entry is of, be it refused or not; null: it is of none. */
export function protocolOf(entry: Entry): number | null {
  const group = entry.label.kind === 'signature' ? groupOfSigned(entry) : entry.group;
  return group.startsWith('service:') ? Number(group.slice('service:'.length)) : null;
}

export const isOfProtocol = (entry: Entry, id: number): boolean => protocolOf(entry) === id;

/** Whether an entry is a signature on a protocol of which something newer waits. */
export const isPassed = (entry: Entry, all: readonly Entry[]): boolean =>
  entry.label.kind === 'signature' &&
  all.some(({ seq, group }) => seq > entry.seq && group === groupOfSigned(entry));

/**
 * Its user asks to send it again as it is. The key stays: what was refused was not carried out. A signature stays refused
 * while something newer of its protocol waits: it would be signed as it was before.
 */
export async function retryEntry(seq: number): Promise<void> {
  const owner = await changeOutbox(async ({ entries }) => {
    const entry = await entries.get(seq);
    if (!entry) return null;
    const all = await entries.index('owner').getAll(entry.owner);
    if (!isPassed(entry, all)) await entries.put({ ...entry, refusal: null });
    return entry.owner;
  });
  if (owner) await changed(owner);
}

export const readBytes = async (seq: number): Promise<ArrayBuffer | null> =>
  (await readOutbox((database) => database.get('files', seq)))?.bytes ?? null;

export const groupOfMachine = (id: number): string => `machine:${id}`;

/**
 * An entry was carried out: it goes with its bytes, and what follows it names the server's record and its revision. What
 * was written by hand over the record goes once nothing of its group is left.
 * @returns whether nothing is left
 */
export async function settleEntry({ seq, owner }: Entry, done: Done): Promise<boolean> {
  const isLast = await changeOutbox(async ({ entries, files, overlays, ids }) => {
    // By now it may be named otherwise than when it was read.
    const entry = await entries.get(seq);
    if (!entry) return false;
    await entries.delete(seq);
    await files.delete(seq);
    const { localId } = entry;
    const { id } = done;
    const isNamed = localId !== null && id !== null;
    if (isNamed) await ids.put({ owner, localId, id });
    const all = await entries.index('owner').getAll(owner);
    const rest = all.filter(({ group }) => group === entry.group);
    for (const next of isNamed ? all : rest) await entries.put(followed(next, entry, done));
    // Whoever changed the status after a fault of his own knows of it: nobody else has set another one.
    const faulty = setsFaultOf(entry);
    const changesAfter =
      faulty === null ? [] : all.filter((each) => each.seq > seq && each.group === groupOfMachine(faulty));
    for (const next of changesAfter) {
      const [base, mine] = [next.base, next.answer] as [Partial<Device> | null, Device];
      // Of a form that was older than what the phone knew, nobody knows what its user has changed.
      if (base?.status && mine.status !== base.status)
        await entries.put({ ...next, base: { ...base, status: 'FAULT' } });
    }
    for (const overlay of await overlays.index('group').getAll([owner, entry.group])) {
      await overlays.delete([owner, overlay.path]);
      if (rest.length === 0) continue;
      const path = isNamed ? named(overlay.path, localId, id) : overlay.path;
      const group = isNamed ? groupNamed(overlay.group, localId, id) : overlay.group;
      const data = isNamed ? { ...(overlay.data as object), id } : overlay.data;
      await overlays.put({ ...overlay, path, group, data });
    }
    return rest.length === 0;
  });
  await changed(owner);
  return isLast;
}

/** The records of a group are the server's again. */
async function dropOverlays(overlays: OutboxStores['overlays'], owner: string, group: string): Promise<void> {
  for (const { path } of await overlays.index('group').getAll([owner, group]))
    await overlays.delete([owner, path]);
}

/** The same, once nothing of the group waits any more. */
async function dropUnlessWaiting(
  { entries, overlays }: Pick<OutboxStores, 'entries' | 'overlays'>,
  owner: string,
  group: string,
): Promise<void> {
  const all = await entries.index('owner').getAll(owner);
  if (!all.some((entry) => entry.group === group)) await dropOverlays(overlays, owner, group);
}

/** The protocol that a signature is of, as its author would write it. */
const writtenAgain = (signature: Entry): Entry => {
  const signed = signature.answer as ServiceProtocol;
  return {
    ...signature,
    path: '/api/service/add',
    upload: { file: 'protocolSerwisowyFile', json: 'serviceJson' },
    file: null,
    label: { kind: 'protocol', name: `${signed.customer.shortName}: ${machineNames(signed.devices)}` },
    body: copyOf(signed),
  };
};

interface Answer {
  fileDtos: { id: number }[];
  user?: { id: number } | null;
  alsoPerformedBy?: { id: number }[];
}

/**
 * The author's version of a protocol becomes a new one, which nobody has signed; its photos come along. What it was meant
 * to change stays as the others left it. Of a signature that stands alone, it is what was signed.
 */
export async function saveAsNew({ seq: of, owner }: Entry): Promise<void> {
  await changeOutbox(async ({ entries, files, overlays }) => {
    const group = (await entries.get(of))?.group;
    if (group === undefined) return;
    const all = (await entries.index('owner').getAll(owner)).filter((entry) => entry.group === group);
    const [first] = all;
    const last =
      all.findLast(({ label }) => label.kind === 'protocol') ??
      (first?.label.kind === 'signature' ? writtenAgain(first) : null);
    if (!last) return;
    await dropOverlays(overlays, owner, group);
    for (const { seq } of all) await entries.delete(seq);
    const { seq: _, ...content } = last;
    const { revision: __, ...body } = last.body as Record<string, unknown>;
    const id = -(await entries.add(content as Entry));
    const unsent = () => ({ ...neverSent(), group: `service:${id}`, joined: false, base: null });
    const numbered = { number: 0, numberExtension: '' };
    // Those that were sent went with the other one.
    const photos = all.flatMap((entry) =>
      entry.label.kind === 'photo' ? ((entry.answer as Answer).fileDtos.at(-1)?.id ?? []) : [],
    );
    const { user, alsoPerformedBy } = last.answer as Answer;
    const answer = {
      ...(last.answer as Answer),
      ...numbered,
      ...{ id, fullNumber: '', revision: 1, version: 0, signRequest: null, todo: null },
      ...{ state: 'NEW', signature: null },
      fileDtos: (last.answer as Answer).fileDtos.filter(({ id: file }) => photos.includes(file)),
    };
    const copied = {
      ...content,
      ...unsent(),
      localId: id,
      seq: -id,
      body: {
        // A change leaves out who did the work if that is as before.
        ...(user && { performedBy: { id: user.id } }),
        ...(alsoPerformedBy && { alsoPerformedBy: alsoPerformedBy.map((person) => ({ id: person.id })) }),
        ...body,
        ...numbered,
        id: null,
      },
      answer,
    };
    await entries.put(copied);
    await overlays.put({ owner, group: copied.group, path: `/api/service/findById/${id}`, data: answer });
    for (const { seq, ...photo } of all) {
      const bytes = await files.get(seq);
      await files.delete(seq);
      if (photo.label.kind !== 'photo' || !bytes) continue;
      const path = photo.path.replace(/-?\d+$/, String(id));
      const next = await entries.add({ ...photo, ...unsent(), path } as Entry);
      await files.put({ ...bytes, seq: next });
    }
  });
  await changed(owner);
}

/**
 * Removes an entry that nothing builds on, such as a photo; what its record looks like without it is for its caller.
 * @returns whether it was removed; what is being sent by now stays
 */
export async function removeEntry(seq: number): Promise<boolean> {
  const owner = await changeOutbox(async ({ entries, files, overlays }) => {
    const entry = await entries.get(seq);
    if (!entry || !isOpen(entry)) return null;
    await entries.delete(seq);
    await files.delete(seq);
    await dropUnlessWaiting({ entries, overlays }, entry.owner, entry.group);
    return entry.owner;
  });
  if (owner) await changed(owner);
  return owner !== null;
}

/**
 * Discards an entry and everything that follows it in its group: without it, the rest means nothing.
 * @returns whether it was discarded; what is being sent by now stays
 */
export async function discardEntry(entry: Entry): Promise<boolean> {
  const isDone = await changeOutbox(async ({ entries, files, overlays }) => {
    const now = await entries.get(entry.seq);
    if (!now || !isOpen(now)) return false;
    // It may have left its group since it was shown.
    for (const { seq, group } of await entries.index('owner').getAll(now.owner))
      if (group === now.group && seq >= now.seq) {
        await entries.delete(seq);
        await files.delete(seq);
      }
    await dropOverlays(overlays, now.owner, now.group);
    return true;
  });
  await changed(entry.owner);
  return isDone;
}

/** Deletes everything of a user. */
export async function eraseEntries(owner: string): Promise<void> {
  await changeOutbox(async ({ entries, files, overlays, ids }) => {
    for (const seq of await entries.index('owner').getAllKeys(owner)) {
      await entries.delete(seq);
      await files.delete(seq);
    }
    const all = IDBKeyRange.bound([owner], [owner, []]);
    await overlays.delete(all);
    await ids.delete(all);
  });
  // The copy before the last one is overwritten too.
  await changeOutbox(async () => {});
  await changed(owner);
}

export const readOverlay = async (owner: string, path: string): Promise<unknown> =>
  (await readOutbox((database) => database.get('overlays', [owner, path])))?.data;

/** Without an entry of its group, the record is the server's again. */
export async function keepOverlay(owner: string, group: string, path: string, data: unknown): Promise<void> {
  await changeOutbox(async ({ entries, overlays }) => {
    const all = await entries.index('owner').getAll(owner);
    if (all.some((entry) => entry.group === group)) await overlays.put({ owner, group, path, data });
  });
}

export const listOverlays = (owner: string): Promise<Overlay[]> =>
  readOutbox((database) => database.getAll('overlays', IDBKeyRange.bound([owner], [owner, []])));

/** The server's id of a record that this phone had named; undefined: it is not sent yet. */
export const idOf = async (owner: string, localId: number): Promise<number | undefined> =>
  (await readOutbox((database) => database.get('ids', [owner, localId])))?.id;
