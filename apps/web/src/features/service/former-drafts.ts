/** The database of earlier releases, which stored a draft and its files in one record. It is read until it is empty. */
import { openDB } from 'idb';
import type { ServiceDraft } from './service-draft.ts';

interface FormerDraft extends Omit<ServiceDraft, 'files'> {
  files: { key: string; file: File }[];
}

const storeName = 'service-drafts';

async function open() {
  // Must not create the database if it never existed.
  const database = await openDB('servicebook', 1, {
    upgrade: (_database, _old, _new, transaction) => {
      transaction.done.catch(() => {});
      transaction.abort();
    },
  }).catch(() => null);
  if (database?.objectStoreNames.contains(storeName)) return database;
  database?.close();
  return null;
}

/** Earlier releases stored photos in their original size. */
const toDraft = (draft: FormerDraft): ServiceDraft => ({
  ...draft,
  files: draft.files.map((file) => ({ ...file, prepared: false })),
});

export async function formerDrafts(): Promise<ServiceDraft[]> {
  const database = await open();
  const drafts: FormerDraft[] = (await database?.getAll(storeName)) ?? [];
  database?.close();
  return drafts.map(toDraft);
}

export async function dropFormerDraft(key: string): Promise<void> {
  const database = await open();
  await database?.delete(storeName, key);
  database?.close();
}
