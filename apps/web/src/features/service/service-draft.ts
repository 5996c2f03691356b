/**
 * What was typed into a protocol and not saved yet, kept in the browser: a phone may end the tab at any moment.
 * One draft a user, machine and protocol; the attachments not sent yet are in it.
 */
import type { ServiceInput, ServiceProtocol } from '@servicebook/shared/service';
import type { ServiceFormValues } from './service-form-values.ts';

/** A save whose answer never came: whether it is stored, only sending the same again tells. */
export interface OpenAttempt {
  key: string;
  content: ServiceInput;
}

export interface DraftFile {
  key: string;
  file: File;
}

export interface ServiceDraft {
  key: string;
  /** Milliseconds since 1970. */
  keptAt: number;
  /** The protocol as it was when it was opened; null for a new one. */
  base: ServiceProtocol | null;
  values: ServiceFormValues;
  /** Something typed is not saved; otherwise only files are left to send. */
  dirty: boolean;
  files: DraftFile[];
  attempt: OpenAttempt | null;
}

export interface DraftOwner {
  accountId: number;
  userId: number;
  deviceId: number;
}

const prefixOf = ({ accountId, userId, deviceId }: DraftOwner) => `${accountId}:${userId}:${deviceId}:`;
export const draftKey = (owner: DraftOwner, serviceId: number | null): string =>
  prefixOf(owner) + (serviceId ?? 'new');
/** The protocol a draft belongs to; null: a new one. */
export const draftServiceId = (key: string): number | null => Number(key.split(':').at(-1)) || null;

const database = 'servicebook';
const storeName = 'service-drafts';
const keptFor = 30 * 24 * 3_600_000;

/** Where the browser offers no database (some private windows) a draft lasts as long as the page. */
const memory = new Map<string, ServiceDraft>();
let opening: Promise<IDBDatabase | null> | null = null;

function open(): Promise<IDBDatabase | null> {
  opening ??= new Promise((resolve) => {
    if (typeof indexedDB === 'undefined') return resolve(null);
    const request = indexedDB.open(database, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(storeName, { keyPath: 'key' });
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => resolve(null);
    request.onblocked = () => resolve(null);
  });
  return opening;
}

async function ask<Result>(
  mode: IDBTransactionMode,
  question: (store: IDBObjectStore) => IDBRequest<Result>,
): Promise<Result | undefined> {
  const opened = await open();
  if (!opened) return undefined;
  return new Promise((resolve) => {
    try {
      const transaction = opened.transaction(storeName, mode);
      const request = question(transaction.objectStore(storeName));
      transaction.oncomplete = () => resolve(request.result);
      // Full or forbidden: a draft that cannot be kept must not disturb the work itself.
      transaction.onabort = () => resolve(undefined);
      transaction.onerror = () => resolve(undefined);
    } catch {
      resolve(undefined);
    }
  });
}

const isFresh = ({ keptAt }: ServiceDraft) => Date.now() - keptAt < keptFor;

export async function keepDraft(draft: ServiceDraft): Promise<void> {
  memory.set(draft.key, draft);
  await ask('readwrite', (store) => store.put(draft));
}

export async function dropDraft(key: string): Promise<void> {
  memory.delete(key);
  await ask('readwrite', (store) => store.delete(key));
}

export async function readDraft(key: string): Promise<ServiceDraft | null> {
  const found =
    memory.get(key) ?? (await ask<ServiceDraft | undefined>('readonly', (store) => store.get(key)));
  if (!found) return null;
  if (isFresh(found)) return found;
  await dropDraft(key);
  return null;
}

/** The machine's drafts, the newest first. */
export async function listDrafts(owner: DraftOwner): Promise<ServiceDraft[]> {
  const prefix = prefixOf(owner);
  const stored = (await ask<ServiceDraft[]>('readonly', (store) => store.getAll())) ?? [];
  const all = new Map([...stored, ...memory.values()].map((draft) => [draft.key, draft]));
  const old = [...all.values()].filter((draft) => !isFresh(draft));
  for (const { key } of old) await dropDraft(key);
  return [...all.values()]
    .filter((draft) => draft.key.startsWith(prefix) && isFresh(draft))
    .sort((one, other) => other.keptAt - one.keptAt);
}
