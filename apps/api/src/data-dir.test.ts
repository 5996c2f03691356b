/** The folder of the data: made at the start, or refused with a sentence. */
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openBackupDir, openDataDir } from './data-dir.ts';

let place: string;
beforeEach(async () => {
  place = await mkdtemp(path.join(tmpdir(), 'servicebook-data-'));
});
afterEach(() => rm(place, { recursive: true, force: true }));

it('is made with the folders above it', async () => {
  const dataDir = path.join(place, 'a', 'b');
  await openDataDir(dataDir);
  await openDataDir(dataDir);
  expect((await stat(dataDir)).isDirectory()).toBe(true);
});

it.each(['', 'below'])('that is a file, or below one, is refused with what to do: %s', async (below) => {
  const file = path.join(place, 'file');
  await writeFile(file, 'text');
  const refused = openDataDir(path.join(file, below)).then(
    () => 'opened',
    (error: Error) => `${error.name} ${error.message}`.replaceAll(place, ''),
  );
  expect(await refused).toContain(
    `DATA_DIR: ${path.join('/file', below)} is no folder, or lies below a file.`,
  );
  expect(await readFile(file, 'utf8')).toBe('text');
});

it('of backups is never made: in place of a disk that is not mounted, it would fill another one', async () => {
  const backupDir = path.join(place, 'mounted later');
  await expect(openBackupDir(backupDir)).rejects.toThrow(`BACKUP_DIR: there is no folder ${backupDir}.`);
  await expect(stat(backupDir)).rejects.toThrow('ENOENT');
  await openBackupDir(place);
});
