/** Nightly clean-up: ended sessions, used links, old counters and notifications, files without a row. */
import { bulkUndoMinutes } from '@servicebook/shared/bulk';
import { repeatableDays } from '@servicebook/shared/contract';
import { reminderKinds } from '@servicebook/shared/reminder';
import type { Deps } from '../../deps.ts';
import { runsAt } from '../../platform/jobs.ts';
import { isAlive } from '../../platform/session.ts';
import { overCustomerSessions } from '../customer-page/customer-access.ts';
import { namedFiles } from '../storage/named-files.ts';
import { replacedFiles } from '../storage/storage.jobs.ts';

const day = 24 * 3_600_000;
/** So long a repeated call gets the whole answer of the first one; later it is told which record that made. */
const answerDays = 30;
/** Longer than a call may be repeated, so that a missing key proves that the call was never carried out. */
const keyDays = repeatableDays + 20;
/** Reminders of days this long ago are no longer sent. */
const reminderDays = 30;
/** Who has not looked for a quarter of a year no longer needs to be told. */
const notificationDays = 90;
/** No provider takes money for an attempt this old. */
const paymentDays = 60;
/** Younger files may belong to a transaction that is still running. */
const orphanAge = day;

/** How many rows one statement changes. All rows of a busy day could take longer than a statement may. */
const rowsAtOnce = 10_000;
/** Each takes up to five hundred other rows along. */
const bulkActionsAtOnce = 100;

/** Repeats a statement until it finds no more rows. It says how many it found. */
async function untilDone(change: (most: number) => PromiseLike<number>, most = rowsAtOnce): Promise<void> {
  while ((await change(most)) >= most);
}

/** Deletes rows whose time has passed. */
export async function removeExpired({ db, clock }: Deps): Promise<void> {
  const now = clock();
  const ago = (days: number) => new Date(now.getTime() - days * day);
  const { global } = db;
  const remove = (
    table: { deleteMany(of: { where: object; limit: number }): PromiseLike<{ count: number }> },
    where: object,
    most?: number,
  ) => untilDone(async (limit) => (await table.deleteMany({ where, limit })).count, most);
  await remove(global.session, { NOT: isAlive(now) });
  await remove(global.activationToken, { expiresAt: { lt: ago(30) } });
  await remove(global.signInUnlock, { expiresAt: { lt: ago(1) } });
  await remove(global.customerSession, overCustomerSessions(now));
  // For a day a link that is over can say so, and lead to the page.
  await remove(global.customerLink, { expiresAt: { lt: ago(1) } });
  await remove(global.throttle, { expire: { lt: BigInt(now.getTime()) } });
  await untilDone(
    (most) => global.$executeRaw`
      UPDATE idempotency_key
         SET shortened = true, response_body = CASE WHEN response_body ? 'id' THEN jsonb_build_object('id', response_body -> 'id') END
       WHERE (account_id, key) IN (
         SELECT account_id, key FROM idempotency_key WHERE NOT shortened AND created_at < ${ago(answerDays)} LIMIT ${most})`,
  );
  await remove(global.idempotencyKey, { shortened: true, createdAt: { lt: ago(keyDays) } });
  await remove(global.sentReminder, { kind: { in: [...reminderKinds] }, sentAt: { lt: ago(reminderDays) } });
  await remove(global.notification, { createdAt: { lt: ago(notificationDays) } });
  const undoable = new Date(now.getTime() - bulkUndoMinutes * 60_000);
  await remove(global.bulkAction, { createdAt: { lt: undoable } }, bulkActionsAtOnce);
  // Attempts to pay outlive their account, until no money can come any more.
  await global.$executeRaw`
    DELETE FROM payment_session p
     WHERE p.poll_at IS NULL AND p.created_at < ${ago(paymentDays)}
       AND p.account_id NOT IN (SELECT id FROM account)`;
}

/** How many files one statement asks for: it may read whole tables, because keys are found by account alone. */
const sweptAtOnce = 10_000;

/** Deletes stored bytes no row speaks of: left by a server that died between storing and committing. */
export async function sweepOrphans({ db, files, clock, log }: Deps): Promise<void> {
  let swept = 0;
  async function knownOf(keys: readonly string[]): Promise<Set<string>> {
    const named = await db.global.$queryRaw<{ key: string }[]>(namedFiles(keys));
    return new Set([...named.map(({ key }) => key), ...(await replacedFiles(db, keys))]);
  }
  async function sweep(keys: readonly string[]): Promise<void> {
    const known = await knownOf(keys);
    for (const key of keys) {
      // An archive that comes back may have written it again meanwhile.
      if (known.has(key) || (await knownOf([key])).size > 0) continue;
      await files.remove(key);
      swept++;
    }
  }
  let keys: string[] = [];
  for await (const key of files.keysBefore(new Date(clock().getTime() - orphanAge))) {
    if (keys.push(key) < sweptAtOnce) continue;
    await sweep(keys);
    keys = [];
  }
  await sweep(keys);
  if (swept > 0) log.files.info({ swept }, 'removed files without a row');
}

export const housekeepingJobs = (deps: Deps) => [
  // They look at every table, and at every file.
  runsAt('housekeeping.remove-expired', '30 1 * * *', () => removeExpired(deps), { isLong: true }),
  runsAt('housekeeping.sweep-orphans', '0 2 * * *', () => sweepOrphans(deps), { isLong: true }),
];
