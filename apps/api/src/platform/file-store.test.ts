/** What both stores promise. TEST_S3_BUCKET and the like name another bucket than that of the stand-in. */
import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '../config.ts';
import { openFileStore } from '../open-file-store.ts';
import { openS3Server } from '../testing/s3-server.ts';
import { type FileStore, getIfThere, untilOpen } from './file-store.ts';

/** Larger than two parts of an upload to S3. */
const large = 11 * 1024 * 1024;
const inAMinute = () => new Date(Date.now() + 60_000);
const aMinuteAgo = () => new Date(Date.now() - 60_000);

const otherBucket = Object.fromEntries(
  Object.entries(process.env)
    .filter(([name]) => name.startsWith('TEST_S3_'))
    .map(([name, value]) => [name.slice('TEST_'.length), value]),
);

async function bucketSettings() {
  if (Object.keys(otherBucket).length > 0) return { settings: otherBucket, close: async () => {} };
  return openS3Server();
}

describe.each([
  { name: 'in a folder', open: async () => ({ settings: {}, close: async () => {} }) },
  { name: 'in a bucket', open: bucketSettings },
])('files $name', ({ open }) => {
  let dir: string;
  let store: FileStore;
  let close: () => Promise<void>;
  beforeAll(async () => {
    dir = await mkdtemp(path.join(tmpdir(), 'servicebook-store-'));
    const opened = await open();
    close = opened.close;
    store = await openFileStore(readConfig({ ...opened.settings, DATA_DIR: dir }));
  });
  afterAll(async () => {
    await close();
    await rm(dir, { recursive: true });
  });

  async function keysBefore(moment: Date): Promise<string[]> {
    const keys: string[] = [];
    for await (const key of store.keysBefore(moment)) keys.push(key);
    return keys.sort();
  }
  async function expectNothing() {
    expect(await keysBefore(inAMinute())).toEqual([]);
    expect(await store.removePartial(inAMinute())).toBe(0);
  }
  const textOf = async (key: string) => (await store.get(key)).toString();

  it('stores a stream under its key and returns its length', async () => {
    const key = store.newKey();
    expect(await store.write(key, Readable.from([Buffer.from('ab'), Buffer.from('c')]))).toBe(3);
    expect(await textOf(key)).toBe('abc');
    expect((await buffer(store.stream(key, { start: 1, end: 2 }))).toString()).toBe('b');
    await store.write(key, Readable.from(['other']));
    expect(await textOf(key)).toBe('other');
    await store.remove(key);
    await expectNothing();
  });

  it('stores files of any size, and reads any part of them', async () => {
    const bytes = randomBytes(large);
    const [whole, empty] = [await store.put(bytes), await store.put(new Uint8Array())];
    const sum = (of: Buffer) => createHash('sha256').update(of).digest('hex');
    expect(sum(await store.get(whole))).toBe(sum(bytes));
    const across = { start: 5 * 1024 * 1024 - 2, end: 5 * 1024 * 1024 + 2 };
    expect(await buffer(store.stream(whole, across))).toEqual(bytes.subarray(across.start, across.end));
    expect(await store.get(empty)).toHaveLength(0);
    await store.remove(whole);
    await store.remove(empty);
    await expectNothing();
  });

  it('leaves nothing behind when the stream breaks, and reports a full disk', async () => {
    async function* breakingWith(error: Error, after: number) {
      yield Buffer.alloc(after);
      throw error;
    }
    const full = Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
    const broken = new Error('broken');
    for (const after of [1, large])
      await expect(store.write(store.newKey(), Readable.from(breakingWith(broken, after)))).rejects.toBe(
        broken,
      );
    await expect(store.write(store.newKey(), Readable.from(breakingWith(full, 1)))).rejects.toMatchObject({
      code: 'STORAGE_FULL',
    });
    await expectNothing();
  });

  it('says that a file is not there, and removes it again without an error', async () => {
    const key = store.newKey();
    await expect(store.get(key)).rejects.toMatchObject({ code: 'ENOENT' });
    await expect(buffer(store.stream(key))).rejects.toMatchObject({ code: 'ENOENT' });
    expect(await untilOpen(store.stream(key))).toBeNull();
    expect(await getIfThere(store, key)).toBeNull();
    await store.remove(key);
    expect(() => store.stream('../keys/export.pem')).toThrow('not a key');
  });

  it('can be read from in the middle, by readers who give up', async () => {
    const key = await store.put(randomBytes(large));
    for (let reader = 0; reader < 5; reader++) {
      const opened = await untilOpen(store.stream(key));
      opened?.destroy();
    }
    expect(await store.get(key)).toHaveLength(large);
    await store.remove(key);
  });

  it('lists what was stored before a moment', async () => {
    const keys: string[] = [];
    for (const text of ['a', 'b', 'c', 'd', 'e']) keys.push(await store.put(Buffer.from(text)));
    expect(await keysBefore(inAMinute())).toEqual(keys.sort());
    expect(await keysBefore(aMinuteAgo())).toEqual([]);
    for (const key of keys) await store.remove(key);
    await expectNothing();
  });

  it('removes a file that no longer grows, but neither growing nor stored ones', async () => {
    const kept = await store.put(Buffer.from('stored'));
    const key = store.newKey();
    const stuck = new Readable({ read: () => {} });
    stuck.push(Buffer.alloc(large));
    const writing = store.write(key, stuck);
    const given = expect(writing).rejects.toThrow('given up');
    expect(await store.removePartial(aMinuteAgo())).toBe(0);
    expect(await keysBefore(inAMinute())).toEqual([kept]);
    await expect.poll(() => store.removePartial(inAMinute()), { timeout: 10_000 }).toBe(1);
    stuck.destroy(new Error('given up'));
    await given;
    await store.remove(key);
    await store.write(key, Readable.from(['again']));
    expect(await keysBefore(inAMinute())).toEqual([kept, key].sort());
    for (const each of [kept, key]) await store.remove(each);
    await expectNothing();
  });

  it('removes interrupted uploads, but not those that grow', async () => {
    const place = (name: string) => path.join(store.uploadDir, name);
    await writeFile(place('old'), 'half');
    await writeFile(place('growing'), 'half');
    const hourAgo = new Date(Date.now() - 3_600_000);
    await utimes(place('old'), hourAgo, hourAgo);
    expect(await store.removePartial(aMinuteAgo())).toBe(1);
    expect(await readdir(store.uploadDir)).toEqual(['growing']);
    await rm(place('growing'));
  });

  it('can be asked whether it works', async () => {
    await store.check(AbortSignal.timeout(10_000));
  });
});
