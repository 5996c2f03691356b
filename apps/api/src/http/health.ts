/** Whether a server lives, and whether it can work: for load balancers, which send it nothing while it cannot. */
import { statfs } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import type { Express } from 'express';
import type { Deps } from '../deps.ts';
import { takesNoWrites } from '../platform/unavailable.ts';

/** A balancer that waits longer takes the server for dead. In milliseconds. */
const answerWithin = 1_500;
/** So that the answer says what is missing. */
const filesWithin = 1_000;
/** Several balancers may ask often. */
const knownFor = 1_000;
/** Bytes that uploads in progress may take. */
const leastRoom = 100 * 1024 * 1024;
/** A counter that limits nothing. */
const anyNumber = { points: 1_000_000, seconds: 60 };

type State =
  | 'ready'
  | 'database unreachable'
  | 'database takes no writes'
  | 'disk full'
  | 'no data folder'
  | 'file storage unreachable'
  | 'too slow';

export function addHealth(app: Express, deps: Deps): void {
  app.get('/healthz', (_request, response) => {
    response.json({ status: 'ok' });
  });
  const readState = createReadiness(deps);
  app.get('/readyz', async (_request, response) => {
    const state = await readState();
    response.status(state === 'ready' ? 200 : 503).json({ status: state });
  });
}

/** Asks database, disk and file store; many callers at once are one question, and a slow answer keeps none of them. */
function createReadiness(deps: Deps): () => Promise<State> {
  let asked: Promise<State> | undefined;
  const forget = () => {
    asked = undefined;
  };
  return () => {
    asked ??= check(deps).finally(() => setTimeout(forget, knownFor).unref());
    return Promise.race([asked, pause(answerWithin, 'too slow' as const, { ref: false })]);
  };
}

async function check({ config, files, throttle, log }: Deps): Promise<State> {
  try {
    const { bavail, bsize } = await statfs(config.dataDir);
    if (bavail * bsize < leastRoom) {
      log.files.warn({ free: bavail * bsize }, 'not ready: the disk is full');
      return 'disk full';
    }
  } catch (error) {
    log.files.warn({ err: error }, 'not ready: the data folder is missing');
    return 'no data folder';
  }
  try {
    await files.check(AbortSignal.timeout(filesWithin));
  } catch (error) {
    log.files.warn({ err: error }, 'not ready: files can neither be stored nor read');
    return 'file storage unreachable';
  }
  try {
    // Only a real write shows that a disk is full, or that this is a copy of the database. It has connections of its own:
    // a server whose other ones are all in use is busy, and sending everybody to the next one would overload that too.
    await throttle.take('readiness', '', anyNumber);
    return 'ready';
  } catch (error) {
    log.database.warn({ err: error }, 'not ready');
    return takesNoWrites(error) ? 'database takes no writes' : 'database unreachable';
  }
}
