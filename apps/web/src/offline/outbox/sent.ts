/** What was sent within the last day, for its user to see that it has arrived. Erased with what is stored to be read. */
import type { DBSchema } from 'idb';
import { limitedDatabase } from '../../lib/limited-database.ts';
import { presentTime } from '../../lib/server-time.ts';
import type { Entry, EntryLabel } from './database.ts';
import { idOf } from './entries.ts';
import { groupNamed } from './following.ts';

export interface Sent {
  seq: number;
  owner: string;
  /** Of one record, by the server's id. Rows of earlier versions have none. */
  group?: string;
  label: EntryLabel;
  /** By the server's time, as far as it is known. */
  sentAt: string;
}

interface Schema extends DBSchema {
  sent: { key: number; value: Sent };
}

const { run } = limitedDatabase<Schema>('servicebook-sent', 1, (database) => {
  database.createObjectStore('sent', { keyPath: 'seq' });
});

const keptFor = 24 * 3_600_000;
const isOld = ({ sentAt }: Sent) => presentTime().getTime() - Date.parse(sentAt) > keptFor;

const listeners = new Set<() => void>();
export function watchSent(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Notes that an entry was sent. Older ones are forgotten. */
export async function noteSent({ seq, owner, group: here, localId, label }: Entry): Promise<void> {
  const id = localId ? await idOf(owner, localId) : undefined;
  const group = localId && id !== undefined ? groupNamed(here, localId, id) : here;
  await run(async (database) => {
    const work = database.transaction('sent', 'readwrite');
    for (const row of await work.store.getAll()) if (isOld(row)) await work.store.delete(row.seq);
    await work.store.put({ seq, owner, group, label, sentAt: presentTime().toISOString() });
    return work.done;
  });
  for (const listener of listeners) listener();
}

/** The newest first. What a clock set ahead has noted counts from now on, or it would stay until then. */
export const listSent = (owner: string): Promise<Sent[]> =>
  run(async (database) => {
    const now = presentTime().toISOString();
    const work = database.transaction('sent', 'readwrite');
    const all = await work.store.getAll();
    const rows = all.map((row) => (row.sentAt > now ? { ...row, sentAt: now } : row));
    for (const row of rows) if (row.sentAt === now) await work.store.put(row);
    await work.done;
    return rows.filter((row) => row.owner === owner && !isOld(row)).reverse();
  });

/** Erases what is older than a day, and what is of others. @param owner null: everything */
export const eraseSent = (owner: string | null): Promise<void> =>
  run(async (database) => {
    const work = database.transaction('sent', 'readwrite');
    for (const row of await work.store.getAll())
      if (row.owner !== owner || isOld(row)) await work.store.delete(row.seq);
    return work.done;
  });
