/** The end of an account: at once for everybody in it, and for its data as soon as the queue comes to it. */
import type { Ctx, Deps } from '../../context.ts';
import { oneAtATime } from '../../platform/tenancy.ts';
import { eraseAccount } from './account-erasure.jobs.ts';

/**
 * Closes the account: nobody gets in any more, by any way, and the e-mail addresses are free to register anew. What the
 * account holds is erased by a job.
 */
export async function deleteAccount(deps: Deps, ctx: Ctx): Promise<void> {
  const { accountId } = ctx;
  const now = deps.clock();
  await oneAtATime(deps, ctx, async (tx) => {
    const open = await tx.account.count({ where: { id: accountId, deletedAt: null } });
    if (open === 0) return;
    await tx.session.deleteMany({ where: {} });
    await tx.activationToken.deleteMany({ where: {} });
    await tx.calendarFeed.deleteMany({ where: {} });
    // A user needs an identity; one without an @ is nobody's address, so nobody can sign in, register or be mailed by it.
    await tx.$executeRaw`
      INSERT INTO login_identity (email, account_id)
      SELECT 'deleted/' || id, account_id FROM app_user WHERE account_id = ${accountId}`;
    await tx.$executeRaw`
      UPDATE app_user
         SET email = 'deleted/' || id, active = false, activated_at = coalesce(activated_at, ${now}),
             password_hash = NULL, pending_password_hash = NULL, pending_password_expires_at = NULL
       WHERE account_id = ${accountId}`;
    await tx.loginIdentity.deleteMany({ where: { email: { contains: '@' } } });
    // After the users: other transactions, too, lock the account's row last, when they commit.
    await tx.account.update({ where: { id: accountId }, data: { deletedAt: now } });
    await deps.jobs.enqueue(tx, eraseAccount, { accountId });
  });
  deps.log.info({ accountId, userId: ctx.userId, requestId: ctx.requestId }, 'account deleted');
}
