/** What can go wrong with a bucket and not with a folder. */
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { readConfig } from '../config.ts';
import { openFileStore } from '../open-file-store.ts';
import { openS3Server, type S3Server } from '../testing/s3-server.ts';
import { openBucket, type S3Settings } from './bucket.ts';
import { type FileStore, openLocalFileStore, untilOpen } from './file-store.ts';
import { openS3FileStore } from './s3-file-store.ts';
import { isUnavailable } from './unavailable.ts';

let dir: string;
let server: S3Server;
const settingsOf = (more: Record<string, string> = {}) =>
  readConfig({ ...server.settings, DATA_DIR: dir, S3_PREFIX: 'ours', ...more });

beforeAll(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'servicebook-bucket-'));
  server = await openS3Server();
});
afterEach(() => {
  server.recover();
  server.objects.clear();
});
afterAll(async () => {
  await server.close();
  await rm(dir, { recursive: true });
});

/** Milliseconds; what succeeds here is within them, also on a busy machine. */
const limits = {
  ...{ partSize: 5 * 1024 * 1024, connection: 1_000, answer: 1_000, storingPart: 1_000 },
  ...{ nextBytes: 1_000, resuming: 10, tidying: 1_000 },
};
async function impatient(): Promise<FileStore> {
  return openS3FileStore(
    openBucket(settingsOf().s3 as S3Settings, limits),
    await openLocalFileStore(path.join(dir, 'files')),
  );
}

const failure = (call: Promise<unknown>) =>
  call.then(
    () => null,
    (error: unknown) => error,
  );

it('stores below its prefix, encrypted as it was told, and leaves the rest of the bucket alone', async () => {
  const store = await openFileStore(settingsOf({ S3_SERVER_SIDE_ENCRYPTION: 'aws:kms' }));
  const strange = { bytes: Buffer.from('of somebody else'), at: new Date(0) };
  for (const name of ['other.txt', `aa/${'a'.repeat(40)}`, 'ours/readme']) server.objects.set(name, strange);
  const key = await store.put(Buffer.from('a photo'));
  expect([...server.objects.keys()]).toContain(`ours/${key.slice(0, 2)}/${key}`);
  const { headers } = server.calls.findLast(({ call }) => call.startsWith('PUT')) ?? {};
  expect(headers).toMatchObject({ 'x-amz-server-side-encryption': 'aws:kms' });
  const keys: string[] = [];
  for await (const each of store.keysBefore(new Date(Date.now() + 60_000))) keys.push(each);
  expect(keys).toEqual([key]);
  await store.remove(key);
  expect(server.objects.size).toBe(3);
});

it('tries again what fails in passing', async () => {
  const store = await openFileStore(settingsOf());
  server.fail({ status: 500, code: 'InternalError' }, 2);
  const key = await store.put(Buffer.from('a photo'));
  server.fail({ status: 503, code: 'SlowDown' }, 1);
  expect((await store.get(key)).toString()).toBe('a photo');
});

it('is away when it does not answer, refuses us, or breaks off', async () => {
  const store = await impatient();
  const key = await store.put(Buffer.alloc(100_000));
  const calls = [
    () => store.get(key),
    () => store.put(Buffer.from('a')),
    () => store.remove(key),
    () => store.keysBefore(new Date())[Symbol.asyncIterator]().next(),
    () => store.removePartial(new Date()),
    () => store.check(AbortSignal.timeout(100)),
  ];
  const faults = [
    'SILENT',
    { status: 403, code: 'AccessDenied' },
    { status: 404, code: 'NoSuchBucket' },
  ] as const;
  for (const fault of faults) {
    server.fail(fault);
    const errors = await Promise.all(calls.map((call) => failure(call())));
    expect(errors).toMatchObject(calls.map(() => ({ code: 'STORAGE_AWAY' })));
    expect(errors.map(isUnavailable)).toEqual(calls.map(() => true));
  }
  for (const fault of ['CUT', 'STUCK'] as const) {
    server.fail(fault);
    expect(await failure(store.get(key))).toMatchObject({ code: 'STORAGE_AWAY' });
  }
});

it('waits longer for a slow reader than for a silent bucket', async () => {
  const store = await impatient();
  const key = await store.put(Buffer.alloc(4_000_000));
  const content = await untilOpen(store.stream(key));
  await pause(limits.nextBytes + 200);
  expect(await buffer(content as Readable)).toHaveLength(4_000_000);
});

