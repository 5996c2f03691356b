/** Writes a backup every night, and removes old ones. */
import { setTimeout as pause } from 'node:timers/promises';
import { withSession } from '@servicebook/prisma/with-session';
import type pg from 'pg';
import type { Config } from '../config.ts';
import { keysDirOf } from '../data-dir.ts';
import type { Deps } from '../deps.ts';
import { directUrlOf } from '../platform/database-access.ts';
import { type JobHandler, runsDaily } from '../platform/jobs.ts';
import type { Logger } from '../platform/logger.ts';
import { countRows } from './backup-format.ts';
import type { BackupPlace } from './backup-place.ts';
import { BackupProblem, NoRoom } from './backup-problem.ts';
import { isOfSameDay, momentOf, nightlyName } from './nightly-names.ts';
import { hasBackups, openBackupPlaces } from './open-backup-places.ts';
import { findLostFiles } from './stored-keys.ts';
import { writeBackup } from './write-backup.ts';

const day = 24 * 3_600_000;

/** Held by the server that writes the nightly backup. */
export const nightlyLock = 7_205_316_044;

export interface BackupDeps extends Pick<Deps, 'clock' | 'files' | 'log'> {
  config: Pick<Config, 'backupDir' | 'backupDays' | 'backupS3' | 'dataDir' | 'databaseUrl'> &
    Partial<Pick<Config, 'databaseDirectUrl'>>;
}

const databaseOf = ({ config }: BackupDeps) =>
  directUrlOf({ ...config, databaseUrl: config.databaseUrl ?? '' });

/** Whether another server still writes a backup. Milliseconds. */
const lookEvery = 2_000;

/** A statement that waits for hours would keep the database from tidying up, so it asks again and again. */
async function takeLock(client: pg.Client, log: Logger): Promise<void> {
  for (let waits = 0; ; waits++) {
    const { rows } = await client.query('SELECT WHERE pg_try_advisory_lock($1)', [nightlyLock]);
    if (rows.length > 0) return;
    if (waits === 0) log.info('another server writes a nightly backup, so this one waits');
    await pause(lookEvery);
  }
}

/**
 * Writes a backup of this night to each place, after the one that another server is writing; places that have it already
 * are passed over. Old ones go when a new one is complete, or when there is no room for it.
 * @param places by default, those of the settings
 * @throws BackupProblem if the lock is lost; what one of the places has failed with, after all were tried
 */
export async function writeNightlyBackup(deps: BackupDeps, places?: readonly BackupPlace[]): Promise<void> {
  await withSession(databaseOf(deps), async (client) => {
    await takeLock(client, deps.log.files);
    const gone = new AbortController();
    client.once('end', () => gone.abort(new BackupProblem('The lock of the nightly backup was lost.')));
    const failures: unknown[] = [];
    for (const place of places ?? (await openBackupPlaces(deps.config)))
      await writeTonight(deps, place, gone.signal).catch((error: unknown) => {
        deps.log.files.warn({ err: error, place: place.addressOf('') }, 'no backup could be written here');
        failures.push(error);
      });
    if (failures.length > 0) throw failures[0];
  });
}

async function writeTonight(deps: BackupDeps, place: BackupPlace, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  const { config, clock, files, log } = deps;
  const { backupDays, dataDir } = config;
  const now = clock();
  const name = nightlyName(now);
  const file = place.addressOf(name);
  await place
    .removeDrafts(now)
    .catch((error: unknown) =>
      log.files.error({ err: error, file }, 'unfinished backups could not be removed'),
    );
  const backups = await place.nightly();
  const isOlderThan = (days: number, each: string) => now.getTime() - momentOf(each) > days * day;
  const removeOlderThan = async (days: number, among = backups) => {
    for (const each of among.filter((one) => isOlderThan(days, one)))
      await place.remove(each).then(
        () => log.files.info({ name: each }, 'old backup removed'),
        (error: unknown) => log.files.error({ err: error, name: each }, 'an old backup could not be removed'),
      );
  };
  // The job may come again after its backup was written.
  const existing = backups.find((each) => isOfSameDay(each, name));
  if (existing) {
    log.files.info({ file: place.addressOf(existing) }, 'the backup of this night is there already');
    return;
  }
  const from = {
    databaseUrl: databaseOf(deps),
    files,
    keysDir: keysDirOf(dataDir),
  };
  const about = (lost: readonly string[]) => ({ file, lost: lost.length, keys: lost.slice(0, 20) });
  /** An older backup may have what was lost. */
  const daysFor = (lost: readonly string[]) => (lost.length > 0 ? 4 * backupDays : backupDays);
  /**
   * For the next try. The newest one stays in any case. While files are missing, only the oldest one stays longer: if all
   * did, no backup would be made any more.
   */
  const makeRoom = async () => {
    try {
      const lost = await findLostFiles(from.databaseUrl, files);
      if (lost.length > 0)
        log.files.warn(about(lost), 'files are missing, so the oldest backup makes no room yet');
      const old = backups.slice(0, -1);
      await removeOlderThan(daysFor(lost), old);
      const [_oldest, ...others] = old.filter((each) => !isOlderThan(daysFor(lost), each));
      await removeOlderThan(backupDays, others);
    } catch (error) {
      log.files.error(
        { err: error, file },
        'it is not known whether files are missing, so no old backup makes room',
      );
    }
  };
  try {
    const manifest = await writeBackup(from, { place, name }, now, signal);
    const { lostFiles } = manifest;
    log.files.info({ file, rows: countRows(manifest), files: manifest.files }, 'backup written');
    if (lostFiles.length > 0)
      log.files.error(about(lostFiles), 'files are missing, so old backups stay longer');
    await removeOlderThan(daysFor(lostFiles));
  } catch (error) {
    if (error instanceof NoRoom) await makeRoom();
    throw error;
  }
}

/**
 * A place that is full or away will not be back within seconds, but often is on the same day: after pauses of 15 to 30
 * minutes, twice and four times as much, and then three hours, 22 hours in all at most. The next night brings another job.
 */
const retries = { retryLimit: 9, retryDelay: 900, retryBackoff: true, retryDelayMax: 3 * 3600 };
/** By the early morning, so that somebody can act during the day. */
const attentionAfter = 3;

/** After midnight in UTC. */
const minute = 30;

const placesOf = ({ backupDir, backupS3 }: BackupDeps['config']): string =>
  JSON.stringify([backupDir, backupS3?.endpoint, backupS3?.bucket, backupS3?.prefix]);

export const backupJobs = (deps: BackupDeps): JobHandler[] => [
  {
    ...runsDaily('backup.write', minute, () => writeNightlyBackup(deps)),
    ...{ isLong: true, retries, attentionAfter, isElsewhere: !hasBackups(deps.config) },
    // A place that is set by day gets its first backup at the start, not only in the next night.
    dailyFor: placesOf(deps.config),
  },
];
