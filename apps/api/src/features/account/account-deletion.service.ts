/** The end of an account: at once for everybody in it, and for its data as soon as the queue comes to it. */

import type { Deps } from '../../deps.ts';
import type { Prisma } from '../../generated/prisma/client.ts';
import type { Ctx } from '../../platform/ctx.ts';
import { type AccountTransaction, oneAtATime } from '../../platform/tenancy.ts';
import { eraseAccount } from './account-erasure.jobs.ts';

/** How long a registration waits for its address to be proven. */
const waitingDays = 14;
const day = 24 * 3_600_000;

type DeletionDeps = Pick<Deps, 'clock' | 'db' | 'jobs' | 'log'>;

/** Closes the account of the caller. @param ctx whose id is 0: who runs the installation */
export async function deleteAccount(
  deps: DeletionDeps,
  ctx: Pick<Ctx, 'accountId' | 'userId' | 'idempotency' | 'requestId'>,
): Promise<void> {
  const { accountId } = ctx;
  await oneAtATime(deps, ctx, async (tx) => {
    const open = await tx.account.count({ where: { id: accountId, deletedAt: null } });
    if (open > 0) await closeAccount(deps, tx, accountId);
  });
  deps.log.accounts.info({ accountId, userId: ctx.userId, requestId: ctx.requestId }, 'account deleted');
}

/**
 * Closes an account: nobody can sign in any more, and the e-mail addresses can be registered again. A job
 * erases the account's data.
 */
async function closeAccount(
  deps: DeletionDeps,
  tx: AccountTransaction | Prisma.TransactionClient,
  accountId: number,
): Promise<void> {
  const now = deps.clock();
  const where = { accountId };
  await tx.session.deleteMany({ where });
  await tx.activationToken.deleteMany({ where });
  await tx.calendarFeed.deleteMany({ where });
  // A user needs an identity; one without an @ is no address, so it cannot sign in, register or receive mail.
  await tx.$executeRaw`
    INSERT INTO login_identity (email, account_id)
    SELECT 'deleted/' || id, account_id FROM app_user WHERE account_id = ${accountId}`;
  await tx.$executeRaw`
    UPDATE app_user
       SET email = 'deleted/' || id, active = false, activated_at = coalesce(activated_at, ${now}),
           password_hash = NULL, pending_password_hash = NULL, pending_password_expires_at = NULL
     WHERE account_id = ${accountId}`;
  await tx.loginIdentity.deleteMany({ where: { accountId, email: { contains: '@' } } });
  // After the users: other transactions, too, lock the account's row last, when they commit.
  await tx.account.update({ where: { id: accountId }, data: { deletedAt: now } });
  await deps.jobs.enqueue(tx, eraseAccount, { accountId });
}

/**
 * Closes the account that was registered with an address and never activated, if there is one.
 * @param before only one that was registered earlier
 */
export async function closeWaitingAccount(
  deps: Deps,
  tx: Prisma.TransactionClient,
  email: string,
  before: Date = new Date(8.64e15),
): Promise<void> {
  // The lock prevents the link from activating it at the same time.
  const waiting = await tx.$queryRaw<{ accountId: number }[]>`
    SELECT account_id AS "accountId" FROM login_identity
     WHERE email = ${email} AND claimed_at IS NULL AND NOT invited AND created_at < ${before} FOR UPDATE`;
  for (const { accountId } of waiting) await closeAccount(deps, tx, accountId);
}

/** Closes registrations whose address was not proven within two weeks. */
export async function closeAbandonedRegistrations(deps: Deps): Promise<void> {
  const { global } = deps.db;
  const before = new Date(deps.clock().getTime() - waitingDays * day);
  const abandoned = await global.loginIdentity.findMany({
    where: { claimedAt: null, invited: false, createdAt: { lt: before }, email: { contains: '@' } },
    select: { email: true },
  });
  for (const { email } of abandoned)
    await global.$transaction((tx) => closeWaitingAccount(deps, tx, email, before));
}
