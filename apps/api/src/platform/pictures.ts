/**
 * Draws pictures of strangers anew, in processes of their own: decoding one may take seconds and hundreds of megabytes,
 * and inside the server it would hold the threads that passwords, files and name look-ups need too.
 */
import { AppError } from './app-error.ts';
import type { PictureOutcome, PictureTask } from './picture-drawing.ts';
import { createFairQueue, type WorkFor } from './work/fair-queue.ts';
import { openWorkProcesses, WorkStopped } from './work/work-process.ts';

export interface Pictures {
  /**
   * Draws a picture anew when its account's turn has come, from one file to another.
   * @throws AppError IMAGE_UNREADABLE; PICTURE_TOO_LARGE when it has more points or frames, or takes more time, than a
   * picture may; TOO_MUCH_WORK when the account has too many pictures under way; WORK_INTERRUPTED when its process died
   */
  draw(task: PictureTask, of: WorkFor): Promise<void>;
  /** Waits for the pictures under way, then ends the processes. */
  close(): Promise<void>;
}

const module = import.meta.resolve('./picture-drawing.ts');
/**
 * Photos of 50 megapixels take two to four seconds of the processor. A busy machine gives such a process less of it, so
 * that the time that passes is limited more loosely.
 */
const longest = { processorSeconds: 8, seconds: 30 };

/**
 * @param processes how many pictures are drawn at once; each may take 500 MB
 * @param onError told of a process that broke; another one takes its place
 */
export function openPictures({
  processes: places,
  onError,
}: {
  processes: number;
  onError: (error: Error) => void;
}): Pictures {
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
        onError(error);
        throw new AppError(error.by === 'time' ? 'PICTURE_TOO_LARGE' : 'WORK_INTERRUPTED');
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
