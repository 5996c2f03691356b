/** Files move between the folder and a bucket, and none is lost on the way. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { readConfig } from '../config.ts';
import { openFileStore } from '../open-file-store.ts';
import { type FileStore, getIfThere } from '../platform/file-store.ts';
import { useTestApp } from '../testing/app.ts';
import { buildAdmin, buildExport, buildFile } from '../testing/builders.ts';
import { openS3Server, type S3Server } from '../testing/s3-server.ts';
import { moveFiles } from './move-files.ts';

const app = useTestApp();
let databaseUrl: string;
let dir: string;
let server: S3Server;
let folder: FileStore;
let bucket: FileStore;
/** Of all files that rows speak of, their texts. */
const texts = new Map<string, string>();

beforeAll(async () => {
  databaseUrl = app.deps.config.databaseUrl ?? '';
  folder = app.deps.files;
  dir = await mkdtemp(path.join(tmpdir(), 'servicebook-move-'));
  server = await openS3Server();
  bucket = await openFileStore(readConfig({ ...server.settings, DATA_DIR: dir }));
  const admin = await buildAdmin(app);
  const { accountId } = admin;
  for (let at = 0; at < 20; at++) {
    const file = await buildFile(app, { accountId }, Buffer.from(`file ${at}`));
    texts.set(file.key, `file ${at}`);
  }
  const { fileKey } = await buildExport(app, admin);
  texts.set(fileKey ?? '', (await folder.get(fileKey ?? '')).toString());
});
beforeEach(async () => {
  server.recover();
  server.objects.clear();
  for (const [key, text] of texts) await folder.write(key, Readable.from([text]));
});
afterAll(async () => {
  await server.close();
  await rm(dir, { recursive: true });
});

const contentOf = async (store: FileStore) =>
  new Map(
    await Promise.all(
      [...texts.keys()].map(async (key) => [key, (await getIfThere(store, key))?.toString()] as const),
    ),
  );

it('copies every file once, leaves the former ones, and removes them when it is told to', async () => {
  const all = texts.size;
  expect(await moveFiles(databaseUrl, folder, bucket)).toEqual({
    copied: all,
    known: 0,
    removed: 0,
    problems: [],
  });
  expect(await contentOf(bucket)).toEqual(texts);
  expect(await contentOf(folder)).toEqual(texts);
  expect(await moveFiles(databaseUrl, folder, bucket)).toMatchObject({ copied: 0, known: all });
  const removing = await moveFiles(databaseUrl, folder, bucket, { remove: true });
  expect(removing).toEqual({ copied: 0, known: all, removed: all, problems: [] });
  expect([...(await contentOf(folder)).values()].filter(Boolean)).toEqual([]);
  expect(await moveFiles(databaseUrl, bucket, folder, { remove: true })).toMatchObject({
    copied: all,
    removed: all,
  });
  expect(await contentOf(folder)).toEqual(texts);
  expect(server.objects.size).toBe(0);
});

it('goes on where it was interrupted', async () => {
  let written = 0;
  const breaking: FileStore = {
    ...bucket,
    write: (key, content) =>
      ++written > 5 ? Promise.reject(new Error('the line is cut')) : bucket.write(key, content),
  };
  await expect(moveFiles(databaseUrl, folder, breaking)).rejects.toThrow('the line is cut');
  expect(await contentOf(folder)).toEqual(texts);
  const { copied, known } = await moveFiles(databaseUrl, folder, bucket);
  expect({ all: copied + known, some: known > 0 }).toEqual({ all: texts.size, some: true });
  expect(await contentOf(bucket)).toEqual(texts);
});

it('names what is missing or was changed, and moves the rest', async () => {
  const [missing = '', changed = ''] = texts.keys();
  await folder.remove(missing);
  await folder.write(changed, Readable.from(['something else']));
  const { copied, removed, problems } = await moveFiles(databaseUrl, folder, bucket, { remove: true });
  expect([copied, removed]).toEqual([texts.size - 2, texts.size - 2]);
  expect(problems).toEqual([
    expect.stringContaining(`The file ${changed} was changed`),
    `The file ${missing} is missing.`,
  ]);
  expect((await folder.get(changed)).toString()).toBe('something else');
  expect(await getIfThere(bucket, changed)).toBeNull();
});

it('removes no file whose copy is another one', async () => {
  await moveFiles(databaseUrl, folder, bucket);
  const [key = '', text = ''] = [...texts].at(-1) ?? [];
  await bucket.write(key, Readable.from(['damaged']));
  const { removed, problems } = await moveFiles(databaseUrl, folder, bucket, { remove: true });
  expect(removed).toBe(texts.size - 1);
  expect(problems).toEqual([`The file ${key} and its copy differ.`]);
  expect((await folder.get(key)).toString()).toBe(text);
});

it('takes a copy away that does not arrive as it was sent', async () => {
  const lossy: FileStore = { ...bucket, write: (key) => bucket.write(key, Readable.from(['noise'])) };
  const { copied, removed, problems } = await moveFiles(databaseUrl, folder, lossy, { remove: true });
  expect([copied, removed, problems.length]).toEqual([0, 0, texts.size]);
  expect(server.objects.size).toBe(0);
  expect(await contentOf(folder)).toEqual(texts);
});
