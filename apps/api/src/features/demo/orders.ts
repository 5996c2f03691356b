/** The demo company's paid order of one year for all users, with its invoice; no mails are sent. */
import { lineAmounts, pricingOf, totalAmounts } from '@servicebook/shared/plan';
import type { Deps } from '../../deps.ts';
import type { Ctx } from '../../platform/ctx.ts';
import { inTransaction } from '../../platform/tenancy.ts';
import { issueInvoice } from '../invoice/invoice.service.ts';
import { storeDocuments } from '../invoice/invoice-documents.ts';
import { insertOrder, readOffer } from '../order/order.service.ts';
import { extendAccess, lockOrder } from '../order/order-state.ts';

const daysAgo = 40;

/** If payments are disabled, there is no order, and access stays unchanged. */
export async function insertPaidOrder(deps: Deps, admin: Ctx): Promise<void> {
  if (!deps.payments) return;
  const paidAt = new Date(deps.clock().getTime() - daysAgo * 24 * 3_600_000);
  const then: Deps = { ...deps, clock: () => paidAt, config: { ...deps.config, paymentsEnabled: true } };
  // All access the company has comes from this order.
  await deps.db.of(admin).user.updateMany({ where: {}, data: { planExpired: null } });
  const { users: newestFirst } = await readOffer(then, admin);
  const users = newestFirst.toReversed();
  const { gross } = totalAmounts(
    users.map(({ accountPlan }) => lineAmounts(pricingOf(accountPlan), 'year', 1)),
  );
  const { id } = await insertOrder(then, admin, {
    users: users.map((user) => ({ id: user.id, accountPlan: { period: 'year', quantity: 1 } })),
    totalGrossPrice: gross,
  });
  const invoiceId = await inTransaction(deps, admin, async (tx) => {
    const order = await lockOrder(tx, admin, id);
    if (!order) throw new Error('the order of the demo is gone');
    await extendAccess(then, tx, order, {});
    return issueInvoice(then, tx, order);
  });
  await storeDocuments(deps, invoiceId, async () => {});
}
