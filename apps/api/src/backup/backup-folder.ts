/** Backups in a folder of this machine. */
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { open, readdir, rename, rm, stat, statfs } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { nullIfGone } from '../platform/file-store.ts';
import { type BackupPlace, exists } from './backup-place.ts';
import { BackupProblem, NoRoom } from './backup-problem.ts';
import { isNightly } from './nightly-names.ts';

/** A backup must not fill a disk on which others write. Bytes. */
const leastRoom = 500 * 1024 * 1024;
/** So much is written between two looks at the disk. Bytes. */
const lookEvery = 16 * 1024 * 1024;
const hour = 3_600_000;
/** A draft that has not grown for so long is nobody's: only one server writes nightly ones. Milliseconds. */
const draftAge = { nightly: hour, byHand: 24 * hour };

/** Any file may lie beside a backup by hand, so a draft has our name in it; that of a nightly one once had not. */
const draftOf = (name: string) => `${name}.servicebook.${randomBytes(4).toString('hex')}.part`;
const draftName = /^(?<of>.+?)(?<ours>\.servicebook)?\.[0-9a-f]{8}\.part$/;

/** @param folder is never made @param room bytes that stay free on its disk */
export function backupFolder(folder: string, room = leastRoom): BackupPlace {
  const addressOf = (name: string) => path.join(folder, name);
  const remove = (name: string) => rm(addressOf(name), { force: true });

  async function removeDrafts(now: Date, kinds: readonly (keyof typeof draftAge)[]): Promise<void> {
    for (const name of (await readdir(folder).catch(nullIfGone)) ?? []) {
      const kind = kindOfDraft(name);
      if (!kind || !kinds.includes(kind)) continue;
      const draft = await stat(addressOf(name)).catch(nullIfGone);
      if (draft && now.getTime() - draft.mtimeMs > draftAge[kind]) await remove(name);
    }
  }

  return {
    addressOf,
    remove,
    nightly: async () => (await readdir(folder)).filter(isNightly).sort(),
    async write(name, content, signal) {
      const target = addressOf(name);
      if (!existsSync(folder)) throw new BackupProblem(`There is no folder ${folder}.`);
      if (existsSync(target)) throw exists(target);
      const draft = draftOf(target);
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
    removeDrafts: (now) => removeDrafts(now, ['nightly', 'byHand']),
    removeDraftsByHand: (now) => removeDrafts(now, ['byHand']),
    async fetch(name) {
      const file = addressOf(name);
      const found = await stat(file).catch(nullIfGone);
      if (!found) throw new BackupProblem(`There is no ${file}.`);
      if (found.isDirectory()) throw new BackupProblem(`${file} is a folder.`);
      return file;
    },
  };
}

/** Of which kind of backup it is the draft; null: it is none. */
function kindOfDraft(name: string): keyof typeof draftAge | null {
  const { of = '', ours } = draftName.exec(name)?.groups ?? {};
  if (isNightly(of)) return 'nightly';
  return ours ? 'byHand' : null;
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
        throw new NoRoom(
          `The disk of ${folder} is nearly full: a backup leaves ${Math.round(room / 1024 ** 2)} MB for others.`,
        );
      unseen = 0;
    }
    yield chunk;
  }
}
