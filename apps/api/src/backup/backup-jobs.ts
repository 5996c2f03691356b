/** Writes a backup every night, and removes old ones. */
import { readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Deps } from '../deps.ts';
import { directUrlOf } from '../platform/database-access.ts';
import { runsAt } from '../platform/jobs.ts';
import { countRows } from './backup-format.ts';
import { writeBackup } from './write-backup.ts';

const day = 24 * 3_600_000;
/** Also what a killed server has left of one. */
const ours = /^servicebook-(\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d)\.zip(\.[0-9a-f]+\.part)?$/;
const nameOf = (moment: Date) => `servicebook-${moment.toISOString().slice(0, 19).replaceAll(':', '-')}.zip`;
const momentOf = (name: string) => {
  const [date, time = ''] = ours.exec(name)?.[1]?.split('T') ?? [];
  return date ? Date.parse(`${date}T${time.replaceAll('-', ':')}Z`) : null;
};

type BackupDeps = Pick<Deps, 'config' | 'clock' | 'files' | 'log'>;

/** Does nothing if no folder is set. Old backups go only when a new one is complete. */
export async function writeNightlyBackup({ config, clock, files, log }: BackupDeps): Promise<void> {
  const { backupDir, backupDays, dataDir, databaseUrl = '' } = config;
  if (!backupDir) return;
  const now = clock();
  const today = nameOf(now).slice(0, 'servicebook-2026-11-27'.length);
  // The job may come again after its backup was written.
  if ((await readdir(backupDir)).some((name) => name.startsWith(today) && name.endsWith('.zip'))) return;
  const file = path.join(backupDir, nameOf(now));
  const from = {
    databaseUrl: directUrlOf({ ...config, databaseUrl }),
    files,
    keysDir: path.join(dataDir, 'keys'),
  };
  const manifest = await writeBackup(from, file, now);
  const { missingFiles } = manifest;
  log.files.info({ file, rows: countRows(manifest), files: manifest.files }, 'backup written');
  if (missingFiles.length > 0)
    log.files.warn({ file, keys: missingFiles }, 'files were removed or missing when the backup was written');
  for (const name of await readdir(backupDir)) {
    const moment = momentOf(name);
    if (moment === null || now.getTime() - moment <= backupDays * day) continue;
    await rm(path.join(backupDir, name)).catch((error: unknown) =>
      log.files.error({ err: error, name }, 'an old backup could not be removed'),
    );
  }
}

export const backupJobs = (deps: BackupDeps) => [
  { ...runsAt('backup.write', '30 0 * * *', () => writeNightlyBackup(deps)), isLong: true },
];
