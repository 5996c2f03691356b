import { orderDeadlineHours } from '@servicebook/shared/order';
import type { Deps } from '../../deps.ts';
import { runsAt } from '../../platform/jobs.ts';
import { inTransaction } from '../../platform/tenancy.ts';
import { endOverdue, lockOrder } from './order-state.ts';

const hour = 3_600_000;
const batchSize = 500;

/** Ends the orders of all accounts whose deadline has passed unpaid. */
export async function endOverdueOrders(deps: Deps): Promise<void> {
  const now = deps.clock();
  const overdue = await deps.db.global.order.findMany({
    where: {
      paymentStatus: { in: ['CREATED', 'PROCESSING'] },
      createdAt: { lte: new Date(now.getTime() - orderDeadlineHours * hour) },
    },
    select: { accountId: true, id: true },
    orderBy: { createdAt: 'asc' },
    take: batchSize,
  });
  for (const { accountId, id } of overdue) {
    await inTransaction(deps, { accountId, userId: 0 }, async (tx) => {
      const order = await lockOrder(tx, { accountId }, id);
      if (order) await endOverdue(tx, order, now);
    });
  }
}

export const orderJobs = (deps: Deps) => [
  runsAt('order.end-overdue', '*/5 * * * *', () => endOverdueOrders(deps)),
];
