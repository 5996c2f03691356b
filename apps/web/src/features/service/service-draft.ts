/**
 * Unsaved input of a protocol, stored in the browser, because a phone may close the tab at any moment. There is one
 * draft per user, machine and protocol, including its unsent attachments. Text and files are stored separately, so that
 * the text is safe if the browser refuses a file. Content that cannot be stored lasts as long as the page.
 */
import type { ServiceInput, ServiceProtocol } from '@servicebook/shared/service';
import type { SessionUser } from '@servicebook/shared/user';
import { isStorageFull } from '../../lib/api-error.ts';
import type { Attempt } from '../../lib/outbox.ts';
import { type DraftDatabase, type DraftText, keysFrom, runOnDatabase } from './draft-database.ts';
import { dropFormerDraft, formerDrafts } from './former-drafts.ts';
import type { ServiceFormValues } from './service-form-values.ts';
import { dropSignatures, signatureKeys } from './signature-keeping.ts';

export interface DraftFile {
  key: string;
  file: File;
  /** A photo in the size in which it is sent. Others are stored only when another tab takes the draft over. */
  prepared: boolean;
  /** The document shows the picture. Drafts of earlier versions do not say. */
  marked?: boolean | undefined;
}

export interface ServiceDraft {
  key: string;
  /** Milliseconds since 1970. */
  keptAt: number;
  /** The protocol as it was when opened; null for a new one. */
  base: ServiceProtocol | null;
  values: ServiceFormValues;
  /** There is unsaved input; otherwise only files are left to send. */
  dirty: boolean;
  files: DraftFile[];
  /** A save whose answer was lost. Repeating it shows whether it was stored. */
  attempt: Attempt<ServiceInput> | null;
}

/** A draft for lists, without the content of its files. */
export type DraftHead = Pick<ServiceDraft, 'key' | 'keptAt' | 'base' | 'values' | 'dirty'> & {
  files: { key: string }[];
};

/** The parts of a draft that the browser could not store. */
export interface NotKept {
  text: boolean;
  /** By file name. */
  files: string[];
  /** It has no room. */
  full: boolean;
}

export interface DraftUser {
  accountId: number;
  userId: number;
}

export interface DraftOwner extends DraftUser {
  deviceId: number;
}

/** The user as the owner of drafts. */
export const toDraftUser = ({ id, account }: SessionUser): DraftUser => ({
  accountId: account.id,
  userId: id,
});

const prefixOf = ({ accountId, userId }: DraftUser) => `${accountId}:${userId}:`;
export const draftKey = (owner: DraftOwner, serviceId: number | null): string =>
  `${prefixOf(owner)}${owner.deviceId}:${serviceId ?? 'new'}`;
/** The protocol of a draft; null for a new one. */
export const draftServiceId = (key: string): number | null => Number(key.split(':').at(-1)) || null;
export const draftDeviceId = (key: string): number => Number(key.split(':').at(-2));

const memory = new Map<string, ServiceDraft>();

