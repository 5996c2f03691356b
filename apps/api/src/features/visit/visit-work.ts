/** The protocols of a visit: writing the first one starts it, signing them for all of its machines completes it. */
import type { Deps } from '../../deps.ts';
import type { Ctx } from '../../platform/ctx.ts';
import { type AccountTransaction, rowKey } from '../../platform/tenancy.ts';
import { tellOfVisits } from '../visit-news/visit-news.ts';
import { readVisits } from '../visit-news/visit-rows.ts';

/**
 * The visit a protocol is written on, started by it. A protocol for another customer is not the visit's work. One that
 * was cancelled or deleted meanwhile does not stop the protocol: the work was done.
 */
export async function visitOf(
  deps: Deps,
  tx: AccountTransaction,
  ctx: Ctx,
  { visitId, customerId }: { visitId: number | null; customerId: number },
): Promise<number | null> {
  if (visitId === null) return null;
  await tx.$queryRaw`SELECT 1 FROM visit WHERE account_id = ${ctx.accountId} AND id = ${visitId} FOR UPDATE`;
  const [visit] = await readVisits(tx, ctx, [visitId]);
  if (!visit || visit.customer.id !== customerId) return null;
  if (visit.state === 'STARTED' || visit.state === 'DONE') return visitId;
  await tx.visit.update({
    where: rowKey(ctx, visitId),
    data: {
      state: 'STARTED',
      startedAt: visit.startedAt ?? deps.clock(),
      endedAt: null,
      cancelReason: '',
      revision: { increment: 1 },
    },
  });
  await tellOfVisits(deps, tx, ctx, [visit], await readVisits(tx, ctx, [visitId]));
  return visitId;
}

/**
 * After a signing: the visit is done when each of its machines is on a signed protocol of it. Machines that were archived
 * or given to another customer meanwhile do not keep it open.
 */
export async function completeVisit(
  deps: Deps,
  tx: AccountTransaction,
  ctx: Ctx,
  visitId: number | null,
): Promise<void> {
  if (visitId === null) return;
  const { accountId } = ctx;
  const known = await readVisits(tx, ctx, [visitId]);
  const now = deps.clock();
  await tx.$executeRaw`
    UPDATE visit v SET state = 'DONE', ended_at = ${now}, cancel_reason = '', revision = revision + 1,
           updated_at = now()
     WHERE v.account_id = ${accountId} AND v.id = ${visitId} AND v.state <> 'DONE' AND NOT EXISTS (
       SELECT FROM visit_device x JOIN device d ON d.account_id = x.account_id AND d.id = x.device_id
        WHERE x.account_id = v.account_id AND x.visit_id = v.id AND d.customer_id = v.customer_id
          AND d.archived_at IS NULL AND NOT EXISTS (
          SELECT FROM service s JOIN service_device sd ON sd.account_id = s.account_id AND sd.service_id = s.id
           WHERE s.account_id = v.account_id AND s.visit_id = v.id AND s.state = 'SIGNED'
             AND s.withdrawn_at IS NULL
             AND sd.device_id = x.device_id))`;
  await tellOfVisits(deps, tx, ctx, known, await readVisits(tx, ctx, [visitId]));
}
