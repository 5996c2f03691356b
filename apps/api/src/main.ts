/**
 * Starts a server: opens its dependencies, mounts the application, processes jobs, as far as its role goes; stops in reverse
 * order.
 */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { DestinationStream } from 'pino';
import { type AppOptions, createApp, createHealthApp } from './app.ts';
import { backupJobs } from './backup/backup-jobs.ts';
import { checkBackupBucket } from './backup/open-backup-places.ts';
import type { Config } from './config.ts';
import { openBackupDir, openDataDir } from './data-dir.ts';
import type { Deps } from './deps.ts';
import { apartJobs } from './features/apart-jobs.ts';
import { openTableReader } from './features/import/table-reader.ts';
import { jobHandlers } from './features/index.ts';
import { pdfKinds } from './features/pdf-kinds.ts';
import { seedPlans } from './features/plan/first-plans.ts';
import { keepCertificate } from './features/seal/seal.service.ts';
import { drainable } from './http/drain.ts';
import { traceRequests } from './http/request-traces.ts';
import { type JobProcesses, openJobProcesses } from './job-processes.ts';
import { keepAssets } from './kept-assets.ts';
import { createMetrics, type Metrics } from './metrics.ts';
import { openFileStore } from './open-file-store.ts';
import { openReports } from './open-reports.ts';
import type { Clock } from './platform/ctx.ts';
import { openPool } from './platform/database.ts';
import { directUrlOf } from './platform/database-access.ts';
import { watchFiles } from './platform/file-watch.ts';
import { type JobHandler, startJobs } from './platform/jobs.ts';
import type { Logger } from './platform/logger.ts';
import { createMailer, type Mailer } from './platform/mailer.ts';
import { createPdfRenderer } from './platform/pdf/renderer.ts';
import { openPictures } from './platform/pictures.ts';
import { createPrzelewy24 } from './platform/przelewy24.ts';
import { openSessionCache } from './platform/session-cache.ts';
import { createDatabases } from './platform/tenancy.ts';
import { createThrottle } from './platform/throttle.ts';
import type { Traces } from './platform/trace.ts';
import { createAccountShare } from './platform/work/account-share.ts';
import { openKeys, watchSeal } from './seal-keeping.ts';

export interface RunningServer {
  deps: Deps;
  /** Its local address, http://localhost:PORT. */
  url: string;
  /** Where its metrics are; null without them. */
  metricsUrl: string | null;
  /** Waits until failures and traces are reported, two seconds at most. */
  flushReports(): Promise<void>;
  /** Finishes running requests and jobs, then closes everything. */
  stop(): Promise<void>;
}

export interface ServerOptions extends AppOptions {
  clock?: Clock;
  /** Replaces the mail server of the settings. */
  mailer?: Mailer;
  /** Where the log is written instead of standard output. */
  logTo?: DestinationStream;
  /** Runs all jobs in this process, so that they have its clock and log. By default heavy ones have processes of their own. */
  allJobsHere?: boolean;
}

/** Config with resolved addresses of database and mail server. */
export type ReadyConfig = Config & { databaseUrl: string; smtpUrl: string };

/** @throws if the port is taken or the database does not answer. */
export async function startServer(config: ReadyConfig, options: ServerOptions = {}): Promise<RunningServer> {
  const metrics = config.metrics && createMetrics();
  const { deps, traces, flushReports, close } = await openDeps(config, {
    ...options,
    onDrawn: metrics?.onDrawn,
  });
  const [servesWeb, works] = [config.role !== 'jobs', config.role !== 'web'];
  const processes = options.allJobsHere || !works ? null : openJobProcesses(config);
  await seedPlans(deps.db.global);
  await keepCertificate(deps);
  if (servesWeb && options.webDir) await keepBuild(deps, options.webDir);
  const server = createServer(
    servesWeb
      ? createApp(deps, {
          ...options,
          watch: [traces && traceRequests(traces), metrics?.watch].flatMap((one) => one ?? []),
        })
      : createHealthApp(deps),
  );
  const drain = drainable(server);
  // A client that sends its headers or body slowly must not hold a connection forever.
  server.headersTimeout = 20_000;
  server.requestTimeout = 300_000;
  server.keepAliveTimeout = 65_000;
  let served: Awaited<ReturnType<Metrics['serve']>> | undefined;
  try {
    const handlers = [...jobHandlers(deps), ...heavyJobs(deps, processes)];
    // Before the first request, which may queue a job.
    await deps.jobs.open(handlers);
    await listen(server, config);
    served = await metrics?.serve(deps);
    if (works) await deps.jobs.work(handlers);
  } catch (error) {
    server.close();
    served?.close();
    await close();
    await processes?.close();
    throw error;
  }
  void logPaymentAccess(deps);
  const sweeping = sweepPartial(deps);
  const sealing = watchSeal(deps);
  const { port } = server.address() as AddressInfo;
  return {
    deps,
    url: `http://localhost:${port}`,
    metricsUrl: served?.url ?? null,
    flushReports,
    async stop() {
      clearInterval(sweeping);
      clearInterval(sealing);
      await drain();
      served?.close();
      await close();
      await processes?.close();
    },
  };
}