const listeners = new Set<() => void>();
/** Subscribes to changes of drafts. Returns the unsubscribe function. */
export function watchDrafts(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
const notify = () => {
  for (const listener of listeners) listener();
};

/** Runs writes one after the other, so that an older write cannot restore a deleted draft. */
let line: Promise<unknown> = Promise.resolve();
function inLine<Result>(work: () => Promise<Result>): Promise<Result> {
  const done = line.then(work);
  line = done.catch(() => {});
  return done;
}

/** Once everything that was to be stored or deleted so far is. */
export const draftsWritten = (): Promise<unknown> => inLine(async () => {});

/** Stores new files, and deletes those no longer needed. Returns the refused files. */
async function keepFiles({ key, files }: ServiceDraft): Promise<{ name: string; error: unknown }[]> {
  const there = await runOnDatabase((database) => database.getAllKeysFromIndex('files', 'draft', key));
  const refused: { name: string; error: unknown }[] = [];
  for (const each of files) {
    if (there.includes(each.key)) continue;
    const { file, prepared } = each;
    const { name, type, lastModified } = file;
    await runOnDatabase(async (database) => {
      const bytes = await file.arrayBuffer();
      await database.put('files', { key: each.key, draft: key, name, type, lastModified, bytes, prepared });
    }).catch((error) => refused.push({ name, error }));
  }
  const deletedKeys = there.filter((stored) => !files.some((file) => file.key === stored));
  for (const stored of deletedKeys) await runOnDatabase((database) => database.delete('files', stored));
  return refused;
}

/**
 * Stores a draft. Returns null if all of it was stored.
 * @param unprepared stores photos also in the size in which they were taken
 */
export async function keepDraft(draft: ServiceDraft, unprepared = false): Promise<NotKept | null> {
  memory.set(draft.key, draft);
  const notKept = await inLine(async (): Promise<NotKept | null> => {
    const stored = draft.files.filter((file) => file.prepared || unprepared);
    const names = stored.map(({ key, file, marked }) => ({
      key,
      name: file.name,
      ...(marked && { marked }),
    }));
    const errors: unknown[] = [];
    await runOnDatabase((database) => database.put('texts', { ...draft, files: names })).catch((error) =>
      errors.push(error),
    );
    const text = errors.length > 0;
    const files = await keepFiles({ ...draft, files: stored }).catch((error) =>
      names.map(({ name }) => ({ name, error })),
    );
    errors.push(...files.map(({ error }) => error));
    if (errors.length > 0)
      return { text, files: files.map(({ name }) => name), full: errors.some(isStorageFull) };
    if (stored.length === draft.files.length)
      await runOnDatabase(() => dropFormerDraft(draft.key)).catch(() => {});
    return null;
  });
  // A newer write may be queued.
  if (!notKept && memory.get(draft.key) === draft) memory.delete(draft.key);
  notify();
  return notKept;
}

async function remove(database: DraftDatabase, key: string): Promise<void> {
  const transaction = database.transaction(['texts', 'files'], 'readwrite');
  const files = transaction.objectStore('files');
  for (const file of await files.index('draft').getAllKeys(key)) await files.delete(file);
  await transaction.objectStore('texts').delete(key);
  await transaction.done;
}

export async function dropDraft(key: string): Promise<void> {
  memory.delete(key);
  await inLine(() =>
    Promise.allSettled([
      runOnDatabase((database) => remove(database, key)),
      runOnDatabase(() => dropFormerDraft(key)),
    ]),
  );
  notify();
}

/** A file that was not ready while its form was open stays with its draft. */
export async function keepFile(key: string, file: DraftFile): Promise<void> {
  const draft = await readDraft(key);
  if (draft && !draft.files.some((each) => each.key === file.key))
    await keepDraft({ ...draft, files: [...draft.files, file] });
}

/** A file of a draft is sent elsewhere. A draft without anything else goes with it. */
export async function forgetFile(key: string, fileKey: string): Promise<void> {
  const without = <Draft extends { dirty: boolean; files: { key: string }[] }>(draft: Draft | undefined) => {
    if (!draft) return null;
    const files = draft.files.filter((file) => file.key !== fileKey);
    return draft.dirty || files.length > 0 ? { ...draft, files } : null;
  };
  await inLine(async () => {
    const inMemory = without(memory.get(key));
    if (inMemory) memory.set(key, inMemory);
    else memory.delete(key);
    await runOnDatabase(async (database) => {
      const transaction = database.transaction(['texts', 'files'], 'readwrite');
      const texts = transaction.objectStore('texts');
      await transaction.objectStore('files').delete(fileKey);
      const rest = without(await texts.get(key));
      await (rest ? texts.put(rest) : texts.delete(key));
      await transaction.done;
    });
  }).catch(() => {});
  notify();
}

async function filesOf(database: DraftDatabase, { key, files }: DraftText): Promise<DraftFile[]> {
  const stored = await database.getAllFromIndex('files', 'draft', key);
  return files.flatMap((each) => {
    const storedFile = stored.find((file) => file.key === each.key);
    if (!storedFile) return [];
    const { bytes, name, type, lastModified, prepared = true } = storedFile;
    const file = new File([bytes], name, { type, lastModified });
    return [{ key: each.key, file, prepared, marked: each.marked }];
  });
}

export function readDraft(key: string): Promise<ServiceDraft | null> {
  return inLine(async () => {
    const inMemory = memory.get(key);
    if (inMemory) return inMemory;
    try {
      return await runOnDatabase(async (database) => {
        const text = await database.get('texts', key);
        if (text) return { ...text, files: await filesOf(database, text) };
        return (await formerDrafts()).find((draft) => draft.key === key) ?? null;
      });
    } catch {
      return null;
    }
  });
}

/** The user's drafts, newest first. */
export function listDrafts(owner: DraftUser): Promise<DraftHead[]> {
  return inLine(async () => {
    const stored = await runOnDatabase(
      async (database): Promise<DraftHead[]> => [
        ...(await formerDrafts()),
        ...(await database.getAll('texts')),
      ],
    ).catch(() => []);
    const all = new Map([...stored, ...memory.values()].map((draft) => [draft.key, draft]));
    return [...all.values()]
      .filter(({ key }) => key.startsWith(prefixOf(owner)))
      .sort((one, other) => other.keptAt - one.keptAt);
  });
}

/** The amount of work that exists only on this device. */
export async function countUnsent(
  owner: DraftUser,
): Promise<{ protocols: number; signatures: number; files: number }> {
  const drafts = await listDrafts(owner);
  const signed = await signatureKeys(prefixOf(owner)).catch(() => []);
  // A protocol of several machines may have a draft at each.
  const dirtyKeys = drafts.filter(({ dirty }) => dirty).map(({ key }) => draftServiceId(key) ?? key);
  return {
    protocols: new Set(dirtyKeys).size,
    signatures: signed.length,
    files: drafts.reduce((sum, { files }) => sum + files.length, 0),
  };
}

/** Deletes everything stored for the user, including files without a draft. */
export async function eraseDrafts(owner: DraftUser): Promise<void> {
  for (const { key } of await listDrafts(owner)) await dropDraft(key);
  await dropSignatures(prefixOf(owner));
  await inLine(() =>
    runOnDatabase(async (database) => {
      const { store, done } = database.transaction('files', 'readwrite');
      const remainingKeys = await store.index('draft').getAllKeys(keysFrom(prefixOf(owner)));
      for (const key of remainingKeys) await store.delete(key);
      await done;
    }),
  );
}
