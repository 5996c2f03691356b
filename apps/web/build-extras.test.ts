import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { brotliCopies } from './build-extras.ts';

const dir = await mkdtemp(path.join(tmpdir(), 'servicebook-build-'));
afterAll(() => rm(dir, { recursive: true }));

it('every script of the build has a Brotli copy, including the PDF viewer’s worker', async () => {
  const files = ['index.js', 'pdf.worker.mjs', 'decoder.wasm', 'photo.jpg'];
  for (const file of files) await writeFile(path.join(dir, file), 'much '.repeat(500));
  const writeBundle = brotliCopies().writeBundle as (options: object, bundle: object) => Promise<void>;
  await writeBundle({ dir }, Object.fromEntries(files.map((file) => [file, {}])));
  const copies = (await readdir(dir)).filter((file) => file.endsWith('.br'));
  expect(copies.sort()).toEqual(['decoder.wasm.br', 'index.js.br', 'pdf.worker.mjs.br']);
});
