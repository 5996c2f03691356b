/** Work that happens after the answer: queued in PostgreSQL, in the transaction that causes it, retried until done. */
import { fromPrisma, PgBoss, type PrismaTransactionLike } from 'pg-boss';
import { z } from 'zod';
import type { Logger } from './logger.ts';
import type { AccountTransaction } from './tenancy.ts';

/** A kind of job. Payloads carry ids only; the handler reads what is true when it runs. */
export interface JobKind<Payload extends z.ZodObject = z.ZodObject> {
  name: string;
  payload: Payload;
}

/** Declares a kind of job. */
export const jobKind = <Payload extends z.ZodObject>(name: string, payload: Payload): JobKind<Payload> => ({
  name,
  payload,
});

export interface JobHandler {
  kind: JobKind;
  /** The signal tells a job that outlives the server's patience that another server takes it over. */
  handle: (payload: never, signal: AbortSignal) => Promise<void>;
  /** May take hours; any other is taken for lost after a quarter of one, though its server lives. */
  isLong?: boolean;
  /** Runs by the clock, in UTC, as a cron expression says; once however many servers there are. */
  cron?: string;
  /** Runs again and again, once in so many seconds however many servers there are. */
  everySeconds?: number;
}

/** Binds a handler to a kind. It may run more than once for one job, so it must be idempotent. */
export const handles = <Payload extends z.ZodObject>(
  kind: JobKind<Payload>,
  handle: (payload: z.output<Payload>, signal: AbortSignal) => Promise<void>,
  { isLong = false } = {},
): JobHandler => ({ kind: kind as unknown as JobKind, handle, isLong });

/** Binds work that the clock starts, not a request. It must be idempotent too. */
export const runsAt = (name: string, cron: string, handle: () => Promise<void>): JobHandler => ({
  ...handles(jobKind(name, z.object({})), handle),
  cron,
});

/** Binds work that goes on as long as a server runs, more often than a cron expression can say. It must be idempotent. */
export const runsEvery = (name: string, everySeconds: number, handle: () => Promise<void>): JobHandler => ({
  ...handles(jobKind(name, z.object({})), handle),
  everySeconds,
});

export interface Jobs {
  /** Queues a job in the caller's transaction: it exists if and only if that commits. */
  enqueue<Payload extends z.ZodObject>(
    tx: AccountTransaction,
    kind: JobKind<Payload>,
    payload: z.input<Payload>,
  ): Promise<void>;
  /** Creates the queues and starts working them off. */
  work(handlers: readonly JobHandler[]): Promise<void>;
  /** Waits for running jobs, then lets go of the database. */
  stop(): Promise<void>;
}

/** Pauses of 1 s, 2 s, 4 s … up to an hour; about two days in all before a job counts as failed. */
const retries = { retryLimit: 60, retryDelay: 1, retryBackoff: true, retryDelayMax: 3600 };

/**
 * A server at work on a job gives signs of life. When they stop, another server takes the job after 12 seconds, so it
 * goes on within 15 s of the next start. A living server keeps its jobs.
 */
const signsOfLife = { heartbeatSeconds: 10 };
const watch = { superviseIntervalSeconds: 2, monitorIntervalSeconds: 2 };
const usualLimit = { expireInSeconds: 15 * 60 };
const longLimit = { expireInSeconds: 23 * 3600 };

/**
 * @param databaseUrl where the queue lives, in a schema of its own.
 * @param pollingSeconds how long an idle worker sleeps at most; notifications wake it at once, retries do not.
 */
export async function startJobs(databaseUrl: string, log: Logger, pollingSeconds = 2): Promise<Jobs> {
  const boss = new PgBoss({ connectionString: databaseUrl, max: 4, useListenNotify: true, ...watch });
  boss.on('error', (error) => log.error({ err: error }, 'job queue'));
  await boss.start();
  const clocks: NodeJS.Timeout[] = [];
  /** The queue takes one job for each span of time, whichever server is the first to bring it. */
  const repeat = ({ name }: JobKind, singletonSeconds: number) =>
    setInterval(() => {
      boss.send(name, {}, { singletonSeconds }).catch((error: unknown) => {
        log.error({ err: error, job: name }, 'job could not be queued, comes again with its next turn');
      });
    }, singletonSeconds * 1000);
  return {
    async enqueue(tx, kind, payload) {
      await boss.send(kind.name, kind.payload.parse(payload), {
        db: fromPrisma(tx as unknown as PrismaTransactionLike),
      });
    },
    async work(handlers) {
      for (const { kind, handle, cron, everySeconds, isLong } of handlers) {
        const settings = { ...retries, ...signsOfLife, ...(isLong ? longLimit : usualLimit), notify: true };
        await boss.createQueue(kind.name, settings);
        // A queue that is there already, as an older version made it, was left as it is.
        await boss.updateQueue(kind.name, settings);
        if (cron) await boss.schedule(kind.name, cron, {});
        if (everySeconds) {
          // Databases of earlier versions may have a schedule for it.
          await boss.unschedule(kind.name);
          clocks.push(repeat(kind, everySeconds));
        }
        const pauses = {
          pollingIntervalSeconds: pollingSeconds,
          notifyPollingIntervalSeconds: pollingSeconds,
        };
        const worker = await boss.work(kind.name, pauses, async ([job]) => {
          if (!job) return;
          try {
            await handle(kind.payload.parse(job.data) as never, job.signal);
          } catch (error) {
            log.error({ err: error, job: kind.name, jobId: job.id }, 'job failed, will be tried again');
            throw error;
          } finally {
            // A worker takes one job a turn; without this every further one of a rush would wait a pause.
            boss.notifyWorker(worker);
          }
        });
      }
    },
    async stop() {
      clocks.forEach(clearInterval);
      await boss.stop({ graceful: true, timeout: 20_000 });
    },
  };
}
