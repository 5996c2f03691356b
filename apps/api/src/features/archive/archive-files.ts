/** The files of an archive: from its parts into the store, under keys that any server finds again. */
import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import type { Deps } from '../../deps.ts';
import { exportedTables } from '../export/account-tables.ts';
import { comesBack } from './archive-check.ts';
import type { ArchiveReader } from './archive-reader.ts';

/** The key of a file in the store. It follows from the archive, so what a dead server has left is overwritten. */
export const keyOfFile = (seed: string, fileId: number): string =>
  createHash('sha256').update(`${seed}/${fileId}`).digest('hex').slice(0, 40);

const storedFiles = {
  ...exportedTables.find(({ model }) => model === 'StoredFile'),
} as (typeof exportedTables)[number];

/**
 * Stores the files that come back.
 * @param stillMine throws if another server has finished it, whose files have the same keys
 * @param tell is told how many bytes were stored
 * @throws Faulty if a hash is wrong
 */
export async function storeFiles(
  deps: Pick<Deps, 'files'>,
  archive: ArchiveReader,
  seed: string,
  { stillMine, tell }: { stillMine: () => Promise<void>; tell: (bytes: number) => Promise<void> },
): Promise<void> {
  const packed = new Map(archive.manifest.files.map((file) => [file.id, file]));
  for await (const { row } of archive.rows(storedFiles.file)) {
    const id = Number(row.id);
    const file = packed.get(id);
    if (!file || file.path === null || !comesBack(storedFiles, row)) continue;
    const key = keyOfFile(seed, id);
    await stillMine();
    await deps.files.remove(key);
    const content: Readable = await archive.file(file);
    await tell(await deps.files.write(key, content));
  }
}

/** Removes what `storeFiles` has stored. */
export async function removeStored(
  deps: Pick<Deps, 'files'>,
  { manifest }: ArchiveReader,
  seed: string,
): Promise<void> {
  for (const { id } of manifest.files) if (id !== null) await deps.files.remove(keyOfFile(seed, id));
}
