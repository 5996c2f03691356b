/** Sending a customer to the payment provider, and hearing from the provider that money came. */
import { randomUUID } from 'node:crypto';
import { isPayable } from '@servicebook/shared/order';
import type { PaymentNotification } from '@servicebook/shared/payment';
import type { Deps } from '../../deps.ts';
import type { PaymentSession } from '../../generated/prisma/client.ts';
import { AppError } from '../../platform/app-error.ts';
import type { Ctx } from '../../platform/ctx.ts';
import type { KnownPayment } from '../../platform/przelewy24.ts';
import { type AccountTransaction, inTransaction, oneAtATime, rowKey } from '../../platform/tenancy.ts';
import { requireInvoiceData } from '../company/invoice-data.ts';
import {
  deadlineOf,
  type LockedOrder,
  linesToExtend,
  lockOrder,
  logOnOrder,
  moveOrder,
  provider,
} from '../order/order-state.ts';
import { requireSelling } from '../order/selling.ts';
import { verifyPayment } from './payment-settlement.ts';
import { nextPoll } from './poll-schedule.ts';

const minute = 60_000;
/** The provider's own limits; its receipt for a longer address goes to the seller. */
const longestMinutes = 99;
const longestEmail = 50;
const attemptsPerAccount = { points: 60, seconds: 3600 };
const checksPerAccount = { points: 120, seconds: 3600 };

/**
 * Registers a payment of an order and gives the address to pay at. Every call is an attempt of its own, with a session
 * of its own; whichever is paid first counts.
 * @throws AppError PAYMENTS_DISABLED, COMPANY_DATA_REQUIRED, PRICE_CHANGED, ORDER_CLOSED, PAYMENT_UNAVAILABLE
 */
export async function startPayment(
  deps: Deps,
  ctx: Ctx,
  { id, totalAmount }: { id: number; totalAmount: number },
): Promise<{ url: string }> {
  const { config } = deps;
  const payments = requireSelling(deps);
  const { accountId } = ctx;
  await deps.throttle.take('payment', String(accountId), attemptsPerAccount);
  const sessionId = randomUUID();
  const now = deps.clock();
  // The session is stored before the provider hears of it: no money can come that we do not know of.
  const { order, buyer } = await oneAtATime(deps, ctx, async (tx) => {
    const order = await requirePayable(tx, ctx, id, now);
    // Earlier versions let a company be emptied after its order.
    await requireInvoiceData(tx, ctx);
    if (order.totalGrossAmount !== totalAmount) throw new AppError('PRICE_CHANGED');
    const { totalGrossAmount: amount, currency } = order;
    await tx.paymentSession.create({
      data: { sessionId, accountId, orderId: id, amount, currency, createdAt: now },
    });
    const buyer = await tx.user.findUniqueOrThrow({
      where: rowKey(ctx, ctx.userId),
      select: { email: true, account: { select: { country: true } } },
    });
    return { order, buyer };
  });
  const minutesLeft = Math.floor((deadlineOf(order).getTime() - now.getTime()) / minute);
  let token: string;
  try {
    ({ token } = await payments.register({
      sessionId,
      amount: order.totalGrossAmount,
      currency: order.currency,
      description: `Servicebook #${id}`,
      email: buyer.email.length > longestEmail ? config.seller.email : buyer.email,
      country: buyer.account.country || 'PL',
      language: ctx.language,
      urlReturn: `${config.publicUrl}/waiting-for-payment?orderId=${id}`,
      urlStatus: `${config.publicUrl}/api/payment/przelewy24/status`,
      timeLimit: Math.min(longestMinutes, Math.max(1, minutesLeft)),
    }));
  } catch (error) {
    throw new AppError('PAYMENT_UNAVAILABLE', {}, error);
  }
  await inTransaction(deps, ctx, async (tx) => {
    const order = await requirePayable(tx, ctx, id, now);
    await tx.paymentSession.update({
      where: { sessionId, accountId },
      data: { token, pollAt: nextPoll(now, now, config.paymentPollSeconds) },
    });
    const along = { p24SessionId: sessionId };
    if (order.paymentStatus === 'PROCESSING') await tx.order.update({ where: rowKey(ctx, id), data: along });
    else {
      const { email } = buyer;
      await moveOrder(tx, order, 'PROCESSING', { userId: ctx.userId, who: email }, along);
    }
  });
  return { url: payments.payUrl(token) };
}

async function requirePayable(tx: AccountTransaction, ctx: Ctx, id: number, now: Date): Promise<LockedOrder> {
  const order = await lockOrder(tx, ctx, id);
  if (!order) throw new AppError('NOT_FOUND');
  const isOpen = isPayable(order.paymentStatus) && deadlineOf(order) > now && linesToExtend(order).length > 0;
  if (!isOpen) throw new AppError('ORDER_CLOSED');
  return order;
}

