/** Whether files can be stored and read now: for readiness and metrics. */
import { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { AppError } from './app-error.ts';
import type { FileStore } from './file-store.ts';
import type { Logger } from './logger.ts';

export type FileState =
  | 'ok'
  | 'file storage unreachable'
  | 'file storage takes no files'
  | 'file storage full';

/** In milliseconds, as all of these. */
const answerWithin = 1_000;
/** A disk may be busy. Until then, what was known before counts. */
const storedWithin = 10_000;
const waitForStored = 300;
const tryAgainAfter = { ok: 60_000, failure: 10_000 };

/**
 * Asks the store each time whether it answers. Whether it takes files is known of a small one, stored and removed once a
 * minute at most, and every ten seconds after a failure.
 * @returns what answers within 1.5 seconds
 */
export function watchFiles(files: FileStore, log: Logger): () => Promise<FileState> {
  let known: FileState = 'ok';
  let trying: Promise<void> | undefined;
  /** Always the same, so that one that cannot be removed remains the only one. */
  const key = files.newKey();
  const storeOne = async (): Promise<FileState> => {
    try {
      await files.write(key, Readable.from(['Can be stored']));
      await files.remove(key);
      return 'ok';
    } catch (error) {
      log.warn({ err: error }, 'files cannot be stored');
      const isFull = error instanceof AppError && error.code === 'STORAGE_FULL';
      return isFull ? 'file storage full' : 'file storage takes no files';
    }
  };
  const tryToStore = async (): Promise<void> => {
    const state = await Promise.race([storeOne(), pause(storedWithin, null, { ref: false })]);
    if (!state) log.warn({ milliseconds: storedWithin }, 'files are stored too slowly');
    known = state ?? 'file storage takes no files';
    const forget = () => {
      trying = undefined;
    };
    setTimeout(forget, known === 'ok' ? tryAgainAfter.ok : tryAgainAfter.failure).unref();
  };
  return async () => {
    try {
      await files.check(AbortSignal.timeout(answerWithin));
    } catch (error) {
      log.warn({ err: error }, 'files can neither be stored nor read');
      return 'file storage unreachable';
    }
    trying ??= tryToStore();
    await Promise.race([trying, pause(waitForStored, undefined, { ref: false })]);
    return known;
  };
}
