/** Moves the files of an installation from one store to another. */
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { withSession } from '@servicebook/prisma/with-session';
import { hashOfStream } from '../platform/file-hash.ts';
import { type FileStore, untilOpen } from '../platform/file-store.ts';
import { hashing } from './backup-format.ts';
import {
  changeOf,
  collectStoredKeysNow,
  listFiles,
  type StoredKey,
  stillNamed,
  storedKeys,
} from './stored-keys.ts';

export interface Moved {
  copied: number;
  /** Copied before. */
  known: number;
  removed: number;
  /** Files that were not moved, a sentence each. */
  problems: string[];
}

/** Most of the time goes by while a store answers. */
const filesAtOnce = 2;

/**
 * Copies all files that rows speak of. Each is compared with the hash that its row has, and its copy is read back and
 * compared with it. May be interrupted and repeated: what was copied before is not copied again.
 * @param remove removes each file from its former place once its copy, also an earlier one, was read back and is the same
 * @throws errors of the database and of the stores
 */
export async function moveFiles(
  databaseUrl: string,
  from: FileStore,
  to: FileStore,
  { remove = false } = {},
): Promise<Moved> {
  return withSession(databaseUrl, async (client) => {
    await collectStoredKeysNow(client);
    const { missing, ...moved } = await moveAll(storedKeys(client), from, to, remove);
    for (const key of await stillNamed(client, missing)) moved.problems.push(`The file ${key} is missing.`);
    return moved;
  });
}

async function moveAll(files: AsyncGenerator<StoredKey>, from: FileStore, to: FileStore, remove: boolean) {
  const there = await listFiles(to);
  const moved: Moved & { missing: string[] } = {
    ...{ copied: 0, known: 0, removed: 0, problems: [] },
    missing: [],
  };

  async function move(file: StoredKey): Promise<void> {
    const { key } = file;
    const isThere = there.has(key);
    if (isThere && !remove) {
      moved.known++;
      return;
    }
    const hash = isThere ? await hashIn(from, key) : await copy(from, to, key);
    if (hash === null) {
      if (isThere) moved.known++;
      else moved.missing.push(key);
      return;
    }
    const isSame = (await hashIn(to, key)) === hash;
    const problem = changeOf(file, hash) ?? (isSame ? null : `The file ${key} and its copy differ.`);
    if (problem !== null) {
      if (!isThere) await to.remove(key);
      moved.problems.push(problem);
      return;
    }
    if (isThere) moved.known++;
    else moved.copied++;
    if (!remove) return;
    await from.remove(key);
    moved.removed++;
  }

  const work = async () => {
    // They share the generator: if one fails, it ends for all of them.
    for await (const file of files) await move(file);
  };
  await Promise.all(Array.from({ length: filesAtOnce }, work));
  return moved;
}

/** @returns the hash of what was copied; null if there is no such file */
async function copy(from: FileStore, to: FileStore, key: string): Promise<string | null> {
  const content = await untilOpen(from.stream(key));
  if (!content) return null;
  // A killed run may have left a part of it.
  await to.remove(key);
  const hash = createHash('sha256');
  await to.write(key, Readable.from(hashing(content, hash), { objectMode: false }));
  return hash.digest('hex');
}

async function hashIn(store: FileStore, key: string): Promise<string | null> {
  const content = await untilOpen(store.stream(key));
  return content && hashOfStream(content);
}