/**
 * Asks the provider how the attempts at an order stand, since it tells unasked only of payments that were made.
 * @returns whether money has come; null when the provider does not say. @throws AppError NOT_FOUND, TOO_MANY_ATTEMPTS
 */
export async function checkPayment(deps: Deps, ctx: Ctx, id: number): Promise<{ paid: boolean | null }> {
  const { accountId } = ctx;
  await deps.throttle.take('payment-check', String(accountId), checksPerAccount);
  const { accessExtendedAt } = await deps.db.of(ctx).order.findUniqueOrThrow({ where: rowKey(ctx, id) });
  const sessions = await deps.db.global.paymentSession.findMany({ where: { accountId, orderId: id } });
  // Only the session shows money that was used after the order was read.
  const hasMoney = sessions.some(({ state }) => state === 'PAID' || state === 'VERIFIED');
  if (accessExtendedAt || hasMoney) return { paid: true };
  const { payments } = deps;
  if (!payments) return { paid: null };
  const open = sessions.filter(({ state, token }) => state === 'OPEN' && token);
  try {
    const reports = await Promise.all(open.map(({ sessionId }) => payments.find(sessionId)));
    const accepted = await Promise.all(
      open.map((session, index) => {
        const report = reports[index];
        return report && isMade(report) ? acceptPayment(deps, session, report) : false;
      }),
    );
    return { paid: accepted.includes(true) };
  } catch (error) {
    deps.log.payments.warn({ err: error, orderId: id }, 'payment provider did not say how a payment stands');
    return { paid: null };
  }
}

/** Whether the provider has the money. */
export const isMade = ({ status }: KnownPayment): boolean => status === 'advance' || status === 'made';

type Refusal = 'FORGED_SIGN' | 'UNKNOWN_SESSION' | 'WRONG_AMOUNT' | 'WRONG_CURRENCY';

/**
 * Receives the provider's notification that a payment was made. It only starts the verification, a job; access is
 * extended after that.
 * @throws AppError PAYMENT_REFUSED, NOT_FOUND for an unknown session
 */
export async function receiveNotification(deps: Deps, notification: PaymentNotification): Promise<void> {
  const { sessionId } = notification;
  if (!deps.payments?.isAuthentic(notification)) {
    await refuse(deps, 'FORGED_SIGN', sessionId);
    throw new AppError('PAYMENT_REFUSED');
  }
  const session = await deps.db.global.paymentSession.findUnique({ where: { sessionId } });
  if (!session) {
    await refuse(deps, 'UNKNOWN_SESSION', sessionId);
    throw new AppError('NOT_FOUND');
  }
  if (!(await acceptPayment(deps, session, notification))) throw new AppError('PAYMENT_REFUSED');
}

/**
 * Notes that a session was paid, once, and has the money verified. Heard from a notification or asked for.
 * @returns false when it is not the payment that was registered.
 */
export async function acceptPayment(
  deps: Deps,
  session: PaymentSession,
  paid: Pick<KnownPayment, 'amount' | 'currency' | 'orderId' | 'methodId'>,
): Promise<boolean> {
  const { sessionId, accountId, orderId } = session;
  const wrong: Refusal | null =
    paid.amount !== session.amount
      ? 'WRONG_AMOUNT'
      : paid.currency !== session.currency
        ? 'WRONG_CURRENCY'
        : null;
  if (wrong) {
    await refuse(deps, wrong, sessionId);
    return false;
  }
  if (session.state !== 'OPEN') return true;
  await inTransaction(deps, { accountId, userId: 0 }, async (tx) => {
    const order = await lockOrder(tx, { accountId }, orderId);
    const first = await tx.paymentSession.updateMany({
      where: { sessionId, state: 'OPEN' },
      data: { state: 'PAID', p24OrderId: paid.orderId, methodId: paid.methodId },
    });
    if (first.count === 0) return;
    if (order && !order.accessExtendedAt && order.paymentStatus !== 'SIGNED')
      await moveOrder(tx, order, 'SIGNED', provider);
    await deps.jobs.enqueue(tx, verifyPayment, { sessionId });
  });
  return true;
}

/** Every refusal stands in the server's log, and in the account's when it is about one of its orders. */
async function refuse(deps: Deps, reason: Refusal, sessionId: string): Promise<void> {
  deps.log.payments.warn({ sessionId, reason }, 'payment notification refused');
  const session = await deps.db.global.paymentSession.findUnique({ where: { sessionId } });
  if (!session) return;
  const { accountId, orderId } = session;
  const db = deps.db.of({ accountId });
  if ((await db.order.count({ where: { id: orderId } })) === 0) return;
  await logOnOrder(db, { accountId, id: orderId }, provider, { refused: [null, reason] });
}
