/** Callers who ask for a document that this server is already drawing wait for it, instead of drawing it too. */
import type { Deps } from '../../deps.ts';
import type { WorkFor } from '../../platform/work/fair-queue.ts';

interface Drawing {
  isJob: boolean;
  /** Its turn has come, so it waits for nobody any more. */
  begun: boolean;
  /** How it failed; null if it did not, or if only its caller hung up. */
  over: Promise<{ error: unknown } | null>;
}

/** What each server is drawing, by name. */
const drawings = new WeakMap<Deps['pdf'], Map<string, Drawing>>();

/**
 * Call it right after looking whether the document is there.
 * @param draw draws and stores it, and calls `begins` when it is its turn
 * @returns false if it waited for another caller: then look again
 * @throws what went wrong, also for those who waited: people for people, jobs for jobs
 */
export async function drawOnce(
  pdf: Deps['pdf'],
  name: string,
  { gone }: WorkFor,
  draw: (begins: () => void) => Promise<void>,
): Promise<boolean> {
  const isJob = !gone;
  const ofServer = drawings.get(pdf) ?? new Map<string, Drawing>();
  drawings.set(pdf, ofServer);
  const other = ofServer.get(name);
  // People go before jobs, so they do not wait for a job that still waits for its turn.
  if (other && (isJob || !other.isJob || other.begun)) {
    const failed = await other.over;
    if (failed && other.isJob === isJob) throw failed.error;
    return false;
  }
  const mine: Drawing = { isJob, begun: false, over: Promise.resolve(null) };
  ofServer.set(name, mine);
  const drawn = draw(() => {
    mine.begun = true;
  });
  mine.over = drawn.then(
    () => null,
    (error: unknown) => (gone?.aborted ? null : { error }),
  );
  try {
    await drawn;
    return true;
  } finally {
    if (ofServer.get(name) === mine) ofServer.delete(name);
  }
}
