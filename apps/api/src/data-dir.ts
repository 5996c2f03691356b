/** The folders that the settings name. */
import { constants } from 'node:fs';
import { access, mkdir } from 'node:fs/promises';
import { ConfigError } from './config.ts';

/** Makes a folder if it is missing. @throws ConfigError that says what is wrong with the setting that names it */
export async function openDataDir(dataDir: string, setting = 'DATA_DIR'): Promise<void> {
  try {
    await mkdir(dataDir, { recursive: true });
    await access(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (cause) {
    const { code = '', message } = cause as NodeJS.ErrnoException;
    throw new ConfigError([
      `${setting}: ${problems[code]?.(dataDir) ?? `${dataDir} cannot be used: ${message}`}`,
    ]);
  }
}

const isFile = (place: string) =>
  `${place} is no folder, or lies below a file. Move the file away, or name another folder.`;
const isLocked = (place: string) => `this user may not read and write ${place}. Give it the right to.`;
const problems: Record<string, (place: string) => string> = {
  EEXIST: isFile,
  ENOTDIR: isFile,
  EACCES: isLocked,
  EPERM: isLocked,
  EROFS: (place) => `${place} lies on a disk that is read-only. Name another folder.`,
};
