/** Takes the work that waits in the queue from one database to another. */
import type pg from 'pg';
import { PgBoss } from 'pg-boss';
import { z } from 'zod';

export const WaitingJob = z.strictObject({
  name: z.string(),
  id: z.uuid(),
  data: z.unknown(),
  priority: z.number(),
  /** ISO 8601. */
  startAfter: z.string(),
  singletonKey: z.string().nullable(),
  retryLimit: z.number(),
  retryDelay: z.number(),
  retryBackoff: z.boolean(),
  retryDelayMax: z.number().nullable(),
  expireInSeconds: z.number(),
  heartbeatSeconds: z.number().nullable(),
  /** After its end. The first backups do not tell. */
  deleteAfterSeconds: z.number().default(7 * 24 * 3600),
  /** Of which few are worked on at once. Older backups do not tell. */
  groupId: z.string().nullable().default(null),
});
export type WaitingJob = z.output<typeof WaitingJob>;

/** So long a restored job waits at least, as in a queue of its own. */
const retention = 14 * 24 * 3600;

/** Jobs that are not done, also those in progress; none if the queue was never opened. */
export async function readWaitingJobs(client: pg.ClientBase): Promise<WaitingJob[]> {
  const { rows: there } = await client.query(
    "SELECT FROM pg_tables WHERE schemaname = 'pgboss' AND tablename = 'job'",
  );
  if (there.length === 0) return [];
  const { rows } = await client.query(`
    SELECT name, id, data, priority, singleton_key AS "singletonKey",
           to_char(start_after AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "startAfter",
           retry_limit AS "retryLimit", retry_delay AS "retryDelay", retry_backoff AS "retryBackoff",
           retry_delay_max AS "retryDelayMax", expire_seconds AS "expireInSeconds",
           heartbeat_seconds AS "heartbeatSeconds", deletion_seconds AS "deleteAfterSeconds",
           group_id AS "groupId"
      FROM pgboss.job
     WHERE state < 'completed' AND NOT blocked AND name <> 'backup.write' ORDER BY name, start_after, id`);
  return rows.map((row) => WaitingJob.parse(row));
}

/** Makes an empty queue, in the version of this program. @param databaseUrl without a pooler */
export async function withJobQueue<Result>(
  databaseUrl: string,
  work: (add: (client: pg.ClientBase, jobs: readonly WaitingJob[]) => Promise<void>) => Promise<Result>,
): Promise<Result> {
  const boss = new PgBoss({ connectionString: databaseUrl, max: 1, supervise: false, schedule: false });
  // A call that fails says so itself.
  boss.on('error', () => {});
  await boss.start();
  try {
    return await work(async (client, jobs) => {
      const db = { executeSql: (text: string, values?: unknown[]) => client.query(text, values) };
      for (const [name, ofName] of Map.groupBy(jobs, (job) => job.name)) {
        await boss.createQueue(name);
        const inserted = ofName.map(
          ({ name: _, singletonKey, retryDelayMax, heartbeatSeconds, groupId, data, ...job }) => ({
            ...job,
            data: data as object,
            // It counts from the time when the job was due, which is long ago in an old backup.
            retentionSeconds:
              retention + Math.max(0, Math.ceil((Date.now() - Date.parse(job.startAfter)) / 1000)),
            ...(singletonKey !== null && { singletonKey }),
            ...(retryDelayMax !== null && { retryDelayMax }),
            ...(heartbeatSeconds !== null && { heartbeatSeconds }),
            ...(groupId !== null && { group: { id: groupId } }),
          }),
        );
        await boss.insert(name, inserted, { db });
      }
    });
  } finally {
    await boss.stop({ graceful: false });
  }
}
