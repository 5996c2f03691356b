/** Work that happens after the answer: queued in PostgreSQL, in the transaction that causes it, retried until done. */
import { isDeepStrictEqual } from 'node:util';
import { fromPrisma, type JobWithMetadata, PgBoss, type PrismaTransactionLike, type Queue } from 'pg-boss';
import { z } from 'zod';
import type { Logger } from './logger.ts';
import type { AccountTransaction } from './tenancy.ts';
import { currentSpan, inSpan, type Span, type Traces } from './trace.ts';

/**
 * A kind of job. Payloads contain only ids; the handler reads the current data when it runs. Only what happens after an
 * account is gone carries more, see `forgets`.
 */
export interface JobKind<Payload extends z.ZodObject = z.ZodObject> {
  name: string;
  payload: Payload;
  /** See `remoteKind`. */
  isRemote?: boolean;
}

/** Declares a kind of job. */
export const jobKind = <Payload extends z.ZodObject>(name: string, payload: Payload): JobKind<Payload> => ({
  name,
  payload,
});

/**
 * Declares a kind of job that waits for a server of others, such as the mail server. A server works on several of them at
 * once; of one company on fewer, so that its many mails do not hold up those of others. Not for mails that must arrive in
 * their order, such as one whose password or link ends that of an earlier one.
 */
export const remoteKind = <Payload extends z.ZodObject>(
  name: string,
  payload: Payload,
): JobKind<Payload> => ({
  ...jobKind(name, payload),
  isRemote: true,
});

export interface JobHandler {
  kind: JobKind;
  /** The signal aborts a job that exceeds its time, because another server takes it over. */
  handle: (payload: never, signal: AbortSignal) => Promise<void>;
  /** May take hours; any other job counts as lost after a quarter of an hour, even if its server is alive. */
  isLong?: boolean;
  /** Its payload names a person, so it is kept no longer than the job needs. */
  forgets?: boolean;
  /** How a failure is tried again, if not as usual. */
  retries?: Retries;
  /** How often it is tried again before a failure is an error in the log, if not as usual. */
  attentionAfter?: number;
  /** Runs on a cron schedule in UTC; once, with any number of servers. */
  cron?: string;
  /** Runs repeatedly at this interval in seconds; once, with any number of servers. */
  everySeconds?: number;
  /** Runs once in each day of UTC, from this minute of it on; once, with any number of servers. */
  dailyFromMinute?: number;
  /** What the work of a day depends on, such as a setting: if that changes, the day gets another job. */
  dailyFor?: string;
  /** This server neither plans nor takes it: the settings for it are those of other servers. */
  isElsewhere?: boolean;
}

/** Binds a handler to a kind. It may run more than once for one job, so it must be idempotent. */
export const handles = <Payload extends z.ZodObject>(
  kind: JobKind<Payload>,
  handle: (payload: z.output<Payload>, signal: AbortSignal) => Promise<void>,
  { isLong = false, forgets = false } = {},
): JobHandler => ({ kind: kind as unknown as JobKind, handle, isLong, forgets });

/** Binds scheduled work. It must be idempotent too. */
export const runsAt = (
  name: string,
  cron: string,
  handle: () => Promise<void>,
  options: { isLong?: boolean } = {},
): JobHandler => ({
  ...handles(jobKind(name, z.object({})), handle, options),
  cron,
});

/** Binds work that repeats while a server runs, more often than cron allows. It must be idempotent. */
export const runsEvery = (name: string, everySeconds: number, handle: () => Promise<void>): JobHandler => ({
  ...handles(jobKind(name, z.object({})), handle),
  everySeconds,
});

/**
 * Binds work of each day, which only servers plan that do it. A day that was missed is made up when one of them starts. It
 * must be idempotent.
 * @param minute of the day, in UTC
 */
export const runsDaily = (name: string, minute: number, handle: () => Promise<void>): JobHandler => ({
  ...handles(jobKind(name, z.object({})), handle),
  dailyFromMinute: minute,
});

/** The jobs of one kind that are not done. */
export interface QueueCounts {
  name: string;
  /** Due, and taken by nobody yet. */
  waiting: number;
  /** Due later. */
  later: number;
  /** Failed and due for another try, now or later. */
  retry: number;
  active: number;
  /** Given up within the last week. */
  failed: number;
  /** How long the oldest one that is due waits, in seconds. */
  oldestSeconds: number;
}

