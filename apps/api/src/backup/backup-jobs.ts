/** Writes a backup every night, and removes old ones. */
import { readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Config } from '../config.ts';
import type { Deps } from '../deps.ts';
import { directUrlOf } from '../platform/database-access.ts';
import { runsAt } from '../platform/jobs.ts';
import { countRows } from './backup-format.ts';
import { NoRoom, writeBackup } from './write-backup.ts';

const hour = 3_600_000;
const day = 24 * hour;
const ours = /^servicebook-(\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d)\.zip$/;
/** What a killed server has left. It no longer grows. */
const draftOfOurs = /^servicebook-[-0-9T]+\.zip\.[0-9a-f]+\.part$/;
const nameOf = (moment: Date) => `servicebook-${moment.toISOString().slice(0, 19).replaceAll(':', '-')}.zip`;
const momentOf = (name: string) => {
  const [date, time = ''] = ours.exec(name)?.[1]?.split('T') ?? [];
  return date ? Date.parse(`${date}T${time.replaceAll('-', ':')}Z`) : null;
};

export interface BackupDeps extends Pick<Deps, 'clock' | 'files' | 'log'> {
  config: Pick<Config, 'backupDir' | 'backupDays' | 'dataDir' | 'databaseUrl'> &
    Partial<Pick<Config, 'databaseDirectUrl'>>;
}

/**
 * Does nothing if no folder is set. Old backups go when a new one is complete, or when there is no room for it.
 * @param room bytes that stay free on the disk
 */
export async function writeNightlyBackup(
  { config, clock, files, log }: BackupDeps,
  room?: number,
): Promise<void> {
  const { backupDir, backupDays, dataDir, databaseUrl = '' } = config;
  if (!backupDir) return;
  const now = clock();
  const remove = async (name: string) =>
    rm(path.join(backupDir, name)).catch((error: unknown) =>
      log.files.error({ err: error, name }, 'an old backup could not be removed'),
    );
  const names = (await readdir(backupDir)).sort();
  for (const name of names) {
    if (!draftOfOurs.test(name)) continue;
    const { mtimeMs } = await stat(path.join(backupDir, name));
    if (now.getTime() - mtimeMs > hour) await remove(name);
  }
  const backups = names.filter((name) => ours.test(name));
  const removeOlderThan = async (days: number, among = backups) => {
    for (const name of among) if (now.getTime() - (momentOf(name) ?? 0) > days * day) await remove(name);
  };
  // The job may come again after its backup was written.
  if (backups.some((name) => name.startsWith(nameOf(now).slice(0, 'servicebook-2026-11-27'.length)))) return;
  const file = path.join(backupDir, nameOf(now));
  const from = {
    databaseUrl: directUrlOf({ ...config, databaseUrl }),
    files,
    keysDir: path.join(dataDir, 'keys'),
  };
  try {
    const { manifest, lostFiles } = await writeBackup(from, file, now, room);
    log.files.info({ file, rows: countRows(manifest), files: manifest.files }, 'backup written');
    if (lostFiles.length > 0) {
      const keys = lostFiles.slice(0, 20);
      log.files.error(
        { file, lost: lostFiles.length, keys },
        'files are missing, so old backups stay longer',
      );
    }
    // An older backup may have what was lost.
    await removeOlderThan(lostFiles.length > 0 ? 4 * backupDays : backupDays);
  } catch (error) {
    // The next try has more room. The newest one stays in any case.
    if (error instanceof NoRoom || isFull(error)) await removeOlderThan(backupDays, backups.slice(0, -1));
    throw error;
  }
}

/** Of the disk of the backups, not of the database. */
const isFull = (error: unknown): boolean =>
  ['ENOSPC', 'EDQUOT'].includes((error as NodeJS.ErrnoException).code ?? '');

/** A disk that is full or away will not be back within seconds. The next night brings another job. */
const retries = { retryLimit: 3, retryDelay: 900, retryBackoff: false };

export const backupJobs = (deps: BackupDeps) => [
  { ...runsAt('backup.write', '30 0 * * *', () => writeNightlyBackup(deps)), isLong: true, retries },
];
