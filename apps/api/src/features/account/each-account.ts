import { clockIn } from '@servicebook/shared/calendar';
import type { Deps } from '../../deps.ts';
import type { Account, Prisma } from '../../generated/prisma/client.ts';
import { type AccountTransaction, oneAtATime } from '../../platform/tenancy.ts';

/** The first hour of the company's day in which a mail is welcome. */
export const morning = 8;

/** What is done in one account, with the day and hour where the company is. */
export type AccountStep = (
  tx: AccountTransaction,
  account: Account,
  now: { today: string; hour: number },
) => Promise<void>;

/**
 * Takes a step in all accounts of these, each in a transaction of its own. One account's failure holds up no other's.
 * @param failure what the log says of an account in which it failed
 */
export async function inEachAccount(
  deps: Deps,
  where: Prisma.AccountWhereInput,
  failure: string,
  step: AccountStep,
): Promise<void> {
  const accounts = await deps.db.global.account.findMany({ where, select: { id: true } });
  for (const { id: accountId } of accounts) {
    try {
      await oneAtATime(deps, { accountId, userId: 0 }, async (tx) => {
        // Read again under the lock: somebody may have changed it, or another server may have been here.
        const account = await tx.account.findFirst({ where: { id: accountId, ...where } });
        if (!account) return;
        const clock = clockIn(deps.clock().toISOString(), account.timezone);
        await step(tx, account, { today: clock.slice(0, 10), hour: Number(clock.slice(11, 13)) });
      });
    } catch (error) {
      deps.log.accounts.error({ err: error, accountId }, failure);
    }
  }
}
