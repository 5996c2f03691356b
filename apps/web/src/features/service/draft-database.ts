import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
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
}

interface Schema extends DBSchema {
  texts: { key: string; value: DraftText };
  files: { key: string; value: StoredFile; indexes: { draft: string } };
  signatures: { key: string; value: KeptSignature };
}
export type DraftDatabase = IDBPDatabase<Schema>;

let opening: Promise<DraftDatabase> | null = null;

function open(): Promise<DraftDatabase> {
  if (opening) return opening;
  const forget = () => {
    opening = null;
  };
  // Some private windows have no IndexedDB; even accessing the name throws.
  const opened = (async () =>
    openDB<Schema>('servicebook-drafts', 2, {
      upgrade: (database, before) => {
        if (before < 1) {
          database.createObjectStore('texts', { keyPath: 'key' });
          database.createObjectStore('files', { keyPath: 'key' }).createIndex('draft', 'draft');
        }
        database.createObjectStore('signatures', { keyPath: 'key' });
      },
      terminated: forget,
    }))();
  opened.catch(forget);
  opening = opened;
  return opened;
}

const answerWithin = 3000;
/** A request is still unanswered; in Safari, some never are. */
let silent = false;

/** Whether the last request was answered. Only then can a draft be stored. */
let answered = true;
export const databaseAnswers = (): boolean => answered;

/** Runs a request on IndexedDB. Fails after three seconds, and at once while an earlier request is unanswered. */
export async function runOnDatabase<Result>(
  work: (database: DraftDatabase) => Promise<Result>,
): Promise<Result> {
  if (silent) throw new Error('The database of the browser is silent');
  const asked = open().then(work);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      silent = true;
      const speaks = () => {
        silent = false;
      };
      asked.then(speaks, speaks);
      reject(new Error('The database of the browser did not answer in time'));
    }, answerWithin);
  });
  try {
    const result = await Promise.race([asked, limit]);
    answered = true;
    return result;
  } catch (error) {
    answered = false;
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

/** All keys with this prefix. */
export const keysFrom = (prefix: string): IDBKeyRange => IDBKeyRange.bound(prefix, `${prefix}\uffff`);
