/**
 * Backups in a bucket. A backup is whole when a file with its hash lies beside it, NAME.sha256 as of `sha256sum`: it is
 * written after the backup was read back, and removed first. Beside a backup by hand it is there before, empty, because an
 * upload has nothing but its name to show that it is a backup.
 */
import { createHash } from 'node:crypto';
import { closeSync, createWriteStream, openSync } from 'node:fs';
import { mkdtemp, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { addAbortSignal, Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { AppError } from '../platform/app-error.ts';
import type { Bucket, S3Settings } from '../platform/bucket.ts';
import { hashOfStream } from '../platform/file-hash.ts';
import { nullIfGone } from '../platform/file-store.ts';
import { hashing } from './backup-format.ts';
import { type BackupPlace, exists } from './backup-place.ts';
import { BackupProblem, NoRoom } from './backup-problem.ts';
import { isNightly, momentOf, nightlyStart } from './nightly-names.ts';

const hour = 3_600_000;
/** No job takes longer: by then, nobody is writing such a backup or reading it back. Milliseconds. */
const abandonedAge = 24 * hour;
/** Later than any upload: also the youngest is given up. */
const endOfTime = new Date(8.64e15);
const megabyte = 1024 * 1024;

const hashNameOf = (name: string) => `${name}.sha256`;

export function backupBucket(bucket: Bucket, where: Pick<S3Settings, 'bucket' | 'prefix'>): BackupPlace {
  const addressOf = (name: string) => `s3://${where.bucket}/${where.prefix}${name}`;

  async function remove(name: string): Promise<void> {
    await bucket.remove(hashNameOf(name));
    await bucket.remove(name);
  }

  /** Names of the nightly ones, and whether each is whole. */
  async function listNightly(): Promise<[name: string, isWhole: boolean][]> {
    const names = new Set<string>();
    for await (const { name } of bucket.list(nightlyStart)) names.add(name);
    return [...names].filter(isNightly).map((name) => [name, names.has(hashNameOf(name))]);
  }

  /** A backup by hand that is not whole. Others write files with hashes too, but none of them empty. */
  const isMarked = async (name: string) => !isNightly(name) && (await bucket.sizeOf(hashNameOf(name))) === 0;

  /** Null: nobody has written it down, which does not make a backup that was read so far a bad one. */
  async function expectedHash(name: string): Promise<string | null> {
    const line = await text(bucket.stream(hashNameOf(name))).catch(nullIfGone);
    return line?.slice(0, 64) || null;
  }

  /** Uploads, and then their marks: a name may have been tried several times. */
  async function giveUp(before: Date, isOurs: (name: string) => Promise<boolean>): Promise<void> {
    const names = new Set<string>();
    try {
      for await (const name of bucket.removePartial(before, isOurs)) names.add(name);
    } finally {
      for (const name of names) await bucket.remove(hashNameOf(name));
    }
  }

  async function removeDraftsByHand(now: Date): Promise<void> {
    const before = new Date(now.getTime() - abandonedAge);
    await giveUp(before, isMarked);
  }

  async function removeUnfinished(now: Date): Promise<void> {
    for (const [name, isWhole] of await listNightly())
      if (!isWhole && now.getTime() - momentOf(name) > abandonedAge) await remove(name);
  }

  return {
    addressOf,
    remove,
    async nightly() {
      const whole = (await listNightly()).filter(([, isWhole]) => isWhole);
      return whole.map(([name]) => name).sort();
    },
    async write(name, content, signal) {
      if ((await bucket.sizeOf(name)) !== null) throw exists(addressOf(name));
      // A try that was killed, whose mark this one is going to need.
      if (await isMarked(name)) await giveUp(endOfTime, async (each) => each === name);
      const hash = createHash('sha256');
      try {
        if (!isNightly(name)) await bucket.write(hashNameOf(name), Readable.from([]));
        const sending = hashing(addAbortSignal(signal, content()), hash);
        await bucket.write(name, Readable.from(sending, { objectMode: false }));
        const sent = hash.digest('hex');
        const stored = await hashOfStream(addAbortSignal(signal, bucket.stream(name)));
        if (stored !== sent)
          throw new BackupProblem(
            `${addressOf(name)} did not arrive as it was sent: its SHA-256 is ${stored}, not ${sent}.`,
          );
        await bucket.write(hashNameOf(name), Readable.from([`${sent}  ${path.basename(name)}\n`]));
      } catch (error) {
        // What cannot be removed now goes with the drafts.
        await remove(name).catch(() => {});
        // The database has a disk of its own, and its own word for a full one.
        const isFull =
          error instanceof AppError && (error.cause as NodeJS.ErrnoException | undefined)?.code === 'ENOSPC';
        throw isFull ? new NoRoom(`The bucket of ${addressOf(name)} is full.`, { cause: error }) : error;
      }
    },
    removeDraftsByHand,
    async removeDrafts(now) {
      const steps = [
        () => Array.fromAsync(bucket.removePartial(new Date(now.getTime() - hour), isNightly)),
        () => removeDraftsByHand(now),
        () => removeUnfinished(now),
      ];
      const failures: unknown[] = [];
      for (const step of steps) await step().catch((error: unknown) => failures.push(error));
      if (failures.length > 0) throw failures[0];
    },
    async fetch(name) {
      const size = await bucket.sizeOf(name);
      if (size === null) throw new BackupProblem(`There is no ${addressOf(name)}.`);
      const { bavail, bsize } = await statfs(tmpdir());
      if (bavail * bsize < size)
        throw new BackupProblem(
          `${addressOf(name)} needs ${Math.ceil(size / megabyte)} MB in ${tmpdir()}, which has ${Math.floor((bavail * bsize) / megabyte)} MB. Set TMPDIR to a folder with more room.`,
        );
      const fd = await openUnnamed();
      try {
        const hash = createHash('sha256');
        const content = hashing(bucket.stream(name), hash);
        await pipeline(content, createWriteStream('', { fd, autoClose: false }));
        const expected = await expectedHash(name);
        if (expected !== null && hash.digest('hex') !== expected)
          throw new BackupProblem(`The backup is damaged: ${addressOf(name)} is not what was stored.`);
        return { fd, address: addressOf(name) };
      } catch (error) {
        closeSync(fd);
        throw error;
      }
    },
  };
}

/** A temporary file without a name: nothing remains of it after its process, even if that is killed. */
async function openUnnamed(): Promise<number> {
  const folder = await mkdtemp(path.join(tmpdir(), 'servicebook-backup-'));
  try {
    return openSync(path.join(folder, 'backup.zip'), 'wx+', 0o600);
  } finally {
    await rm(folder, { recursive: true });
  }
}
