/**
 * The processes in which a server runs jobs that need much processor time and memory. The server takes the jobs from the
 * queue and gives signs of life for them; a process that dies is a failed try like any other.
 */
import type { JobConfig, JobTask } from './job-process.ts';
import type { JobHandler } from './platform/jobs.ts';
import { currentSpan } from './platform/trace.ts';
import { createFairQueue } from './platform/work/fair-queue.ts';
import { openWorkProcesses } from './platform/work/work-process.ts';

export interface JobProcesses {
  /** The same jobs, run in a process. */
  apart(handlers: readonly JobHandler[]): JobHandler[];
  /** Ends the processes, and with them the jobs in progress. */
  close(): Promise<void>;
}

const module = import.meta.resolve('./job-process.ts');
/** A company has one of them, so that another one's small list does not wait for a large one. */
const places = 2;
/** Room for the largest file: 50,000 rows keep 135 MB beside the program's own 80, and a file has 200,000 at most. */
const memoryMegabytes = 1024;
/** Memory is tidied up when it has grown by a fifth; otherwise it would, with so high a limit, grow to a multiple first. */
const flags = ['--heap-growing-percent=20'];

/** Opens the processes. None starts before there is a job, and an idle one ends after a minute. */
export function openJobProcesses({
  backupDays,
  backupDir,
  backupS3,
  dataDir,
  databaseUrl,
  databaseDirectUrl,
  environment,
  errorTracker,
  logLevels,
  prepareStatements,
  s3,
  traces,
}: JobConfig): JobProcesses {
  const access = { databaseUrl, databaseDirectUrl, prepareStatements };
  const config = {
    backupDays,
    backupDir,
    backupS3,
    dataDir,
    ...access,
    environment,
    errorTracker,
    logLevels,
    s3,
    traces,
  };
  // Jobs are never refused; the queue of the database holds them back.
  const turns = createFairQueue({ places, waitingPerAccount: 0, waitingInAll: 0 });
  const processes = openWorkProcesses({
    // A job has a limit of its own.
    seconds: 24 * 3600,
    processorSeconds: null,
    niceness: 10,
    idleSeconds: 60,
    asServer: true,
    memoryMegabytes,
    flags,
  });
  const run = async (job: string, payload: { accountId?: number }, signal: AbortSignal) => {
    const input: JobTask = { config, job, payload, traceparent: currentSpan()?.traceparent };
    const work = () => processes.run({ module, export: 'runJob', input }, signal);
    const { accountId } = payload;
    // The operator's work takes no company's place.
    await (accountId === undefined ? work() : turns.run({ accountId }, work));
  };
  return {
    apart: (handlers) =>
      handlers.map((handler) => ({
        ...handler,
        handle: (payload: { accountId?: number }, signal) => run(handler.kind.name, payload, signal),
      })),
    close: () => processes.close(),
  };
}
