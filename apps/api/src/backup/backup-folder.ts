/** Backups in a folder of this machine. */
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { open, readdir, rename, rm, stat, statfs } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { type BackupPlace, exists } from './backup-place.ts';
import { NoRoom } from './backup-problem.ts';
import { isNightly } from './nightly-names.ts';

/** A backup must not fill a disk on which others write. Bytes. */
const leastRoom = 500 * 1024 * 1024;
/** So much is written between two looks at the disk. Bytes. */
const lookEvery = 16 * 1024 * 1024;
/** A draft that has not grown for so long is nobody's. Milliseconds. */
const draftAge = 3_600_000;

const ofDraft = /\.[0-9a-f]{8}\.part$/;

/** @param folder is never made @param room bytes that stay free on its disk */
export function backupFolder(folder: string, room = leastRoom): BackupPlace {
  const addressOf = (name: string) => path.join(folder, name);
  const remove = (name: string) => rm(addressOf(name), { force: true });
  return {
    addressOf,
    remove,
    nightly: async () => (await readdir(folder)).filter(isNightly).sort(),
    async write(name, content, signal) {
      const target = addressOf(name);
      if (existsSync(target)) throw exists(target);
      const draft = `${target}.${randomBytes(4).toString('hex')}.part`;
      try {
        const output = await open(draft, 'wx', 0o600);
        await pipeline(
          content(),
          (bytes) => whileRoom(bytes, folder, room),
          output.createWriteStream({ flush: true }),
          { signal },
        );
        await rename(draft, target);
      } catch (error) {
        await rm(draft, { force: true });
        throw isFull(error) ? new NoRoom(`The disk of ${folder} is full.`, { cause: error }) : error;
      }
    },
    async removeDrafts(now) {
      for (const name of await readdir(folder)) {
        if (!ofDraft.test(name) || !isNightly(name.replace(ofDraft, ''))) continue;
        const { mtimeMs } = await stat(addressOf(name));
        if (now.getTime() - mtimeMs > draftAge) await remove(name);
      }
    },
    removeUploads: async () => {},
    fetch: async (name) => addressOf(name),
  };
}

/** Of the disk of the backups, not of the database. */
const isFull = (error: unknown): boolean =>
  ['ENOSPC', 'EDQUOT'].includes((error as NodeJS.ErrnoException).code ?? '');

/** Passes on what is to be written. @throws NoRoom before the disk is full */
async function* whileRoom(
  bytes: AsyncIterable<Buffer>,
  folder: string,
  room: number,
): AsyncGenerator<Buffer> {
  let unseen = lookEvery;
  for await (const chunk of bytes) {
    unseen += chunk.length;
    if (unseen >= lookEvery) {
      const { bavail, bsize } = await statfs(folder);
      if (bavail * bsize < room)
        throw new NoRoom(`The disk of ${folder} is nearly full: a backup leaves some room for others.`);
      unseen = 0;
    }
    yield chunk;
  }
}
