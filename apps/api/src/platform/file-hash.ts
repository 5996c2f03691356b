import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** SHA-256 of a file, as hex. */
export const hashOf = (path: string): Promise<string> => hashOfStream(createReadStream(path));

/** SHA-256 of everything that a stream has, as hex. */
export async function hashOfStream(content: Readable): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(content, hash);
  return hash.digest('hex');
}
