/** Keeps the assets of earlier builds, so that an app opened before an update still finds the rest of its code. */
import { randomUUID } from 'node:crypto';
import { copyFile, mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';

const keptFor = 30 * 24 * 60 * 60 * 1000;
/** The list of the assets of the build that started last. It is hidden, so it is never served. */
const listName = '.current.json';

/** Where the kept assets are: in the data folder, which survives an update and which all servers share. */
export const keptAssetsDir = (dataDir: string): string => path.join(dataDir, 'web-assets');

/**
 * Copies this build's assets and removes those that have been in no build for 30 days. Their names contain a hash of
 * their content, so one folder holds all builds, and several servers may do this at once.
 */
export async function keepAssets(webDir: string, dataDir: string, now: Date): Promise<void> {
  const from = path.join(webDir, 'assets');
  const to = keptAssetsDir(dataDir);
  await mkdir(to, { recursive: true });
  const current = (await readdir(from)).filter((file) => !/\.(map|br)$/.test(file));
  const files = new Set(await readdir(to));
  for (const file of current) if (!files.has(file)) await copyWhole(path.join(from, file), to, now);
  // The build before this one was in use until now: its days count from here.
  for (const file of new Set([...current, ...(await readList(to))]))
    if (files.has(file)) await utimes(path.join(to, file), now, now).catch(ignoreMissing);
  await writeWhole(path.join(to, listName), JSON.stringify(current));
  for (const file of files) {
    const { mtimeMs } = (await stat(path.join(to, file)).catch(ignoreMissing)) ?? { mtimeMs: now.getTime() };
    if (now.getTime() - mtimeMs > keptFor) await rm(path.join(to, file), { force: true });
  }
}

async function readList(dir: string): Promise<string[]> {
  const list = await readFile(path.join(dir, listName), 'utf8').catch(ignoreMissing);
  return list ? JSON.parse(list) : [];
}

/** Written under another name first, so that a partial file is never served. */
async function copyWhole(file: string, dir: string, now: Date): Promise<void> {
  const unfinished = path.join(dir, `.${randomUUID()}`);
  await copyFile(file, unfinished);
  await utimes(unfinished, now, now);
  await rename(unfinished, path.join(dir, path.basename(file)));
}

async function writeWhole(file: string, content: string): Promise<void> {
  const unfinished = path.join(path.dirname(file), `.${randomUUID()}`);
  await writeFile(unfinished, content);
  await rename(unfinished, file);
}

/** Another server was faster. */
function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}
