import { z } from 'zod';
import type { Deps } from '../../deps.ts';
import { handles, jobKind } from '../../platform/jobs.ts';
import type { AccountTransaction, Databases } from '../../platform/tenancy.ts';
import { isStored } from './storage.service.ts';

const forgetBytesJob = jobKind('storage.forget-bytes', z.object({ accountId: z.number(), key: z.string() }));

/** Longer than any download or export of all data takes that has looked up the file before. */
const afterSeconds = 24 * 3600;

/** Removes bytes that a file has replaced, later. */
export const forgetBytes = (
  deps: Pick<Deps, 'jobs'>,
  tx: AccountTransaction,
  of: { accountId: number; key: string },
): Promise<void> => deps.jobs.enqueue(tx, forgetBytesJob, of, afterSeconds);

/** Those of these files that were replaced and are still being read; rows name them no more. */
export async function replacedFiles(
  db: Pick<Databases, 'global'>,
  keys: readonly string[],
): Promise<string[]> {
  const rows = await db.global.$queryRaw<{ key: string }[]>`
    SELECT data ->> 'key' AS key FROM pgboss.job
     WHERE name = ${forgetBytesJob.name} AND state < 'completed' AND data ->> 'key' = ANY(${keys}::text[])`;
  return rows.map(({ key }) => key);
}

export const storageJobs = (deps: Deps) => [
  handles(forgetBytesJob, async ({ accountId, key }) => {
    if (!(await isStored(deps.db.of({ accountId }), key, { accountId }))) await deps.files.remove(key);
  }),
];
