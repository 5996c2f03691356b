/** The work of a job process: it opens what jobs need, once, and then runs the jobs that its server gives it. */
import { type BackupDeps, backupJobs } from './backup/backup-jobs.ts';
import type { Config } from './config.ts';
import { exportKeyOf } from './data-dir.ts';
import type { ApartDeps } from './deps.ts';
import { apartJobs } from './features/apart-jobs.ts';
import { openFileStore } from './open-file-store.ts';
import { openReports } from './open-reports.ts';
import { endOnCrash } from './platform/crash.ts';
import { openPool } from './platform/database.ts';
import { type DatabaseAccess, directUrlOf } from './platform/database-access.ts';
import { openJobQueue } from './platform/jobs.ts';
import { openSigningKey } from './platform/signing-key.ts';
import { createDatabases } from './platform/tenancy.ts';
import { inSpan, type Traces } from './platform/trace.ts';

/** The settings that jobs need: no keys of mail or payments. */
export type JobConfig = Pick<
  Config,
  | 'backupDays'
  | 'backupDir'
  | 'backupS3'
  | 'dataDir'
  | 'environment'
  | 'errorTracker'
  | 'logLevels'
  | 's3'
  | 'traces'
> &
  DatabaseAccess;

export interface JobTask {
  config: JobConfig;
  /** The name of its kind. */
  job: string;
  payload: unknown;
  /** The span of the try, of its server. */
  traceparent: string | undefined;
}

/** A batch is written on one connection; the next is read, and progress told, on others. */
const poolSize = 3;

type ProcessDeps = ApartDeps & BackupDeps & { traces: Traces | null };

let opening: Promise<ProcessDeps> | undefined;

/** Runs a job to its end. Its server ends the process if the job must stop. */
export async function runJob({ config, job, payload, traceparent }: JobTask): Promise<void> {
  opening ??= openDeps(config);
  const deps = await opening.catch((error: unknown) => {
    opening = undefined;
    throw error;
  });
  const handler = [...apartJobs(deps), ...backupJobs(deps)].find(({ kind }) => kind.name === job);
  if (!handler) throw new Error(`no job ${job} runs in a process of its own`);
  const span = deps.traces?.begin('job', `process ${job}`, { parent: traceparent });
  try {
    await inSpan(span, () => handler.handle(payload as never, new AbortController().signal));
  } finally {
    // Its server may end the process before the next batch.
    void deps.traces?.flush();
  }
}

async function openDeps(config: JobConfig): Promise<ProcessDeps> {
  const { log, traces, flushReports } = await openReports(config);
  endOnCrash(log.server, flushReports);
  // The first to fail if there is no database.
  const jobs = await openJobQueue(directUrlOf(config), log.jobs);
  const pool = openPool(config, {
    poolSize,
    onError: (error) => log.database.warn({ err: error }, 'lost a database connection'),
  });
  return {
    config,
    clock: () => new Date(),
    db: createDatabases(pool),
    exportKey: await openSigningKey(exportKeyOf(config.dataDir)),
    files: await openFileStore(config),
    jobs,
    log,
    traces,
  };
}
