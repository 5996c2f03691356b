/** The data of one user on this phone: kept, read and erased. */
import type { StoredRecord, WorkingSet, WorkingSetKind } from '@servicebook/shared/offline';
import type { SessionUser } from '@servicebook/shared/user';
import { randomUuid } from '../lib/idempotency.ts';
import type { Written } from './answers/written-records.ts';
import { type ChunkRow, type OwnerRow, type Pinned, runOnStored } from './database.ts';
import { createKey, open, seal } from './sealing.ts';

export const ownerOf = ({ account, id }: SessionUser): string => `${account.id}:${id}`;

/** Longest time without the server for which a user stays signed in on this phone. */
export const rememberedFor = 30 * 24 * 3_600_000;

const listeners = new Set<() => void>();
/** Tells when what is stored has changed. */
export function watchStored(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
const changed = () => {
  for (const listener of listeners) listener();
};

/** @param owner null: whoever it is */
export const readOwner = (owner: string | null): Promise<OwnerRow | undefined> =>
  runOnStored(async (database) =>
    owner === null ? (await database.getAll('owners'))[0] : database.get('owners', owner),
  );

/** Keeps who is signed in. Only this user's data stays. */
export async function keepUser(user: SessionUser): Promise<void> {
  const owner = ownerOf(user);
  const before = await readOwner(owner);
  const key = before?.key ?? (await createKey());
  const sealed = await seal(key, user);
  await runOnStored(async (database) => {
    const work = database.transaction(['owners', 'chunks'], 'readwrite');
    const owners = work.objectStore('owners');
    const chunks = work.objectStore('chunks');
    const row = await owners.get(owner);
    // Another tab was quicker: what it has stored is under its key.
    if (row && row.generation !== before?.generation) return work.done;
    for (const other of await owners.getAllKeys())
      if (other !== owner) {
        await owners.delete(other);
        await chunks.delete(IDBKeyRange.bound([other], [other, []]));
      }
    const kept = row ?? {
      owner,
      generation: randomUuid(),
      key,
      set: null,
      version: '',
      pinned: { customers: [], machines: [] },
      opened: [],
    };
    await owners.put({ ...kept, user: sealed, heardAt: Date.now(), without: null });
    return work.done;
  });
  changed();
}

const hour = 3_600_000;

/**
 * Who was signed in, if the server has said so within the last days. Only time that passes counts, so a clock that is set
 * back adds nothing. One that is set ahead erases nothing: the server is asked.
 */
export async function rememberedUser(row: OwnerRow): Promise<SessionUser | null> {
  const { passed, seenAt } = row.without ?? { passed: 0, seenAt: row.heardAt };
  const now = Date.now();
  const without = { passed: passed + Math.max(0, now - seenAt), seenAt: now };
  if (without.passed > rememberedFor) return null;
  if (Math.abs(now - seenAt) > hour) await changeOwner(row, (stored) => ({ ...stored, without }));
  return (await open(row.key, row.user)) as SessionUser;
}

/** Erases everything, the keys first. */
export async function eraseStored(): Promise<void> {
  await runOnStored(async (database) => {
    const work = database.transaction(['owners', 'chunks'], 'readwrite');
    await work.objectStore('owners').clear();
    await work.objectStore('chunks').clear();
    return work.done;
  });
  changed();
}

const changeOwner = async (
  { owner, generation }: Pick<OwnerRow, 'owner' | 'generation'>,
  change: (row: OwnerRow) => OwnerRow,
): Promise<void> => {
  await runOnStored(async (database) => {
    const work = database.transaction('owners', 'readwrite');
    const row = await work.store.get(owner);
    if (row?.generation === generation) await work.store.put(change(row));
    return work.done;
  });
  changed();
};

export const keepPinned = (row: OwnerRow, pinned: Pinned): Promise<void> =>
  changeOwner(row, (now) => ({ ...now, pinned }));

const mostOpened = 200;

/** Notes that a machine was opened: the machines last opened are taken along. */
export const keepOpened = (row: OwnerRow, deviceId: number): Promise<void> =>
  changeOwner(row, (now) => ({
    ...now,
    opened: [deviceId, ...now.opened.filter((id) => id !== deviceId)].slice(0, mostOpened),
  }));

const isWritten = (key: string) => key.startsWith('written/');

/** What is stored when the server is asked. */
export interface Kept {
  /** The hashes of the chunks by their keys. */
  have: Record<string, string>;
  /** The keys of what was written before: the answer has it. */
  written: string[];
}

export async function readKept({ owner }: OwnerRow): Promise<Kept> {
  const chunks = await readChunks(owner);
  return {
    have: Object.fromEntries(
      chunks.filter(({ kind }) => kind !== 'written').map(({ key, hash }) => [key, hash]),
    ),
    written: chunks.filter(({ kind }) => kind === 'written').map(({ key }) => key),
  };
}

/** Keeps what this phone has written, until a refresh that was asked for later. */
export async function keepWritten(
  { owner, key: secret, generation }: OwnerRow,
  written: Written,
): Promise<void> {
  const records = await seal(secret, written);
  // In their order. An earlier version of the app names it to the server as a chunk, whose keys are short.
  const key = `written/${String(Date.now()).padStart(15, '0')}/${randomUuid().slice(0, 8)}`;
  await runOnStored(async (database) => {
    const work = database.transaction(['owners', 'chunks'], 'readwrite');
    const row = await work.objectStore('owners').get(owner);
    if (row?.generation === generation)
      await work.objectStore('chunks').put({ owner, key, kind: 'written', hash: '', count: 0, records });
    return work.done;
  });
}

export async function readWritten({ owner, key }: OwnerRow): Promise<Written[]> {
  const rows = await readChunks(owner, 'written');
  return (await Promise.all(rows.map(({ records }) => open(key, records)))).filter(
    (each) => each !== null,
  ) as Written[];
}

const readChunks = (owner: string, kind?: ChunkRow['kind']): Promise<ChunkRow[]> =>
  runOnStored((database) =>
    kind
      ? database.getAllFromIndex('chunks', 'kind', [owner, kind])
      : database.getAll('chunks', IDBKeyRange.bound([owner], [owner, []])),
  );

/** Keeps what an answer brought, in one step. Nothing, if everything was erased meanwhile. */
export async function keepAnswer(
  row: OwnerRow,
  { takenAt, revision, set }: WorkingSet,
  { written }: Pick<Kept, 'written'>,
): Promise<void> {
  const { owner, key: secret, generation } = row;
  const arrived: ChunkRow[] = [];
  for (const { key, kind, hash, records } of set?.chunks ?? [])
    if (records)
      arrived.push({ owner, key, kind, hash, count: records.length, records: await seal(secret, records) });
  await runOnStored(async (database) => {
    const work = database.transaction(['owners', 'chunks'], 'readwrite');
    const owners = work.objectStore('owners');
    const chunks = work.objectStore('chunks');
    const now = await owners.get(owner);
    if (now?.generation !== generation) return work.done;
    if (set) {
      const listed = new Set(set.chunks.map(({ key }) => key));
      for (const stored of await chunks.getAllKeys(IDBKeyRange.bound([owner], [owner, []])))
        if (!listed.has(stored[1]) && !isWritten(stored[1])) await chunks.delete(stored);
      for (const chunk of arrived) await chunks.put(chunk);
    }
    if (revision !== null) for (const key of written) await chunks.delete([owner, key]);
    const before = now.set;
    const { whole = true, missingMachines = 0 } = set ?? before ?? {};
    const complete = revision !== null || (before?.complete ?? false);
    await owners.put({
      ...now,
      version: set ? randomUuid() : now.version,
      set: {
        // Until everything has arrived, some of it is as old as before.
        takenAt: revision === null && before ? before.takenAt : takenAt,
        ...{ revision, complete, whole, missingMachines },
      },
    });
    return work.done;
  });
  changed();
}

/** How many records of each kind are stored. */
export async function countStored({ owner }: OwnerRow): Promise<Partial<Record<WorkingSetKind, number>>> {
  const counts: Partial<Record<WorkingSetKind, number>> = {};
  for (const { kind, count } of await readChunks(owner))
    if (kind !== 'written') counts[kind] = (counts[kind] ?? 0) + count;
  return counts;
}

/** The records of a kind. Chunks that cannot be read are left out: they are fetched anew. */
export async function readRecords<Kind extends WorkingSetKind>(
  { owner, key }: OwnerRow,
  kind: Kind,
): Promise<StoredRecord<Kind>[]> {
  const chunks = await readChunks(owner, kind);
  const opened = await Promise.all(chunks.map(({ records }) => open(key, records)));
  return (opened as StoredRecord<Kind>[][]).flat();
}
