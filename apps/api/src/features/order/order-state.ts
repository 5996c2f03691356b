/** An order's way from placed to paid: one step at a time, under a lock, each step in the account's log. */
import { extendedUntil, isPayable, type OrderStatus, orderDeadlineHours } from '@servicebook/shared/order';
import type { Deps } from '../../deps.ts';
import type { Prisma } from '../../generated/prisma/client.ts';
import { type AccountTransaction, rowKey } from '../../platform/tenancy.ts';
import { recordAs } from '../audit/audit.service.ts';

const withLines = {
  lines: { orderBy: { position: 'asc' } },
  account: { select: { timezone: true, deletedAt: true, closedAt: true } },
} as const satisfies Prisma.OrderInclude;
export type LockedOrder = Prisma.OrderGetPayload<{ include: typeof withLines }>;

/** Who changed an order's state, for the log: a user, the provider or the system. */
export interface Mover {
  userId: number | null;
  who: string;
}
export const provider: Mover = { userId: null, who: 'Przelewy24' };
export const systemActor: Mover = { userId: null, who: 'Servicebook' };

/** Reads an order and locks it until the transaction ends; null if it does not exist. */
export async function lockOrder(
  tx: AccountTransaction,
  { accountId }: { accountId: number },
  id: number,
): Promise<LockedOrder | null> {
  await tx.$queryRaw`SELECT 1 FROM purchase WHERE account_id = ${accountId} AND id = ${id} FOR UPDATE`;
  return tx.order.findUnique({ where: rowKey({ accountId }, id), include: withLines });
}

const hour = 3_600_000;

/** The deadline for paying an order. */
export const deadlineOf = ({ createdAt }: { createdAt: Date }): Date =>
  new Date(createdAt.getTime() + orderDeadlineHours * hour);

/** Changes the state of a locked order and logs it. */
export async function moveOrder(
  tx: AccountTransaction,
  order: LockedOrder,
  paymentStatus: OrderStatus,
  mover: Mover,
  along: Prisma.OrderUncheckedUpdateInput = {},
): Promise<void> {
  await tx.order.update({ where: rowKey(order, order.id), data: { paymentStatus, ...along } });
  await logOnOrder(tx, order, mover, { paymentStatus: [order.paymentStatus, paymentStatus] });
}

/** Logs an event of an order in the account's log. */
export const logOnOrder = (
  tx: Pick<AccountTransaction, 'auditLog'>,
  { accountId, id }: { accountId: number; id: number },
  mover: Mover,
  changes: Record<string, [before: unknown, after: unknown]>,
): Promise<void> =>
  recordAs(
    tx,
    { accountId, ...mover },
    { kind: 'ORDER_STATE_CHANGED', entity: 'order', entityId: id, what: String(id), changes },
  );

/**
 * Whom a payment of this order would extend. Nobody once it was paid, and nobody when its account is closed or gone or one
 * of its users is gone: a payment that could be used in part only goes back as a whole.
 */
export function linesToExtend({ accessExtendedAt, account, lines }: LockedOrder) {
  if (accessExtendedAt || account.deletedAt || account.closedAt) return [];
  const extending = lines.flatMap((line) => (line.userId === null ? [] : [{ ...line, userId: line.userId }]));
  return extending.length === lines.length ? extending : [];
}

/** Detaches a user who is being deleted from the account's orders, which keep the price and the name. */
export async function forgetUser(tx: Pick<AccountTransaction, 'orderLine'>, userId: number): Promise<void> {
  await tx.orderLine.updateMany({ where: { userId }, data: { userId: null } });
}

/**
 * Extends the access of everybody in a locked order, on the plan that was paid for, and marks the order paid. The
 * caller has made sure that the money is there and that `linesToExtend` are some: this is the only place that extends.
 */
export async function extendAccess(
  deps: Deps,
  tx: AccountTransaction,
  order: LockedOrder,
  payment: Pick<Prisma.OrderUncheckedUpdateInput, 'p24SessionId' | 'p24OrderId' | 'paymentMethodId'>,
): Promise<void> {
  const { accountId } = order;
  const lines = linesToExtend(order);
  const ids = lines.map(({ userId }) => userId);
  // Two orders of one user may be paid at once: the second counts from where the first ends.
  await tx.$queryRaw`
    SELECT 1 FROM app_user WHERE account_id = ${accountId} AND id = ANY(${ids}) ORDER BY id FOR NO KEY UPDATE`;
  const users = await tx.user.findMany({
    where: { id: { in: ids } },
    select: { id: true, planExpired: true, accountPlan: { select: { type: true } } },
  });
  const now = deps.clock();
  for (const { id: lineId, userId, accountPlanId, period, quantity } of lines) {
    const user = users.find(({ id }) => id === userId);
    const before = user?.accountPlan.type === 'FREE' ? null : (user?.planExpired ?? null);
    const planExpired = extendedUntil(
      before?.toISOString() ?? null,
      now.toISOString(),
      order.account.timezone,
      period === 'YEAR' ? 'year' : 'month',
      quantity,
    );
    await tx.user.update({ where: rowKey(order, userId), data: { accountPlanId, planExpired } });
    await tx.orderLine.update({
      where: rowKey(order, lineId),
      data: { expiredBefore: before, expiredAfter: planExpired },
    });
  }
  await moveOrder(tx, order, 'SUCCESS', provider, {
    ...payment,
    accessExtendedAt: now,
    paymentDate: now,
    paymentType: 'PRZELEWY24',
    paymentMethod: 'Przelewy24',
  });
}

/** Ends an order that was not paid in time. Money that arrives later is not lost: see docs/decisions/0011-payments.md. */
export async function endOverdue(tx: AccountTransaction, order: LockedOrder, now: Date): Promise<void> {
  if (!isPayable(order.paymentStatus) || deadlineOf(order) > now) return;
  await moveOrder(tx, order, 'AFTER_DEADLINE', systemActor);
}