function heavyJobs(deps: Deps, processes: JobProcesses | null): JobHandler[] {
  const handlers = [...apartJobs(deps), ...backupJobs(deps)];
  return processes ? processes.apart(handlers) : handlers;
}

async function checkBackupPlaces({ backupDir, backupS3 }: Config, log: Logger): Promise<void> {
  if (backupDir) await openBackupDir(backupDir);
  if (backupS3) await checkBackupBucket(backupS3, log);
}

/** Opens everything a service needs. */
export async function openDeps(
  config: ReadyConfig,
  {
    clock = () => new Date(),
    mailer,
    logTo,
    onDrawn,
  }: Pick<ServerOptions, 'clock' | 'mailer' | 'logTo'> & { onDrawn?: Metrics['onDrawn'] | undefined } = {},
): Promise<{ deps: Deps; traces: Traces | null; flushReports(): Promise<void>; close(): Promise<void> }> {
  const { log, traces, flushReports } = await openReports(config, logTo);
  await openDataDir(config.dataDir);
  if (config.role !== 'web') await checkBackupPlaces(config, log.files);
  const { seal, exportKey } = await openKeys(config, clock());
  const directUrl = directUrlOf(config);
  const pool = openPool(config, {
    poolSize: config.databasePoolSize,
    onError: (error) => log.database.warn({ err: error }, 'lost a database connection'),
  });
  const db = createDatabases(pool);
  const files = await openFileStore(config);
  const deps: Deps = {
    config,
    clock,
    log,
    db,
    files,
    fileState: watchFiles(files, log.files),
    jobs: await startJobs(directUrl, log.jobs, { works: config.role !== 'web', traces }),
    mailer: mailer ?? createMailer(config.smtpUrl, config.mailFrom, log.mail),
    pdf: createPdfRenderer({ kinds: pdfKinds, processes: config.pdfProcesses, ...(onDrawn && { onDrawn }) }),
    pictures: openPictures({ processes: config.pictureProcesses }),
    // Rows of people's files lie beside their uploads, and go as those do if the server dies.
    tables: openTableReader({ processes: 2, folder: files.uploadDir }),
    throttle: createThrottle(config, log.database),
    share: createAccountShare({
      perSecond: config.accountRequestsPerSecond,
      connections: config.databasePoolSize,
    }),
    payments: config.przelewy24 ? createPrzelewy24(config.przelewy24) : null,
    exportKey,
    seal,
    sessions: await openSessionCache(directUrl, clock, log.database),
  };
  return {
    deps,
    traces,
    flushReports,
    async close() {
      await deps.jobs.stop();
      await deps.pdf.close();
      await deps.pictures.close();
      await deps.tables.close();
      deps.mailer.close();
      await deps.throttle.close();
      await deps.sessions.stop();
      await db.close();
      await flushReports();
    },
  };
}

/** Runs before the first request, because pages of other servers may use this build's files. A full disk must not prevent the start. */
async function keepBuild({ config, clock, log }: Deps, webDir: string): Promise<void> {
  try {
    await keepAssets(webDir, config.dataDir, clock());
  } catch (error) {
    log.files.warn(
      { err: error },
      'the files of this build could not be kept for apps that stay open over an update',
    );
  }
}

const minute = 60_000;
const sweepEvery = 15 * minute;
/** Long enough: a request takes at most five minutes, and an export writes every few seconds. */
const partialAge = 30 * minute;

/** Each server cleans its own disk at start and every quarter of an hour, so interrupted uploads are gone within the hour. */
function sweepPartial({ files, clock, log }: Deps): NodeJS.Timeout {
  const sweep = async () => {
    try {
      const removed = await files.removePartial(new Date(clock().getTime() - partialAge));
      if (removed > 0) log.files.info({ removed }, 'removed uploads that were broken off');
    } catch (error) {
      log.files.warn({ err: error }, 'uploads that were broken off could not be removed');
    }
  };
  void sweep();
  return setInterval(sweep, sweepEvery);
}

/** Reports wrong keys at start, not at the first customer's payment; the server also works without keys. */
async function logPaymentAccess({ payments, config, log }: Deps): Promise<void> {
  if (!payments) {
    // Switched off is intentional; switched on without a merchant's keys deserves a warning.
    log.payments[config.paymentsEnabled ? 'warn' : 'info']('no payment provider: nothing can be bought');
    return;
  }
  const host = config.przelewy24?.host;
  try {
    await payments.testAccess();
    log.payments.info({ host }, 'payment provider answers');
  } catch (error) {
    log.payments.error({ err: error, host }, 'payment provider refuses or does not answer');
  }
}

const listen = (server: Server, { port, host }: Config) =>
  new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => resolve());
  });