it('goes on where a stream breaks off, and only with the same object', async () => {
  const store = await impatient();
  const bytes = randomBytes(4_000_000);
  const key = await store.put(bytes);
  const ranges = () =>
    server.calls
      .splice(0)
      .map(({ headers }) => headers)
      .map(({ range, 'if-match': match }) => ({ isRange: range?.startsWith('bytes='), isSame: !!match }));
  ranges();
  server.fail('CUT', 2);
  expect((await store.get(key)).equals(bytes)).toBe(true);
  expect(ranges()).toEqual([
    { isRange: undefined, isSame: false },
    { isRange: true, isSame: true },
    { isRange: true, isSame: true },
  ]);
  server.fail('STUCK', 1);
  const part = { start: 1_000_001, end: 3_999_998 };
  expect((await buffer(store.stream(key, part))).equals(bytes.subarray(part.start, part.end))).toBe(true);

  const ends: [code: string, after: () => unknown][] = [
    ['STORAGE_AWAY', () => server.fail('WHOLE')],
    ['STORAGE_AWAY', replace],
    ['ENOENT', () => server.objects.clear()],
  ];
  for (const [code, after] of ends) {
    await replace();
    server.fail('CUT', 1);
    const content = await untilOpen(store.stream(key));
    await after();
    expect(await failure(buffer(content as Readable))).toMatchObject({ code });
  }
  async function replace() {
    server.recover();
    await store.write(key, Readable.from([randomBytes(4_000_000)]));
  }
});

it('does not ask again for a reader who fails', async () => {
  const store = await impatient();
  const key = await store.put(randomBytes(4_000_000));
  const content = (await untilOpen(store.stream(key))) as Readable;
  const calls = server.calls.length;
  content.destroy(new Error('the reader hung up'));
  await expect(buffer(content)).rejects.toThrow('the reader hung up');
  expect((await store.get(key)).length).toBe(4_000_000);
  expect(server.calls).toHaveLength(calls + 1);
});

it('ends a list whose next page never comes', async () => {
  const store = await impatient();
  for (const text of ['a', 'b', 'c']) await store.put(Buffer.from(text));
  const keys = store.keysBefore(new Date(Date.now() + 60_000))[Symbol.asyncIterator]();
  expect(await keys.next()).toMatchObject({ done: false });
  server.fail('STUCK');
  await keys.next();
  expect(await failure(keys.next())).toMatchObject({ code: 'STORAGE_AWAY' });
});

it('says that it is full', async () => {
  const store = await openFileStore(settingsOf());
  /** The bucket begins to refuse in its middle, while more of it waits. */
  const large = async function* (fault: { status: number; code: string }) {
    for (let megabytes = 0; megabytes < 30; megabytes++) {
      if (megabytes === 12) server.fail({ ...fault, method: 'PUT' });
      yield randomBytes(1024 * 1024);
    }
  };
  for (const fault of [
    { status: 507, code: 'XMinioStorageFull' },
    { status: 403, code: 'QuotaExceeded' },
    { status: 400, code: 'EntityTooLarge', message: 'Upload exceeds quota.' },
  ]) {
    server.fail(fault);
    expect(await failure(store.put(Buffer.from('a')))).toMatchObject({ code: 'STORAGE_FULL' });
    server.recover();
    const content = Readable.from(large(fault), { objectMode: false });
    expect(await failure(store.write(store.newKey(), content))).toMatchObject({ code: 'STORAGE_FULL' });
  }
  server.fail({ status: 400, code: 'EntityTooLarge' });
  expect(await failure(store.put(Buffer.from('a')))).toMatchObject({ code: 'STORAGE_AWAY' });
});

it('does not begin with a bucket that refuses it, and says what is wrong', async () => {
  const wrong = async (more: Record<string, string>) =>
    String(await failure(openFileStore(settingsOf(more))));
  expect(await wrong({ S3_BUCKET: 'missing' })).toContain(
    `S3_BUCKET: the bucket missing at ${server.settings.S3_ENDPOINT} cannot be used: NoSuchBucket`,
  );
  expect(await wrong({ S3_ACCESS_KEY_ID: 'unknown' })).toContain('InvalidAccessKeyId');
});
