/** Files as objects of a bucket. Uploads under way stay on the disk of their server. */
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { Bucket } from './bucket.ts';
import { type FileStore, keyPattern } from './file-store.ts';

/** The same as in a local folder, so that any tool can copy from one to the other. */
const nameOf = (key: string): string => {
  if (!keyPattern.test(key)) throw new Error('not a key of the file store');
  return `${key.slice(0, 2)}/${key}`;
};

/** Null: something else that lies in the bucket. */
const keyOf = (name: string): string | null => {
  const key = name.slice(-40);
  return keyPattern.test(key) && nameOf(key) === name ? key : null;
};

/** Nothing is asked of the bucket yet. @param local holds what this server has not stored yet */
export function openS3FileStore(bucket: Bucket, local: FileStore): FileStore {
  const write: FileStore['write'] = (key, content) => bucket.write(nameOf(key), content);
  const stream: FileStore['stream'] = (key, range) => bucket.stream(nameOf(key), range);
  return {
    newKey: local.newKey,
    uploadDir: local.uploadDir,
    write,
    stream,
    async put(bytes) {
      const key = local.newKey();
      await write(key, Readable.from([bytes]));
      return key;
    },
    get: (key) => buffer(stream(key)),
    remove: (key) => bucket.remove(nameOf(key)),
    async *keysBefore(moment) {
      for await (const { name, at } of bucket.list()) {
        const key = at < moment && keyOf(name);
        if (key) yield key;
      }
    },
    async removePartial(before) {
      const removed = await local.removePartial(before);
      const given = await Array.fromAsync(bucket.removePartial(before, (name) => keyOf(name) !== null));
      return removed + given.length;
    },
    check: (inTime) => bucket.check(inTime),
  };
}