/** A job whose last try failed. */
export interface FailedJob {
  queue: string;
  id: string;
  /** Given up, or tried again at `next`. */
  state: 'failed' | 'retry';
  tries: number;
  /** ISO 8601. */
  created: string;
  next: string;
  /** What its last try said, in one line. */
  error: string;
}

export interface Jobs {
  /**
   * Queues a job in the caller's transaction: it exists if and only if that commits.
   * @param afterSeconds the job waits for so long; by default it starts at once.
   */
  enqueue<Payload extends z.ZodObject>(
    tx: AccountTransaction,
    kind: JobKind<Payload>,
    payload: z.input<Payload>,
    afterSeconds?: number,
  ): Promise<void>;
  /** Creates the queues, so that jobs can be queued; they wait for a server that processes them. */
  open(handlers: readonly JobHandler[]): Promise<void>;
  /** Starts processing queues, and creates those that are missing. Only with `works`. */
  work(handlers: readonly JobHandler[]): Promise<void>;
  /** What is in the queue, of all servers. @throws if the database does not answer */
  counts(): Promise<QueueCounts[]>;
  /** Jobs that have failed and are not done, oldest first, as many as `limit`. */
  failures(limit: number): Promise<FailedJob[]>;
  /**
   * Has failed jobs tried again at once, and twelve times more at least.
   * @param which one of them by its id, those of a queue by its name, or all
   * @returns how many
   */
  retry(which?: string): Promise<number>;
  /** Waits for running jobs, then disconnects from the database. */
  stop(): Promise<void>;
}

/** How often, and after how many seconds; with backoff, pauses double up to a limit. */
type Retries = Pick<Queue, 'retryLimit' | 'retryDelay' | 'retryBackoff' | 'retryDelayMax'>;

/** Pauses of 1 s, 2 s, 4 s … up to an hour; about two days in all before a job counts as failed. */
const usualRetries: Retries = { retryLimit: 60, retryDelay: 1, retryBackoff: true, retryDelayMax: 3600 };

/**
 * A server sends heartbeats for the jobs it works on. When they stop, another server takes the job some 13 seconds later,
 * so it resumes within 16 s of the next start. A living server keeps its jobs.
 */
const signsOfLife = { heartbeatSeconds: 10 };
const watch = { superviseIntervalSeconds: 3, monitorIntervalSeconds: 3 };
const usualLimit = { expireInSeconds: 15 * 60 };
const longLimit = { expireInSeconds: 23 * 3600 };

/** About an hour of retries. A failure that lasts so long needs attention, two days before the queue gives up. */
const usualAttention = 12;

function logFailure(
  log: Logger,
  job: JobWithMetadata<unknown>,
  error: unknown,
  attentionAfter = usualAttention,
): void {
  const { accountId, userId } = job.data as { accountId?: number; userId?: number };
  const about = { err: error, job: job.name, jobId: job.id, accountId, userId };
  if (job.retryCount >= job.retryLimit) log.error(about, 'job failed for the last time');
  else if (job.retryCount === attentionAfter) log.error(about, 'job keeps failing, will be tried again');
  else log.warn(about, 'job failed, will be tried again');
}

/** Beside the payload of a job: which span has queued it. */
interface Caused {
  traceparent?: string;
}

function causeOfNow(): Caused {
  const span = currentSpan();
  return span ? { traceparent: span.traceparent } : {};
}

function beginTry(traces: Traces, { name, id, data, retryCount }: JobWithMetadata<unknown>): Span {
  const { accountId, traceparent } = data as Caused & { accountId?: number };
  return traces.begin('job', `job ${name}`, {
    cause: traceparent,
    attributes: {
      'servicebook.job': name,
      'servicebook.job_id': id,
      'servicebook.try': retryCount + 1,
      'servicebook.account_id': accountId,
    },
  });
}

/** Of one kind, on one server. */
const remoteAtOnce = 3;
const remoteOfCompany = 2;

const enqueueIn =
  (boss: PgBoss): Jobs['enqueue'] =>
  async (tx, kind, payload, afterSeconds = 0) => {
    const data = { ...kind.payload.parse(payload), ...causeOfNow() };
    const { accountId } = data as { accountId?: number };
    await boss.send(kind.name, data, {
      startAfter: afterSeconds,
      ...(kind.isRemote && accountId && { group: { id: String(accountId) } }),
      db: fromPrisma(tx as unknown as PrismaTransactionLike),
    });
  };

