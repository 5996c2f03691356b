import type { DBSchema, IDBPDatabase } from 'idb';
import { limitedDatabase } from '../../lib/limited-database.ts';
import type { ServiceDraft } from './service-draft.ts';
import type { KeptSignature } from './signature-keeping.ts';

/** A draft without its files, which a browser may refuse to store. */
export interface DraftText extends Omit<ServiceDraft, 'files'> {
  files: { key: string; name: string; marked?: boolean | undefined }[];
}

/** Bytes, not a File: Safari fails to store those. */
export interface StoredFile {
  key: string;
  /** The key of the draft. */
  draft: string;
  name: string;
  type: string;
  lastModified: number;
  bytes: ArrayBuffer;
  /** False: a photo in the size in which it was taken. Earlier versions stored none, and do not say. */
  prepared?: boolean | undefined;
}

interface Schema extends DBSchema {
  texts: { key: string; value: DraftText };
  files: { key: string; value: StoredFile; indexes: { draft: string } };
  signatures: { key: string; value: KeptSignature };
}

export type DraftDatabase = IDBPDatabase<Schema>;

/** `answers`: whether a draft can be stored. */
export const { run: runOnDatabase, answers: databaseAnswers } = limitedDatabase<Schema>(
  'servicebook-drafts',
  2,
  (database, before) => {
    if (before < 1) {
      database.createObjectStore('texts', { keyPath: 'key' });
      database.createObjectStore('files', { keyPath: 'key' }).createIndex('draft', 'draft');
    }
    database.createObjectStore('signatures', { keyPath: 'key' });
  },
);

/** All keys with this prefix. */
export const keysFrom = (prefix: string): IDBKeyRange => IDBKeyRange.bound(prefix, `${prefix}\uffff`);
