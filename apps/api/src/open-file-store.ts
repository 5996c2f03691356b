/** The file store that the settings name. */
import path from 'node:path';
import { type Config, ConfigError } from './config.ts';
import type { S3Settings } from './platform/bucket.ts';
import { type FileStore, openLocalFileStore } from './platform/file-store.ts';
import { openS3FileStore } from './platform/s3-file-store.ts';

/** For a first answer, which may need a name, a connection and a role; in milliseconds. */
export const firstAnswerWithin = 15_000;

/** @throws ConfigError if the bucket cannot be used, and says why */
export async function openFileStore({ dataDir, s3 }: Pick<Config, 'dataDir' | 's3'>): Promise<FileStore> {
  const local = await openLocalFileStore(path.join(dataDir, 'files'));
  if (!s3) return local;
  // Only here: to load it takes half a second and 50 MB.
  const { openBucket } = await import('./platform/bucket.ts');
  const files = openS3FileStore(openBucket(s3), local);
  try {
    await files.check(AbortSignal.timeout(firstAnswerWithin));
  } catch (error) {
    throw cannotBeUsed('S3_BUCKET', s3, error as Error);
  }
  return files;
}

/** What the operator is told of a bucket. */
export function cannotBeUsed(setting: string, s3: S3Settings, { message }: Error): ConfigError {
  const where = s3.endpoint ?? `Amazon S3 in ${s3.region}`;
  return new ConfigError([`${setting}: the bucket ${s3.bucket} at ${where} cannot be used: ${message}`]);
}
