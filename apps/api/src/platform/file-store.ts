/** Stores the bytes of files outside the web root, under random keys. The database has their names and types. */
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { constants, createReadStream } from 'node:fs';
import { access, mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { AppError } from './app-error.ts';
import { isDiskFull } from './unavailable.ts';

/**
 * Errors are those of files in Node, whatever the store is: `code` is ENOENT where a file is not there. A store that is no
 * disk adds STORAGE_AWAY: the same call may succeed later.
 */
export interface FileStore {
  /** Stores bytes durably and returns their key. @throws AppError STORAGE_FULL if there is no space. */
  put(bytes: Uint8Array): Promise<string>;
  /** An unused key. */
  newKey(): string;
  /**
   * Stores a stream durably under a key of `newKey`; nothing remains if the stream breaks.
   * @returns the number of bytes
   * @throws AppError STORAGE_FULL if there is no space; errors of the stream
   */
  write(key: string, content: Readable): Promise<number>;
  /** Reads all bytes. @throws if the key is unknown. */
  get(key: string): Promise<Buffer>;
  /** @param range the first byte, and the one after the last; all by default */
  stream(key: string, range?: { start: number; end: number }): Readable;
  /** Removes a file, so that its key can be written again; an unknown key is no error. */
  remove(key: string): Promise<void>;
  /** Keys of all files stored before a moment. */
  keysBefore(moment: Date): AsyncIterable<string>;
  /**
   * Removes unfinished uploads and files that no longer grow, because their server died or the connection ended.
   * @returns the number of removed files
   */
  removePartial(before: Date): Promise<number>;
  /** Folder on this server's disk for unfinished uploads, named by `newKey`. */
  uploadDir: string;
  /** @throws if the store cannot be reached now, or nothing is known of it in time; only a write shows whether it takes files */
  check(inTime: AbortSignal): Promise<void>;
}

export const keyPattern = /^[0-9a-f]{40}$/;

/** A file store in a local folder, spread over 256 subfolders. @param dir created if missing. */
export async function openLocalFileStore(dir: string): Promise<FileStore> {
  const partial = path.join(dir, 'partial');
  await mkdir(partial, { recursive: true });
  const placeOf = (key: string): string => {
    if (!keyPattern.test(key)) throw new Error('not a key of the file store');
    return path.join(dir, key.slice(0, 2), key);
  };
  const store = async (key: string, content: Uint8Array | Readable): Promise<number> => {
    const place = placeOf(key);
    const temporary = path.join(partial, key);
    try {
      await mkdir(path.dirname(place), { recursive: true });
      const file = await open(temporary, 'wx', 0o600);
      let size: number;
      try {
        await file.writeFile(content);
        await file.sync();
        size = (await file.stat()).size;
      } finally {
        await file.close();
      }
      await rename(temporary, place);
      return size;
    } catch (error) {
      await rm(temporary, { force: true });
      throw isDiskFull(error) ? new AppError('STORAGE_FULL', {}, error) : error;
    }
  };
  const newKey = () => randomBytes(20).toString('hex');
  return {
    newKey,
    uploadDir: partial,
    write: store,
    async put(bytes) {
      const key = newKey();
      await store(key, bytes);
      return key;
    },
    get: (key) => readFile(placeOf(key)),
    stream: (key, range) =>
      createReadStream(placeOf(key), range ? { start: range.start, end: range.end - 1 } : {}),
    async remove(key) {
      await rm(placeOf(key), { force: true });
      await rm(path.join(partial, key), { force: true });
    },
    async removePartial(before) {
      let removed = 0;
      for (const name of await readdir(partial)) {
        const place = path.join(partial, name);
        const stats = await stat(place).catch(() => null);
        if (!stats || stats.mtime >= before) continue;
        await rm(place, { force: true });
        removed++;
      }
      return removed;
    },
    async *keysBefore(moment) {
      for (const folder of await readdir(dir)) {
        if (!/^[0-9a-f]{2}$/.test(folder)) continue;
        for (const key of await readdir(path.join(dir, folder))) {
          // It may be gone by now.
          const stats = await stat(path.join(dir, folder, key)).catch(() => null);
          if (stats && stats.mtime < moment && keyPattern.test(key)) yield key;
        }
      }
    },
    check: () => access(partial, constants.R_OK | constants.W_OK),
  };
}

/** Null for a file that is gone. @throws any other error of the store */
export const nullIfGone = (error: unknown): null => {
  if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
  throw error;
};

/** All bytes of a file; null if it is gone. @throws any other error of the store */
export const getIfThere = (files: Pick<FileStore, 'get'>, key: string): Promise<Buffer | null> =>
  files.get(key).catch(nullIfGone);

/** Waits until a stream of the store is open; null if its file is gone. @throws any other error of the stream */
export const untilOpen = (stream: Readable): Promise<Readable | null> =>
  once(stream, 'readable').then(() => stream, nullIfGone);
