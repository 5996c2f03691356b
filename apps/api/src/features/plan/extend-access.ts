/** Access that who runs the installation gives without a payment. */
import type { Deps } from '../../deps.ts';
import { type AccountTransaction, oneAtATime, rowKey } from '../../platform/tenancy.ts';
import { operator, recordAs } from '../audit/audit.service.ts';

const day = 24 * 3_600_000;

/**
 * Gives all active users of an account on a paid plan more days, from the end of their access or from now on. The log of the
 * company says so.
 * @returns the users and the ends of their access; none if nobody is on a paid plan
 */
export const extendAccess = (
  deps: Pick<Deps, 'clock' | 'db'>,
  accountId: number,
  days: number,
): Promise<{ email: string; until: Date }[]> =>
  // A payment that arrives at the same moment counts from here, or this from there.
  oneAtATime(deps, { accountId, userId: 0 }, async (tx) => {
    const users = await lockPayers(tx, accountId);
    const now = deps.clock().getTime();
    const extended = users.map(({ id, email, planExpired }) => {
      const until = new Date(Math.max(now, planExpired?.getTime() ?? 0) + days * day);
      return { id, email, before: planExpired, until };
    });
    for (const { id, email, before, until } of extended) {
      await tx.user.update({ where: rowKey({ accountId }, id), data: { planExpired: until } });
      const changes = { planExpired: [before, until] } satisfies Record<string, [unknown, unknown]>;
      const entry = { kind: 'CHANGED', entity: 'user', entityId: id, what: email, changes } as const;
      await recordAs(tx, { accountId, userId: null, who: operator }, entry);
    }
    return extended.map(({ email, until }) => ({ email, until }));
  });

async function lockPayers(tx: AccountTransaction, accountId: number) {
  await tx.$queryRaw`SELECT 1 FROM app_user WHERE account_id = ${accountId} ORDER BY id FOR NO KEY UPDATE`;
  return tx.user.findMany({
    where: { active: true, accountPlan: { type: { not: 'FREE' } }, account: { deletedAt: null } },
    select: { id: true, email: true, planExpired: true },
    orderBy: { id: 'asc' },
  });
}
