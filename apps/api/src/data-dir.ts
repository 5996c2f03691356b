/** The folders that the settings name. */
import { constants } from 'node:fs';
import { access, mkdir } from 'node:fs/promises';
import path from 'node:path';
import { ConfigError } from './config.ts';

/** Makes the folder if it is missing. @throws ConfigError that says what is wrong with it */
export const openDataDir = (dataDir: string): Promise<void> =>
  whileUsable('DATA_DIR', dataDir, async () => {
    await mkdir(dataDir, { recursive: true });
    await requireUsable(dataDir);
  });

/** The folder of the keys that an installation makes for itself. */
export const keysDirOf = (dataDir: string): string => path.join(dataDir, 'keys');

/** The key of archives, which each installation has. */
export const exportKeyOf = (dataDir: string): string => path.join(keysDirOf(dataDir), 'export.pem');

/** It is never made: a folder in place of a disk that is not mounted would fill another one. @throws ConfigError */
export const openBackupDir = (backupDir: string): Promise<void> =>
  whileUsable('BACKUP_DIR', backupDir, () => requireUsable(backupDir));

const requireUsable = (place: string) => access(place, constants.R_OK | constants.W_OK | constants.X_OK);

async function whileUsable(setting: string, place: string, open: () => Promise<void>): Promise<void> {
  try {
    await open();
  } catch (cause) {
    const { code = '', message } = cause as NodeJS.ErrnoException;
    throw new ConfigError([
      `${setting}: ${problems[code]?.(place) ?? `${place} cannot be used: ${message}`}`,
    ]);
  }
}

const isFile = (place: string) =>
  `${place} is no folder, or lies below a file. Move the file away, or name another folder.`;
const isLocked = (place: string) => `this user may not read and write ${place}. Give it the right to.`;
const problems: Record<string, (place: string) => string> = {
  ENOENT: (place) => `there is no folder ${place}. Make it, or mount its disk.`,
  EEXIST: isFile,
  ENOTDIR: isFile,
  EACCES: isLocked,
  EPERM: isLocked,
  EROFS: (place) => `${place} lies on a disk that is read-only. Name another folder.`,
};
