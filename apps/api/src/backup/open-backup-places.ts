/** The places of backups that the settings and the commands name. */
import path from 'node:path';
import type { Config } from '../config.ts';
import { cannotBeUsed, firstAnswerWithin } from '../open-file-store.ts';
import type { S3Settings } from '../platform/bucket.ts';
import type { Logger } from '../platform/logger.ts';
import { backupBucket } from './backup-bucket.ts';
import { backupFolder } from './backup-folder.ts';
import type { BackupAddress, BackupPlace } from './backup-place.ts';
import { BackupProblem } from './backup-problem.ts';
import { momentOf } from './nightly-names.ts';

type Settings = Pick<Config, 'backupDir' | 'backupS3'>;

export const hasBackups = ({ backupDir, backupS3 }: Settings): boolean =>
  backupDir !== null || backupS3 !== null;

/** Where each night's backup goes, by the settings. Nothing is asked of a bucket yet. */
export async function openBackupPlaces({ backupDir, backupS3 }: Settings): Promise<BackupPlace[]> {
  const places: BackupPlace[] = [];
  if (backupDir !== null) places.push(backupFolder(backupDir));
  if (backupS3 !== null) places.push(await inBucket(backupS3));
  return places;
}

/** When the newest nightly backup was begun, in the place that is furthest behind; -Infinity if one of them has none. */
export async function newestBackupOf(places: readonly BackupPlace[]): Promise<number> {
  const newest = await Promise.all(places.map(async (place) => (await place.nightly()).at(-1)));
  return Math.min(...newest.map((name) => (name ? momentOf(name) : Number.NEGATIVE_INFINITY)));
}

/**
 * Asks for the bucket of the nightly backups. One that does not answer is logged: it is needed at night only.
 * @throws ConfigError if it refuses us
 */
export async function checkBackupBucket(settings: S3Settings, log: Logger): Promise<void> {
  const { openBucket, isRefusal } = await import('../platform/bucket.ts');
  try {
    await openBucket(settings).check(AbortSignal.timeout(firstAnswerWithin));
  } catch (error) {
    if (isRefusal(error)) throw cannotBeUsed('BACKUP_S3_BUCKET', settings, error as Error);
    log.error({ err: error }, 'the bucket of the backups does not answer');
  }
}

const bucketAddress = /^s3:\/\/(?<bucket>[^/]+)\/(?<prefix>(?:[^/]+\/)*)(?<name>[^/]+)$/;

/**
 * @param address a path, or s3://BUCKET/NAME: a bucket in the store of BACKUP_S3_*, or of S3_* without those
 * @throws BackupProblem if nothing says which store that is
 */
export async function backupAt(
  address: string,
  { backupS3, s3 }: Pick<Config, 'backupS3' | 's3'>,
): Promise<BackupAddress> {
  if (!address.startsWith('s3://')) {
    const file = path.resolve(address);
    return { place: backupFolder(path.dirname(file)), name: path.basename(file) };
  }
  const { bucket, prefix = '', name } = bucketAddress.exec(address)?.groups ?? {};
  if (!bucket || !name)
    throw new BackupProblem(`${address} is no address such as s3://BUCKET/FOLDER/NAME.zip.`);
  const store = backupS3 ?? s3;
  if (!store)
    throw new BackupProblem('BACKUP_S3_BUCKET is not set, so it is not known which store is meant.');
  return { place: await inBucket({ ...store, bucket, prefix }), name };
}

async function inBucket(settings: S3Settings): Promise<BackupPlace> {
  // Only here: to load the SDK takes half a second and 50 MB.
  const { openBucket, largeObjects } = await import('../platform/bucket.ts');
  return backupBucket(openBucket(settings, largeObjects), settings);
}
