/** Work that waits to be sent. It is apart from what is stored to be read, which signing out erases. */
import type { DBSchema } from 'idb';
import { limitedDatabase } from '../../lib/limited-database.ts';

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
  kind: 'protocol' | 'machine' | 'photo' | 'signature' | 'note' | 'event' | 'visit' | 'visitNote' | 'todo';
  /** A machine, a customer, or the name of a file. */
  name: string;
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
  createdAt: string;
  /** How often it was sent. Only what never was may be changed. */
  attempts: number;
  /** Null: it waits. Otherwise it waits for its user. */
  refusal: Refusal | null;
}

/** A record as it will be once the entries of its group are sent: the answer of a GET. */
export interface Overlay {
  owner: string;
  path: string;
  group: string;
  data: unknown;
}

interface Schema extends DBSchema {
  entries: { key: number; value: Entry; indexes: { owner: string } };
  files: { key: number; value: { seq: number; bytes: ArrayBuffer } };
  overlays: { key: [string, string]; value: Overlay; indexes: { group: [string, string] } };
  /** The server's ids of records that this phone had named. */
  ids: { key: [string, number]; value: { owner: string; localId: number; id: number } };
}

let made = false;

/** Whether this page had to make the database: what was in it is gone. Says so once. */
export function takeMade(): boolean {
  const wasMade = made;
  made = false;
  return wasMade;
}

export const { run: runOnOutbox } = limitedDatabase<Schema>('servicebook-outbox', 1, (database) => {
  made = true;
  database
    .createObjectStore('entries', { keyPath: 'seq', autoIncrement: true })
    .createIndex('owner', 'owner');
  database.createObjectStore('files', { keyPath: 'seq' });
  database
    .createObjectStore('overlays', { keyPath: ['owner', 'path'] })
    .createIndex('group', ['owner', 'group']);
  database.createObjectStore('ids', { keyPath: ['owner', 'localId'] });
});