/** Queues jobs and processes none: for the processes of a server, which processes them itself. */
export async function openJobQueue(
  databaseUrl: string,
  log: Logger,
): Promise<Pick<Jobs, 'enqueue' | 'stop'>> {
  const idle = { supervise: false, schedule: false, migrate: false } as const;
  const boss = new PgBoss({ connectionString: databaseUrl, max: 1, ...idle, ...silenceLimit });
  boss.on('error', (error) => log.error({ err: error }, 'job queue'));
  await boss.start();
  return { enqueue: enqueueIn(boss), stop: () => boss.stop({ graceful: false }) };
}

/**
 * A notification wakes the worker of a queue, except for a job that waited: a retry, a later start, the job of a server that
 * has died. One look finds those of all queues; if each worker looked for itself, an idle server would ask many times a
 * second.
 */
const lookForDueJobs = 1_000;
/** Whether those of a new day must be queued. */
const lookForDailyJobs = 60_000;
const day = 24 * 3_600_000;
/** In case that nothing wakes them. */
const pauses = { pollingIntervalSeconds: 180, notifyPollingIntervalSeconds: 180 };
/** A database that says nothing must not hold a connection for good. Milliseconds; nothing of the queue takes so long. */
const silenceLimit = {
  connectionTimeoutMillis: 5_000,
  query_timeout: 120_000,
  // The limit of the user may be lower.
  statement_timeout: 120_000,
  keepAlive: true,
};
const dueQueues =
  "SELECT DISTINCT name FROM pgboss.job WHERE state < 'active' AND NOT blocked AND start_after < now()";

/**
 * Keeps the queue small, because its library counts all jobs every few seconds. The row of a repeated or daily one stays: it
 * tells that the work of its interval was done.
 */
const deleteDone = `
  DELETE FROM pgboss.job WHERE (name, id) IN (
    SELECT name, id FROM pgboss.job
     WHERE state = 'completed' AND completed_on < now() - interval '1 hour' AND singleton_on IS NULL
     LIMIT 50000 FOR UPDATE SKIP LOCKED)`;
const removeDoneEvery = 600_000;

const countQueues = `
  SELECT name,
         count(*) FILTER (WHERE state = 'created' AND start_after <= now())::int AS waiting,
         count(*) FILTER (WHERE state = 'created' AND start_after > now())::int AS later,
         count(*) FILTER (WHERE state = 'retry')::int AS retry,
         count(*) FILTER (WHERE state = 'active')::int AS active,
         count(*) FILTER (WHERE state = 'failed')::int AS failed,
         coalesce(extract(epoch FROM now() - min(start_after)
           FILTER (WHERE state < 'active' AND start_after <= now())), 0)::float AS "oldestSeconds"
    FROM pgboss.job
   WHERE state < 'completed' OR state = 'failed' GROUP BY name ORDER BY name`;

const findFailures = `
  SELECT name AS queue, id, state::text, retry_count + 1 AS tries, created_on AS created, start_after AS next,
         split_part(coalesce(output ->> 'message', output ->> 'value', output::text, ''), E'\n', 1) AS error
    FROM pgboss.job WHERE state IN ('failed', 'retry') ORDER BY created_on, id LIMIT $1`;
// The number of a try tells a former one, which may still run, from the next: it only grows.
const tryAgain = `
  UPDATE pgboss.job SET state = 'retry', start_after = now(), completed_on = NULL,
         retry_limit = greatest(retry_limit, retry_count + 12)
   WHERE state IN ('failed', 'retry') AND ($1::text IS NULL OR name = $1 OR id::text = $1) RETURNING id`;

/**
 * Opens the queue, and makes its tables if there are none.
 * @param databaseUrl database of the queue, which has its own schema; without a pooler, because it is notified
 * @param traces each try of a job is a trace
 * @param works whether this server processes jobs, plans scheduled ones and takes over those of dead servers
 */
