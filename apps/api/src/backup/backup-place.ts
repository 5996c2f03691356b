import type { Readable } from 'node:stream';
import { BackupProblem } from './backup-problem.ts';

/** Where a backup is kept. It is there as a whole or not at all, whatever happens while it is written. */
export interface BackupPlace {
  /** How people call a backup there. */
  addressOf(name: string): string;
  /** Names of the nightly backups that are whole, the oldest first. */
  nightly(): Promise<string[]>;
  /**
   * Stores a backup. Nothing remains if its content breaks.
   * @param content begins when nothing speaks against it
   * @param signal gives up what was begun
   * @throws BackupProblem if there is one of that name; NoRoom; errors of the content and of the place
   */
  write(name: string, content: () => Readable, signal: AbortSignal): Promise<void>;
  /** One that is not there is no error. */
  remove(name: string): Promise<void>;
  /** Removes what killed processes have left. Only while no nightly backup is written here. */
  removeDrafts(now: Date): Promise<void>;
  /** Removes only what killed backups by hand have left. */
  removeDraftsByHand(now: Date): Promise<void>;
  /**
   * Makes a backup a file of this machine. A copy is gone when it is closed, or the process ends, however that ends.
   * @throws BackupProblem if there is none, if it is damaged, or if there is no room for a copy
   */
  fetch(name: string): Promise<BackupFile>;
}

/** A path, or a file that is open and has no path any more. */
export type BackupFile = string | { fd: number; address: string };

/** A backup, there or to be made. */
export interface BackupAddress {
  place: BackupPlace;
  name: string;
}

export const exists = (address: string) => new BackupProblem(`${address} exists. Name a new file.`);
