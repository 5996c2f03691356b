/** The file store that the settings name. */
import path from 'node:path';
import { type Config, ConfigError } from './config.ts';
import { type FileStore, openLocalFileStore } from './platform/file-store.ts';
import { openS3FileStore } from './platform/s3-file-store.ts';

/** For a first answer, which may need a name, a connection and a role; in milliseconds. */
const firstAnswerWithin = 15_000;

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
    const where = s3.endpoint ?? `Amazon S3 in ${s3.region}`;
    throw new ConfigError([
      `S3_BUCKET: the bucket ${s3.bucket} at ${where} cannot be used: ${(error as Error).message}`,
    ]);
  }
  return files;
}
