/** Whether a server lives, and whether it can work: for load balancers, which send it nothing while it cannot. */
import { constants } from 'node:fs';
import { access, statfs } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import type { Express } from 'express';
import type { Deps } from '../deps.ts';
import type { FileState } from '../platform/file-watch.ts';
import { takesNoWrites } from '../platform/unavailable.ts';

/** A balancer that waits longer takes the server for dead. In milliseconds. */
const answerWithin = 1_500;
/** Several balancers may ask often. */
const knownFor = 1_000;
/** Bytes that uploads in progress may take. */
const leastRoom = 100 * 1024 * 1024;
/** A counter that limits nothing. */
const anyNumber = { points: 1_000_000, seconds: 60 };

type Problem =
  | 'database unreachable'
  | 'database takes no writes'
  | 'disk full'
  | 'no data folder'
  | Exclude<FileState, 'ok'>
  | 'too slow';

/** A server with a problem gets no work. A degraded one does: the next one would do no better. */
type Answer = { status: Problem } | { status: 'ready'; degraded?: Problem };

export function addHealth(app: Express, deps: Deps): void {
  app.get('/healthz', (_request, response) => {
    response.json({ status: 'ok' });
  });
  const ask = createReadiness(deps);
  app.get('/readyz', async (_request, response) => {
    const answer = await ask();
    response.status(answer.status === 'ready' ? 200 : 503).json(answer);
  });
}

/** Asks database, disk and file store; many callers at once are one question, and a slow answer keeps none of them. */
function createReadiness(deps: Deps): () => Promise<Answer> {
  let asked: Promise<Answer> | undefined;
  const forget = () => {
    asked = undefined;
  };
  return () => {
    asked ??= check(deps).finally(() => setTimeout(forget, knownFor).unref());
    return Promise.race([asked, pause(answerWithin, { status: 'too slow' } as const, { ref: false })]);
  };
}

async function check(deps: Deps): Promise<Answer> {
  const onDisk = await diskProblem(deps);
  if (onDisk) return { status: onDisk };
  const [ofDatabase, ofFiles] = await Promise.all([databaseProblem(deps), deps.fileState()]);
  if (ofDatabase) return { status: ofDatabase };
  if (ofFiles === 'ok') return { status: 'ready' };
  // All servers share a bucket, and most of their work needs no file.
  return deps.config.s3 ? { status: 'ready', degraded: ofFiles } : { status: ofFiles };
}

async function diskProblem({ config, files, log }: Deps): Promise<Problem | null> {
  try {
    const { bavail, bsize } = await statfs(config.dataDir);
    await access(files.uploadDir, constants.R_OK | constants.W_OK);
    if (bavail * bsize >= leastRoom) return null;
    log.files.warn({ free: bavail * bsize }, 'not ready: the disk is full');
    return 'disk full';
  } catch (error) {
    log.files.warn({ err: error }, 'not ready: the data folder is missing');
    return 'no data folder';
  }
}

async function databaseProblem({ throttle, log }: Deps): Promise<Problem | null> {
  try {
    // Only a real write shows that a disk is full, or that this is a copy of the database. It has connections of its own:
    // a server whose other ones are all in use is busy, and sending everybody to the next one would overload that too.
    await throttle.take('readiness', '', anyNumber);
    return null;
  } catch (error) {
    log.database.warn({ err: error }, 'not ready');
    return takesNoWrites(error) ? 'database takes no writes' : 'database unreachable';
  }
}
