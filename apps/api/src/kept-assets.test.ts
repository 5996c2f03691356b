import { mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { keepAssets, keptAssetsDir } from './kept-assets.ts';

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(path.join(tmpdir(), 'servicebook-kept-'));
});
afterEach(() => rm(dir, { recursive: true }));

/** A build with these assets, started on a day of 2026 counted from 1 January. */
async function start(day: number, ...files: string[]) {
  const webDir = path.join(dir, `build-${files.join('-')}`);
  mkdirSync(path.join(webDir, 'assets'), { recursive: true });
  for (const file of files) writeFileSync(path.join(webDir, 'assets', file), `content of ${file}`);
  await keepAssets(webDir, dir, new Date(Date.UTC(2026, 0, day)));
}
const kept = () =>
  readdirSync(keptAssetsDir(dir))
    .filter((file) => !file.startsWith('.'))
    .sort();

it('keeps the assets of the build before, whole', async () => {
  await start(1, 'a-1.js', 'b-1.css');
  await start(2, 'a-2.js', 'b-1.css');
  expect(kept()).toEqual(['a-1.js', 'a-2.js', 'b-1.css']);
  expect(readFileSync(path.join(keptAssetsDir(dir), 'a-1.js'), 'utf8')).toBe('content of a-1.js');
});

it('counts the 30 days from the end of a build, however long it was used', async () => {
  await start(1, 'a-1.js');
  await start(100, 'a-2.js');
  await start(129, 'a-2.js');
  expect(kept()).toEqual(['a-1.js', 'a-2.js']);
  await start(131, 'a-2.js');
  expect(kept()).toEqual(['a-2.js']);
});

it('keeps the files of the current build, and those that an earlier one restores', async () => {
  await start(1, 'a-1.js', 'b-1.js');
  await start(2, 'a-2.js', 'b-1.js');
  await start(30, 'a-1.js', 'b-1.js');
  await start(50, 'a-1.js', 'b-1.js');
  expect(kept()).toEqual(['a-1.js', 'a-2.js', 'b-1.js']);
  await start(90, 'a-1.js', 'b-1.js');
  expect(kept()).toEqual(['a-1.js', 'b-1.js']);
});

it('keeps no maps and no compressed copies, and leaves nothing unfinished behind', async () => {
  await start(1, 'a-1.js', 'a-1.js.map', 'a-1.js.br');
  expect(readdirSync(keptAssetsDir(dir)).sort()).toEqual(['.current.json', 'a-1.js']);
});

it('works when several servers start at once', async () => {
  await start(1, 'a-1.js');
  await Promise.all([start(2, 'a-2.js'), start(2, 'a-2.js'), start(2, 'a-2.js')]);
  expect(kept()).toEqual(['a-1.js', 'a-2.js']);
});
