import { createHash } from 'node:crypto';
import { closeSync } from 'node:fs';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import yauzl, { type Entry, type ZipFile } from 'yauzl';
import { hashesPath, hashing, Manifest, manifestPath } from './backup-format.ts';
import type { BackupFile } from './backup-place.ts';
import { BackupProblem } from './backup-problem.ts';

export interface BackupReader {
  manifest: Manifest;
  /** Names of all entries that begin with a prefix. */
  namesOf(prefix: string): string[];
  /** An entry; the stream fails if its hash is not the one that was written down. */
  open(name: string): Promise<Readable>;
  close(): void;
}

/**
 * @param source is closed with the reader, and if it cannot be read
 * @throws BackupProblem if the file is no complete backup of a version that is known here
 */
export async function openBackup(source: BackupFile): Promise<BackupReader> {
  const file = typeof source === 'string' ? source : source.address;
  const zip = await openZip(source).catch((error: Error) => {
    throw new BackupProblem(`${file} is no backup: ${error.message}`);
  });
  try {
    const entries = new Map<string, Entry>();
    for await (const entry of zip.eachEntry()) entries.set(entry.fileName, entry);
    const requireEntry = (name: string): Entry => {
      const entry = entries.get(name);
      if (!entry) throw new BackupProblem(`${file} is no complete backup: it has no ${name}.`);
      return entry;
    };
    const read = (name: string): Promise<Readable> => zip.openReadStreamPromise(requireEntry(name));
    const hashes = new Map<string, string>();
    for (const line of (await text(await read(hashesPath))).split('\n'))
      if (line) hashes.set(line.slice(66), line.slice(0, 64));
    for (const name of hashes.keys()) requireEntry(name);
    const open = async (name: string) => Readable.from(checked(name, await read(name), hashes.get(name)));
    const parsed = Manifest.safeParse(JSON.parse(await text(await open(manifestPath))));
    if (!parsed.success) throw new BackupProblem(`${file} is of another version of Servicebook.`);
    return {
      manifest: parsed.data,
      namesOf: (prefix) => [...entries.keys()].filter((name) => name.startsWith(prefix)),
      open,
      close: () => zip.close(),
    };
  } catch (error) {
    zip.close();
    throw error;
  }
}

async function openZip(source: BackupFile): Promise<ZipFile> {
  const options = { lazyEntries: true, autoClose: false } as const;
  if (typeof source === 'string') return yauzl.openPromise(source, options);
  try {
    return await yauzl.fromFdPromise(source.fd, options);
  } catch (error) {
    closeSync(source.fd);
    throw error;
  }
}

async function* checked(
  name: string,
  content: AsyncIterable<Buffer>,
  expected: string | undefined,
): AsyncGenerator<Buffer> {
  const hash = createHash('sha256');
  yield* hashing(content, hash);
  if (hash.digest('hex') !== expected) throw new BackupProblem(`The backup is damaged: ${name} was changed.`);
}