export async function startJobs(
  databaseUrl: string,
  log: Logger,
  { works = true, traces = null }: { works?: boolean; traces?: Traces | null } = {},
): Promise<Jobs> {
  const boss = new PgBoss({
    connectionString: databaseUrl,
    ...(works ? { max: 4, useListenNotify: true, ...watch } : { max: 2, supervise: false, schedule: false }),
    ...silenceLimit,
  });
  boss.on('error', (error) => log.error({ err: error }, 'job queue'));
  await boss.start();
  const clocks: NodeJS.Timeout[] = [];
  /** The queue accepts one job per interval, from whichever server is first. */
  const queueOnce = ({ name }: JobKind, singletonSeconds: number, singletonKey?: string) =>
    boss
      .send(name, {}, { singletonSeconds, ...(singletonKey && { singletonKey }) })
      .catch((error: unknown) => {
        log.error({ err: error, job: name }, 'job could not be queued, comes again with its next turn');
      });
  const repeat = (kind: JobKind, seconds: number) =>
    setInterval(() => queueOnce(kind, seconds), seconds * 1000);
  const repeatDaily = (kind: JobKind, minute: number, key?: string) => {
    const queueToday = () => {
      if (Date.now() % day >= minute * 60_000) void queueOnce(kind, day / 1000, key);
    };
    queueToday();
    return setInterval(queueToday, lookForDailyJobs);
  };
  function wake(queues: readonly string[]): void {
    for (const { id, name } of boss.getWipData()) if (queues.includes(name)) boss.notifyWorker(id);
  }
  let looking = false;
  async function wakeWorkers(): Promise<void> {
    if (looking) return;
    looking = true;
    try {
      const { rows } = await boss.getDb().executeSql(dueQueues);
      wake((rows as { name: string }[]).map(({ name }) => name));
    } catch (error) {
      log.error({ err: error }, 'due jobs could not be looked for, comes again with its next turn');
    } finally {
      looking = false;
    }
  }
  async function removeDone(): Promise<void> {
    try {
      await boss.getDb().executeSql(deleteDone);
    } catch (error) {
      log.error({ err: error }, 'done jobs could not be removed, comes again with its next turn');
    }
  }
  async function startWorkers({ kind, handle, attentionAfter }: JobHandler): Promise<void> {
    const places = kind.isRemote
      ? { localConcurrency: remoteAtOnce, localGroupConcurrency: remoteOfCompany }
      : {};
    await boss.work(kind.name, { ...pauses, ...places, includeMetadata: true }, async ([job]) => {
      if (!job) return;
      const work = async () => {
        try {
          await handle(kind.payload.parse(job.data) as never, job.signal);
        } catch (error) {
          logFailure(log, job, error, attentionAfter);
          throw error;
        }
      };
      try {
        await inSpan(traces && beginTry(traces, job), work);
      } finally {
        // A worker takes one job per poll; without this, each further job in a burst would wait for the next poll.
        wake([kind.name]);
      }
    });
  }
  /** Asks once for all, because most starts find them as they are to be. */
  async function openQueues(handlers: readonly JobHandler[]): Promise<void> {
    const known = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]));
    for (const { kind, isLong, forgets, retries = usualRetries } of handlers) {
      const settings = {
        ...retries,
        ...signsOfLife,
        ...(isLong ? longLimit : usualLimit),
        ...(forgets && { deleteAfterSeconds: 60 }),
        notify: true,
      };
      const before = known.get(kind.name);
      if (before && isDeepStrictEqual({ ...before, ...settings }, before)) continue;
      if (!before) await boss.createQueue(kind.name, settings);
      // Creating a queue does not change one that another server has made meanwhile.
      await boss.updateQueue(kind.name, settings);
    }
  }
  return {
    enqueue: enqueueIn(boss),
    async counts() {
      return (await boss.getDb().executeSql(countQueues)).rows as QueueCounts[];
    },
    async failures(limit) {
      const { rows } = await boss.getDb().executeSql(findFailures, [limit]);
      return rows.map(({ created, next, ...row }) => ({
        ...row,
        created: created.toISOString(),
        next: next.toISOString(),
      }));
    },
    async retry(which) {
      return (await boss.getDb().executeSql(tryAgain, [which ?? null])).rows.length;
    },
    open: openQueues,
    async work(handlers) {
      await openQueues(handlers);
      for (const handler of handlers) {
        const { kind, cron, everySeconds, dailyFromMinute, dailyFor, isElsewhere = false } = handler;
        if (cron) await boss.schedule(kind.name, cron, {});
        // Databases from earlier versions may have a schedule for others.
        else if (everySeconds !== undefined || dailyFromMinute !== undefined)
          await boss.unschedule(kind.name);
        if (isElsewhere) continue;
        if (everySeconds !== undefined) clocks.push(repeat(kind, everySeconds));
        await startWorkers(handler);
        if (dailyFromMinute !== undefined) clocks.push(repeatDaily(kind, dailyFromMinute, dailyFor));
      }
      void removeDone();
      clocks.push(setInterval(wakeWorkers, lookForDueJobs), setInterval(removeDone, removeDoneEvery));
    },
    async stop() {
      clocks.forEach(clearInterval);
      await boss.stop({ graceful: true, timeout: 12_000 });
    },
  };
}
