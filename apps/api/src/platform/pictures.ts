/**
 * Re-encodes untrusted pictures in separate processes: decoding one may take seconds and hundreds of megabytes, and
 * inside the server it would block the threads that password hashing, file access and DNS look-ups need.
 */
import { AppError } from './app-error.ts';
import type { PictureOutcome, PictureTask } from './picture-drawing.ts';
import { createFairQueue, type WorkFor } from './work/fair-queue.ts';
import { openWorkProcesses, WorkStopped } from './work/work-process.ts';

export interface Pictures {
  /**
   * Re-encodes a picture from one file to another when it is its account's turn.
   * @throws AppError IMAGE_UNREADABLE; PICTURE_TOO_LARGE if it exceeds the limits of pixels, frames or time;
   * TOO_MUCH_WORK if the account has too many pictures in progress; WORK_INTERRUPTED if its process died
   */
  draw(task: PictureTask, of: WorkFor): Promise<void>;
  /** Waits for the pictures in progress, then ends the processes. */
  close(): Promise<void>;
}

const module = import.meta.resolve('./picture-drawing.ts');
/**
 * Photos of 50 megapixels take two to four seconds of CPU time. On a busy machine that takes longer, so the limit of
 * elapsed time is higher.
 */
const longest = { processorSeconds: 8, seconds: 30 };

/**
 * A process that breaks is replaced by another one.
 * @param processes how many pictures are drawn at once; each may take 500 MB
 */
export function openPictures({ processes: places }: { processes: number }): Pictures {
  const queue = createFairQueue({ places, waitingPerAccount: 5, waitingInAll: 100 });
  const processes = openWorkProcesses({ ...longest, memoryMegabytes: 128, niceness: 10 });
  return {
    async draw(input, of) {
      const task = { module, export: 'drawPicture', input };
      let outcome: PictureOutcome;
      try {
        outcome = (await queue.run(of, () => processes.run(task, of.gone))) as PictureOutcome;
      } catch (error) {
        if (!(error instanceof WorkStopped)) throw error;
        throw new AppError(error.by === 'time' ? 'PICTURE_TOO_LARGE' : 'WORK_INTERRUPTED', {}, error);
      }
      if (outcome === 'TOO_LARGE') throw new AppError('PICTURE_TOO_LARGE');
      if (outcome === 'UNREADABLE') throw new AppError('IMAGE_UNREADABLE');
    },
    async close() {
      await queue.close();
      await processes.close();
    },
  };
}
