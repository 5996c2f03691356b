/** Work that waits to be sent. It is apart from what is stored to be read, which signing out erases. */
import type { DBSchema, IDBPDatabase, IDBPObjectStore } from 'idb';
import { limitedDatabase } from '../../lib/limited-database.ts';
import { copiedChange, writeCopy } from './copy.ts';

/** Why the server refused an entry. */
export interface Refusal {
  code: string;
  status: number;
  message: string;
  fields: Record<string, string>;
  /** Somebody else has changed the same: the record as the server has it. */
  theirs?: unknown;
}

/** What an entry is, for its user. */
export interface EntryLabel {
  kind:
    | 'protocol'
    | 'machine'
    | 'photo'
    | 'signature'
    | 'note'
    | 'event'
    | 'visitStarted'
    | 'visitDone'
    | 'visitChecked'
    | 'visitNote'
    | 'todoDone'
    | 'todoOpened'
    // Of earlier versions, and in what they have sent.
    | 'visit'
    | 'todo';
  /** A machine, a customer, or the name of a file. */
  name: string;
}

/** What the server said of a call that it carried out. */
export interface Done {
  id: number | null;
  revision: number | null;
}

/** The same with its record. */
export interface Delivered extends Done {
  record: unknown;
}

/** One call that could not be sent. */
export interface Entry {
  /** In the order in which they were written. Given by the database, never twice. */
  seq: number;
  /** `accountId:userId` */
  owner: string;
  /** Entries of one group are sent in their order; one that is refused stops only its group. */
  group: string;
  method: string;
  path: string;
  query: Record<string, string>;
  /** JSON. */
  body: unknown;
  /** Of a multipart call. */
  upload: { file: string; json: string | null } | null;
  /** Its bytes are stored apart. */
  file: { name: string; type: string; size: number } | null;
  idempotencyKey: string;
  /** The server's time when it was last heard before. */
  writtenAfter: string | null;
  /** The id by which this phone names the record that the call makes. */
  localId: number | null;
  label: EntryLabel;
  /** What the screen was answered. */
  answer: unknown;
  /** The record as it was before, for merging it with what others change meanwhile; null: it is not merged. */
  base: unknown;
  /** Its content was merged with that of others. */
  joined: boolean;
  /** For its user: by the server's time, as far as it is known. */
  createdAt: string;
  /** When its content was written, by this device's clock. Entries of earlier versions have none. */
  writtenAt?: string;
  /** How often it was sent. Only what never was may be changed. */
  attempts: number;
  /** Null: it waits. Otherwise it waits for its user. */
  refusal: Refusal | null;
  /** The server has carried it out while no page was looked at. It stays until a page has learned what came of it. */
  delivered?: Delivered;
}

/** A record as it will be once the entries of its group are sent: the answer of a GET. */
export interface Overlay {
  owner: string;
  path: string;
  group: string;
  data: unknown;
}

/** The server's id of a record that this phone had named. */
export interface LocalId {
  owner: string;
  localId: number;
  id: number;
}

interface Schema extends DBSchema {
  entries: { key: number; value: Entry; indexes: { owner: string } };
  files: { key: number; value: { seq: number; bytes: ArrayBuffer } };
  overlays: { key: [string, string]; value: Overlay; indexes: { group: [string, string] } };
  ids: { key: [string, number]; value: LocalId };
}
type StoreName = 'entries' | 'files' | 'overlays' | 'ids';
export type OutboxStores = {
  [Name in StoreName]: IDBPObjectStore<Schema, StoreName[], Name, 'readwrite'>;
};

/**
 * The row of nobody's id says which change was the last one. It has no store of its own: a new version of the database would
 * wait for the tabs of an earlier app.
 */
const lastChange = { owner: '', localId: 0 };
const changeIn = async (ids: { get(key: [string, number]): Promise<LocalId | undefined> }): Promise<number> =>
  (await ids.get([lastChange.owner, lastChange.localId]))?.id ?? 0;

let made = false;

/** Whether this page had to make the database, and there was no copy: what was in it is gone. Says so once. */
export function takeMade(): boolean {
  const wasMade = made;
  made = false;
  return wasMade;
}

export const outboxName = 'servicebook-outbox';

const { run } = limitedDatabase<Schema>(
  outboxName,
  1,
  (database) => {
    made = true;
    database
      .createObjectStore('entries', { keyPath: 'seq', autoIncrement: true })
      .createIndex('owner', 'owner');
    database.createObjectStore('files', { keyPath: 'seq' });
    database
      .createObjectStore('overlays', { keyPath: ['owner', 'path'] })
      .createIndex('group', ['owner', 'group']);
    database.createObjectStore('ids', { keyPath: ['owner', 'localId'] });
  },
  restore,
);

export { run as readOutbox };

/** Also of a worker: one of them sends at a time. */
export const sendingLock = 'servicebook-outbox';
/** Tells other tabs that what waits is another. */
export const outboxChannel = 'servicebook-outbox';
/** On this channel: a page sends now, so the worker ends. */
export const sendsHere = 'sends here';

function open(database: IDBPDatabase<Schema>): { stores: OutboxStores; done: Promise<void> } {
  const names = [...database.objectStoreNames];
  // What is told to be stored is on the disk, also if the phone dies in the same moment.
  const work = database.transaction(names, 'readwrite', { durability: 'strict' });
  const stores = Object.fromEntries(names.map((name) => [name, work.objectStore(name)])) as OutboxStores;
  return { stores, done: work.done };
}

/**
 * Changes what waits, in one step, and its copy.
 * @throws if the browser cannot store it; then nothing was changed
 */
export async function changeOutbox<Result>(work: (stores: OutboxStores) => Promise<Result>): Promise<Result> {
  const result = await run(async (database) => {
    const { stores, done } = open(database);
    const given = await work(stores);
    // Also a database that was lost and made again is newer than the copy of what was in it.
    const id = Math.max((await changeIn(stores.ids)) + 1, Date.now());
    await stores.ids.put({ ...lastChange, id });
    await done;
    return given;
  });
  await copy();
  return result;
}

/** A browser that cannot store the copy has stored what was changed. */
const copy = (): Promise<void> =>
  writeCopy(
    () =>
      run(async (database) => {
        const work = database.transaction(['entries', 'overlays', 'ids']);
        const ids = work.objectStore('ids');
        return {
          change: await changeIn(ids),
          entries: await work.objectStore('entries').getAll(),
          overlays: await work.objectStore('overlays').getAll(),
          ids: await ids.getAll(),
        };
      }),
    async (seq) => (await run((database) => database.get('files', seq)))?.bytes ?? null,
  );

/** Brings back what the copy knows and the database does not know any more. */
async function restore(database: IDBPDatabase<Schema>): Promise<void> {
  const [known, change] = await Promise.all([copiedChange(), changeIn(database.transaction('ids').store)]);
  // It is asked again with the next call. What is written until then would count as newer than the copy.
  if (known === null && change === 0) throw new Error('The copy of the outbox did not answer in time');
  // The phone may have ended between the two.
  if (change > (known ?? change)) void copy();
  if (change >= (known ?? 0)) return;
  const { readCopy, putBack } = await import('./restore.ts');
  const copied = await readCopy();
  if (!copied) return;
  const { stores, done } = open(database);
  // Another tab may have been faster.
  if (copied.change > (await changeIn(stores.ids))) await putBack(stores, copied);
  await done;
  made = false;
}
