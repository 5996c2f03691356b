/**
 * Settles money that the provider has reported: it is verified, and then extends access or is refunded. Both are jobs,
 * because the provider may be slow or down; each step checks the current state and happens once.
 */
import { z } from 'zod';
import type { Deps } from '../../deps.ts';
import type { PaymentSession, PaymentState } from '../../generated/prisma/client.ts';
import { jobKind } from '../../platform/jobs.ts';
import { ProviderRefusal, type Przelewy24 } from '../../platform/przelewy24.ts';
import { type AccountTransaction, inTransaction } from '../../platform/tenancy.ts';
import { afterPayment } from '../order/after-payment.ts';
import {
  extendAccess,
  linesToExtend,
  lockOrder,
  logOnOrder,
  moveOrder,
  provider,
} from '../order/order-state.ts';

const payload = z.object({ sessionId: z.string() });
export const verifyPayment = jobKind('payment.verify', payload);
export const refundPayment = jobKind('payment.refund', payload);

/** A session whose payment the provider has numbered. */
type Paid = PaymentSession & { p24OrderId: bigint };

async function findPaid(deps: Deps, sessionId: string, state: PaymentState): Promise<Paid | null> {
  const session = await deps.db.global.paymentSession.findUnique({ where: { sessionId } });
  return session?.state === state && session.p24OrderId !== null ? (session as Paid) : null;
}

const paymentOf = ({ sessionId, amount, currency, p24OrderId }: Paid) => ({
  sessionId,
  amount,
  currency,
  orderId: Number(p24OrderId),
});

const requireProvider = ({ payments }: Deps): Przelewy24 => {
  if (!payments) throw new Error('payments are off while money is under way');
  return payments;
};

/** Claims the money of a paid session, then extends access with it, or has it refunded. */
export async function settlePayment(deps: Deps, sessionId: string): Promise<void> {
  const session = await findPaid(deps, sessionId, 'PAID');
  if (!session) return;
  const isOurs = await claim(requireProvider(deps), session);
  const { accountId } = session;
  await inTransaction(deps, { accountId, userId: 0 }, (tx) =>
    isOurs ? settleOrder(deps, tx, session) : rejectPayment(deps, tx, session),
  );
}

/** Whether the provider gives us the money. A failure that may pass is thrown, and the job tries again. */
async function claim(payments: Przelewy24, session: Paid): Promise<boolean> {
  const payment = paymentOf(session);
  try {
    await payments.verify(payment);
    return true;
  } catch (error) {
    if (!(error instanceof ProviderRefusal)) throw error;
    // It may have been claimed before, by a call whose answer was lost on the way.
    const report = await payments.find(payment.sessionId);
    return (
      report?.status === 'made' &&
      report.orderId === payment.orderId &&
      report.amount === payment.amount &&
      report.currency === payment.currency
    );
  }
}

/** Marks a session that stands at `from`; false when another job has been quicker. */
async function markSession(
  tx: AccountTransaction,
  { sessionId }: PaymentSession,
  from: PaymentState,
  to: PaymentState,
): Promise<boolean> {
  const isOver = to !== 'REFUND_DUE';
  const marked = await tx.paymentSession.updateMany({
    where: { sessionId, state: from },
    data: { state: to, ...(isOver && { pollAt: null }) },
  });
  return marked.count === 1;
}

/**
 * The first verified money of an order extends access, whatever the order's state; all other money is refunded: that
 * of a second attempt at the same order, or of an order whose users or account were deleted.
 */
async function settleOrder(deps: Deps, tx: AccountTransaction, session: Paid): Promise<void> {
  const order = await lockOrder(tx, session, session.orderId);
  if (order && linesToExtend(order).length > 0) {
    if (!(await markSession(tx, session, 'PAID', 'VERIFIED'))) return;
    await extendAccess(deps, tx, order, {
      p24SessionId: session.sessionId,
      p24OrderId: session.p24OrderId,
      paymentMethodId: session.methodId,
    });
    await afterPayment(deps, tx, order);
    return;
  }
  if (!(await markSession(tx, session, 'PAID', 'REFUND_DUE'))) return;
  deps.log.payments.warn(
    { sessionId: session.sessionId, orderId: session.orderId },
    'money without use goes back',
  );
  await deps.jobs.enqueue(tx, refundPayment, { sessionId: session.sessionId });
  if (!order) return;
  if (order.accessExtendedAt) await logOnOrder(tx, order, provider, { refund: [null, 'DUE'] });
  else await moveOrder(tx, order, 'REJECTED', provider);
}

async function rejectPayment(deps: Deps, tx: AccountTransaction, session: Paid): Promise<void> {
  const order = await lockOrder(tx, session, session.orderId);
  if (!(await markSession(tx, session, 'PAID', 'REJECTED'))) return;
  deps.log.payments.warn({ sessionId: session.sessionId, orderId: session.orderId }, 'payment not verified');
  if (order && !order.accessExtendedAt) await moveOrder(tx, order, 'REJECTED', provider);
}

/** Refunds money that was not used. The provider identifies a refund by its session, so it is made only once. */
export async function giveBack(deps: Deps, sessionId: string): Promise<void> {
  const session = await findPaid(deps, sessionId, 'REFUND_DUE');
  if (!session) return;
  await makeRefund(requireProvider(deps), session);
  const { accountId, orderId } = session;
  await inTransaction(deps, { accountId, userId: 0 }, async (tx) => {
    const order = await lockOrder(tx, session, orderId);
    if (!(await markSession(tx, session, 'REFUND_DUE', 'REFUNDED'))) return;
    deps.log.payments.info({ sessionId, orderId }, 'payment refunded');
    if (order) await logOnOrder(tx, order, provider, { refund: ['DUE', 'MADE'] });
  });
}

async function makeRefund(payments: Przelewy24, session: Paid): Promise<void> {
  const report = await payments.find(session.sessionId);
  if (report?.status === 'returned') return;
  await payments.refund({ ...paymentOf(session), description: `Servicebook #${session.orderId}` });
}
