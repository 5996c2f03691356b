import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type FileStore, openLocalFileStore } from './file-store.ts';

let dir: string;
let store: FileStore;
beforeAll(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'servicebook-store-'));
  store = await openLocalFileStore(dir);
});
afterAll(() => rm(dir, { recursive: true }));

const filesThere = async () =>
  (await readdir(dir, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile()).length;

async function* breakingWith(error: Error) {
  yield Buffer.alloc(100_000);
  throw error;
}

it('stores a stream under its key and returns its length', async () => {
  const key = store.newKey();
  expect(await store.write(key, Readable.from([Buffer.from('ab'), Buffer.from('c')]))).toBe(3);
  expect((await store.get(key)).toString()).toBe('abc');
  await store.remove(key);
  expect(await filesThere()).toBe(0);
});

it('leaves nothing behind when the stream breaks, and reports a full disk', async () => {
  const full = Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
  const broken = new Error('broken');
  await expect(store.write(store.newKey(), Readable.from(breakingWith(broken)))).rejects.toBe(broken);
  await expect(store.write(store.newKey(), Readable.from(breakingWith(full)))).rejects.toMatchObject({
    code: 'STORAGE_FULL',
  });
  expect(await filesThere()).toBe(0);
});

it('finds and removes partly written files', async () => {
  const key = store.newKey();
  const endless = new Readable({ read: () => {} });
  endless.push('a');
  const writing = store.write(key, endless);
  await expect.poll(filesThere).toBe(1);
  const old: string[] = [];
  for await (const found of store.keysBefore(new Date(Date.now() + 1000))) old.push(found);
  expect(old).toEqual([key]);
  await store.remove(key);
  expect(await filesThere()).toBe(0);
  endless.destroy(new Error('given up'));
  await expect(writing).rejects.toThrow('given up');
});

it('removes interrupted uploads, but neither growing nor stored files', async () => {
  const kept = await store.put(Buffer.from('stored'));
  const place = (name: string) => path.join(store.uploadDir, name);
  await writeFile(place('old'), 'half');
  await writeFile(place('growing'), 'half');
  const hourAgo = new Date(Date.now() - 3_600_000);
  await utimes(place('old'), hourAgo, hourAgo);
  expect(await store.removePartial(new Date(Date.now() - 60_000))).toBe(1);
  expect(await readdir(store.uploadDir)).toEqual(['growing']);
  expect((await store.get(kept)).toString()).toBe('stored');
  await store.remove(kept);
  await rm(place('growing'));
});
