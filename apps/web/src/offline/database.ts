import type { WorkingSetKind } from '@servicebook/shared/offline';
import type { DBSchema } from 'idb';
import { limitedDatabase } from '../lib/limited-database.ts';
import type { Sealed } from './sealing.ts';

/** What the server last said about the stored records. */
export interface StoredSet {
  /** When the server read them; of the last complete answer, if there was one. */
  takenAt: string;
  /** To be sent with the next call; null: the records are not complete. */
  revision: string | null;
  /** All answers have arrived at least once. */
  complete: boolean;
  whole: boolean;
  missingMachines: number;
}

/** What the user takes along, of an account that is too large to be stored whole. */
export interface Pinned {
  customers: number[];
  machines: number[];
}

/** Whose data is stored. There is one owner at a time. */
export interface OwnerRow {
  /** `accountId:userId` */
  owner: string;
  /** Another one after everything was erased: what was under way before is not stored any more. */
  generation: string;
  key: CryptoKey;
  user: Sealed;
  /** When the server last said that this user is signed in, by the clock of the phone. */
  heardAt: number;
  /** What has passed since without the server, and when that was last counted. Missing in rows of earlier versions. */
  without?: { passed: number; seenAt: number } | null;
  set: StoredSet | null;
  /** Differs after every change of the records. */
  version: string;
  pinned: Pinned;
  /** The machines last opened, newest first. */
  opened: number[];
}

export interface ChunkRow {
  owner: string;
  key: string;
  /** `written`: what this phone has written since, until a refresh brings it. */
  kind: WorkingSetKind | 'written';
  hash: string;
  /** Of the records. */
  count: number;
  records: Sealed;
}

interface Schema extends DBSchema {
  owners: { key: string; value: OwnerRow };
  chunks: { key: [string, string]; value: ChunkRow; indexes: { kind: [string, ChunkRow['kind']] } };
}

export const { run: runOnStored } = limitedDatabase<Schema>('servicebook-stored', 1, (database) => {
  database.createObjectStore('owners', { keyPath: 'owner' });
  database.createObjectStore('chunks', { keyPath: ['owner', 'key'] }).createIndex('kind', ['owner', 'kind']);
});
