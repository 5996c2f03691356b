/** Files of keys that an installation makes for itself at its first start. They lie in a folder that all its servers share. */
import { randomUUID } from 'node:crypto';
import { link, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** Such a file cannot be used; the message says which one, and what the operator can do about it. */
export class OwnKeyProblem extends Error {}

/** @returns null if there is none @throws OwnKeyProblem */
export async function readOwnKey(place: string): Promise<Buffer | null> {
  try {
    return await readFile(place);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw problemOf(error as NodeJS.ErrnoException, place);
  }
}

/**
 * Stores a key for the installation's user alone. Of several servers that do it at once, the first one's stands: a link
 * never replaces a file.
 * @throws OwnKeyProblem
 */
export const addOwnKey = (place: string, content: string | Uint8Array): Promise<void> =>
  store(place, content, (temporary) =>
    link(temporary, place).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    }),
  );

/** @throws OwnKeyProblem */
export const replaceOwnKey = (place: string, content: string | Uint8Array): Promise<void> =>
  store(place, content, (temporary) => rename(temporary, place));

async function store(
  place: string,
  content: string | Uint8Array,
  put: (temporary: string) => Promise<void>,
): Promise<void> {
  const temporary = `${place}.${randomUUID()}`;
  try {
    await mkdir(path.dirname(place), { recursive: true, mode: 0o700 });
    try {
      await writeFile(temporary, content, { mode: 0o600, flush: true });
      await put(temporary);
    } finally {
      await rm(temporary, { force: true });
    }
  } catch (error) {
    throw problemOf(error as NodeJS.ErrnoException, place);
  }
}

function problemOf(error: NodeJS.ErrnoException, place: string): OwnKeyProblem {
  const folder = path.dirname(place);
  const texts: Record<string, string> = {
    ENOTDIR: `${folder} is no folder. ${backOr(folder)}`,
    EEXIST: `${folder} is no folder. ${backOr(folder)}`,
    EISDIR: `${place} is a folder, not a file. ${backOr(place)}`,
    EACCES: `This user may not read and write ${place} (EACCES). Give it the right to.`,
    EPERM: `This user may not read and write ${place} (EPERM). Give it the right to.`,
  };
  const text = texts[error.code ?? ''] ?? `${place} cannot be read or written: ${error.message}`;
  return new OwnKeyProblem(text, { cause: error });
}

/** A key that an installation in use has. */
export const noSuchKey = (place: string): OwnKeyProblem =>
  new OwnKeyProblem(`There is no ${place}. Does DATA_DIR name the server’s folder?`);

/** What to do about a file that is of no use. */
export const backOr = (place: string): string =>
  `Put it back from a backup. Without one, move ${place} away: another key is made at the next start.`;
