/** Jobs around payments: verifying, refunding, and polling for payments that were not reported. */
import type { Deps } from '../../deps.ts';
import type { PaymentSession } from '../../generated/prisma/client.ts';
import { handles, runsEvery } from '../../platform/jobs.ts';
import { ProviderRefusal, type Przelewy24 } from '../../platform/przelewy24.ts';
import { inTransaction } from '../../platform/tenancy.ts';
import { acceptPayment, isMade } from './payment.service.ts';
import { giveBack, refundPayment, settlePayment, verifyPayment } from './payment-settlement.ts';
import { nextPoll } from './poll-schedule.ts';

const batchSize = 100;

/**
 * Asks how the attempts stand whose turn it is. A provider that is down ends the round: the others would not be
 * answered either, and all of them keep their turn.
 */
export async function pollSessions(deps: Deps): Promise<void> {
  const { payments, clock, config, log } = deps;
  if (!payments) return;
  const now = clock();
  const due = await deps.db.global.paymentSession.findMany({
    where: { pollAt: { lte: now } },
    orderBy: { pollAt: 'asc' },
    take: batchSize,
  });
  for (const session of due) {
    const { sessionId, pollAt, createdAt } = session;
    try {
      await poll(deps, payments, session);
    } catch (error) {
      log.payments.warn({ err: error, sessionId }, 'payment provider did not say how a payment stands');
      if (!(error instanceof ProviderRefusal)) return;
    }
    await deps.db.global.paymentSession.updateMany({
      where: { sessionId, pollAt },
      data: { pollAt: nextPoll(createdAt, now, config.paymentPollSeconds) },
    });
  }
}

async function poll(deps: Deps, payments: Przelewy24, session: PaymentSession): Promise<void> {
  const { sessionId, accountId, state } = session;
  if (state !== 'OPEN') {
    // The job of this step has given up, or is still at it; a second one does no harm.
    const kind = state === 'PAID' ? verifyPayment : refundPayment;
    return inTransaction(deps, { accountId, userId: 0 }, (tx) => deps.jobs.enqueue(tx, kind, { sessionId }));
  }
  const reported = await payments.find(sessionId);
  if (reported && isMade(reported)) await acceptPayment(deps, session, reported);
}

export const paymentJobs = (deps: Deps) => [
  handles(verifyPayment, ({ sessionId }) => settlePayment(deps, sessionId)),
  handles(refundPayment, ({ sessionId }) => giveBack(deps, sessionId)),
  runsEvery('payment.poll-sessions', deps.config.paymentPollSeconds, () => pollSessions(deps)),
];
