/** The protocols of a visit: writing the first one starts it, signing them for all of its machines completes it. */
import { dateIn } from '@servicebook/shared/calendar';
import type { Deps } from '../../deps.ts';
import { Prisma } from '../../generated/prisma/client.ts';
import { type Ctx, doneAt } from '../../platform/ctx.ts';
import { type AccountTransaction, rowKey, scopedAccount, unwaited } from '../../platform/tenancy.ts';
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
  await unwaited(tx)`SELECT 1 FROM visit WHERE account_id = ${ctx.accountId} AND id = ${visitId} FOR UPDATE`;
  const [visit] = await readVisits(tx, ctx, [visitId]);
  if (!visit || visit.customer.id !== customerId) return null;
  if (visit.state === 'STARTED' || visit.state === 'DONE') return visitId;
  await tx.visit.update({
    where: rowKey(ctx, visitId),
    data: {
      state: 'STARTED',
      day: dayOf(visit.day ?? (await todayOf(deps, tx, ctx))),
      startedAt: visit.startedAt ?? doneAt(deps, ctx),
      endedAt: null,
      cancelReason: '',
      revision: { increment: 1 },
    },
  });
  await tellOfVisits(deps, tx, ctx, [visit], await readVisits(tx, ctx, [visitId]));
  return visitId;
}

const dayOf = (day: string): Date => new Date(day);

/** Today in the company's timezone, or the day when it was done: the day of work that nobody planned. */
export async function todayOf(deps: Deps, tx: AccountTransaction, ctx: Ctx): Promise<string> {
  const { timezone } = await tx.account.findUniqueOrThrow({
    where: { id: ctx.accountId },
    select: { timezone: true },
  });
  return dateIn(doneAt(deps, ctx).toISOString(), timezone);
}

/** Machines of `visit v` that are on no signed protocol of it. Those archived or given away meanwhile do not count. */
const openMachines = Prisma.sql`SELECT FROM visit_device x
    JOIN device d ON d.account_id = x.account_id AND d.id = x.device_id
   WHERE x.account_id = ${scopedAccount} AND x.visit_id = v.id AND d.customer_id = v.customer_id
     AND d.archived_at IS NULL AND NOT EXISTS (
     SELECT FROM service s JOIN service_device sd ON sd.account_id = s.account_id AND sd.service_id = s.id
      WHERE s.account_id = ${scopedAccount} AND s.visit_id = v.id AND s.state = 'SIGNED' AND s.withdrawn_at IS NULL
        AND sd.device_id = x.device_id)`;

/**
 * After a signing: the visit is done when each of its machines is on a signed protocol of it. Otherwise work goes on, also
 * on a visit that was cancelled meanwhile.
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
  const now = doneAt(deps, ctx);
  const today = await todayOf(deps, tx, ctx);
  await tx.$executeRaw(Prisma.sql`
    UPDATE visit v SET state = (CASE WHEN EXISTS (${openMachines}) THEN 'STARTED' ELSE 'DONE' END)::visit_state,
           ended_at = CASE WHEN NOT EXISTS (${openMachines}) THEN ${now}::timestamptz END,
           started_at = coalesce(v.started_at, ${now}::timestamptz), day = coalesce(v.day, ${today}::date),
           cancel_reason = '', revision = revision + 1, updated_at = now()
     WHERE v.account_id = ${accountId} AND v.id = ${visitId} AND v.state <> 'DONE'
       AND (v.state <> 'STARTED' OR NOT EXISTS (${openMachines}))`);
  await tellOfVisits(deps, tx, ctx, known, await readVisits(tx, ctx, [visitId]));
}

/**
 * After a protocol left its visit, was deleted, or lost machines by a correction: work that nothing shows any more is to
 * be done again. Without any protocol left, the visit is planned as before.
 * @param machines those that were on the protocol and are not on it as a protocol of this visit any more
 */
export async function releaseVisit(
  deps: Deps,
  tx: AccountTransaction,
  ctx: Ctx,
  visitId: number | null,
  machines: number[],
): Promise<void> {
  if (visitId === null || machines.length === 0) return;
  const { accountId } = ctx;
  await unwaited(tx)`SELECT 1 FROM visit WHERE account_id = ${accountId} AND id = ${visitId} FOR UPDATE`;
  const [before] = await readVisits(tx, ctx, [visitId]);
  if (!before || (before.state !== 'STARTED' && before.state !== 'DONE')) return;
  const written = before.protocols.filter(({ withdrawn }) => !withdrawn);
  const shown = written.flatMap(({ devices }) => devices);
  const isUndone = before.devices.some(
    ({ id, elsewhere, archived }) => machines.includes(id) && !elsewhere && !archived && !shown.includes(id),
  );
  if (written.length > 0 && (before.state === 'STARTED' || !isUndone)) return;
  const state = written.length > 0 ? 'STARTED' : before.day === null ? 'TO_PLAN' : 'PLANNED';
  await tx.visit.update({
    where: rowKey(ctx, visitId),
    data: {
      state,
      ...(state !== 'STARTED' && { startedAt: null }),
      endedAt: null,
      revision: { increment: 1 },
    },
  });
  await tellOfVisits(deps, tx, ctx, [before], await readVisits(tx, ctx, [visitId]));
}
