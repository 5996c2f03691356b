import { finished } from 'node:stream/promises';
import { hashesPath, type Manifest } from './backup-format.ts';
import type { BackupFile } from './backup-place.ts';
import { openBackup } from './backup-reader.ts';

/** Reads all of a backup, and compares each entry with its hash. @throws BackupProblem if it is damaged or incomplete */
export async function verifyBackup(file: BackupFile): Promise<Manifest> {
  const backup = await openBackup(file);
  try {
    for (const name of backup.namesOf(''))
      if (name !== hashesPath) await finished((await backup.open(name)).resume());
    return backup.manifest;
  } finally {
    backup.close();
  }
}
