/** Who asks for a document that this server is drawing waits for it, instead of drawing it too. */
import type { Deps } from '../../deps.ts';
import type { WorkFor } from '../../platform/work/fair-queue.ts';

interface Drawing {
  /** It was its turn, so it waits for nobody any more. */
  begun: boolean;
  /** Never fails: what went wrong is told to who draws. */
  over: Promise<unknown>;
}

/** What each server is drawing, by name. */
const drawings = new WeakMap<Deps['pdf'], Map<string, Drawing>>();

/**
 * Call it right after looking whether the document is there.
 * @param draw draws and stores it, and calls `begins` when it is its turn
 * @returns false if another caller was waited for: then look again, because the other may have failed
 */
export async function drawOnce(
  pdf: Deps['pdf'],
  name: string,
  of: WorkFor,
  draw: (begins: () => void) => Promise<void>,
): Promise<boolean> {
  const ofServer = drawings.get(pdf) ?? new Map<string, Drawing>();
  drawings.set(pdf, ofServer);
  const other = ofServer.get(name);
  // People go before jobs, so they wait for no job that still waits for its turn.
  if (other && (other.begun || !of.gone)) {
    await other.over;
    return false;
  }
  const mine: Drawing = { begun: false, over: Promise.resolve() };
  ofServer.set(name, mine);
  const drawn = draw(() => {
    mine.begun = true;
  });
  mine.over = drawn.catch(() => {});
  try {
    await drawn;
    return true;
  } finally {
    if (ofServer.get(name) === mine) ofServer.delete(name);
  }
}
