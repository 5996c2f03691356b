/** Paying: only verified money extends access, once an order, whatever is forged, repeated, late or lost. */
import { randomUUID } from 'node:crypto';
import { extendedUntil, type Order, parseOrderDetails } from '@servicebook/shared/order';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { type Api, refusal, useTestApp } from '../../testing/app.ts';
import { buildUser } from '../../testing/builders.ts';
import {
  buildBuyer,
  logOf,
  monthGross,
  notificationFor,
  notify,
  orderMonth,
  press,
  sessionOf,
  startPaying,
  untilStatus,
} from '../../testing/payments.ts';
import { endOverdueOrders } from '../order/order.jobs.ts';
import { pollSessions } from './payment.jobs.ts';

const app = useTestApp();
const hour = 3_600_000;
beforeEach(() => app.setNow(null));

const readUser = ({ accountId, id }: { accountId: number; id: number }) =>
  app.deps.db
    .of({ accountId })
    .user.findUniqueOrThrow({ where: { accountId_id: { accountId, id } }, include: { accountPlan: true } });

/** A company with an order that waits for its payment. */
async function buildPaying(given: Parameters<typeof buildBuyer>[1] = {}) {
  const buyer = await buildBuyer(app, given);
  const order = await orderMonth(buyer.api, buyer.owner.id);
  const url = await startPaying(buyer.api, order);
  return { ...buyer, order, url, session: await sessionOf(app, order.id) };
}

/** Expects an order to be unpaid and its user to have no access. */
async function expectUnpaid({ owner, order }: Awaited<ReturnType<typeof buildPaying>>) {
  expect((await readUser(owner)).planExpired).toBeNull();
  const api = await app.as(owner);
  const { paymentStatus, paymentDate } = await api.order.find({ query: { id: order.id } });
  expect(paymentStatus).not.toBe('SUCCESS');
  expect(paymentDate).toBeNull();
}

/** The fields of a notification of an attempt; the provider's number is not known yet. */
const attempt = ({ sessionId, amount, currency }: Awaited<ReturnType<typeof sessionOf>>) => ({
  sessionId,
  amount,
  currency,
});

/** Until the job queue has nothing left that is due. */
const untilJobsRest = () =>
  vi.waitFor(
    async () => {
      const [row] = await app.deps.db.global.$queryRaw<{ count: number }[]>`
        SELECT count(*)::int AS count FROM pgboss.job
         WHERE name LIKE 'payment.%' AND state IN ('created', 'active') AND start_after <= now()`;
      expect(row?.count).toBe(0);
    },
    { timeout: 15_000, interval: 50 },
  );

const oneMonthFrom = (order: Order) => extendedUntil(null, order.createdAt, 'Europe/Warsaw', 'month', 1);

it('the server logs at start whether the provider accepts its credentials', async () => {
  await vi.waitFor(() => expect(app.logs.join()).toContain('payment provider answers'), { timeout: 15_000 });
});

describe('a payment', () => {
  it('extends access after the payment page, and the order shows it', async () => {
    const { api, owner, accountId, order, url } = await buildPaying();
    expect((await api.order.find({ query: { id: order.id } })).paymentStatus).toBe('PROCESSING');
    expect(await press(url, 'pay')).toBe(
      `${app.deps.config.publicUrl}/waiting-for-payment?orderId=${order.id}`,
    );
    const paid = await untilStatus(api, order.id, 'SUCCESS');
    expect(paid).toMatchObject({
      paymentDate: expect.any(String),
      paymentType: 'PRZELEWY24',
      paymentMethod: 'Przelewy24',
      paymentMethodId: 25,
      p24OrderId: expect.any(Number),
    });
    const end = oneMonthFrom(order);
    expect((await readUser(owner)).planExpired?.toISOString()).toBe(end);
    expect(parseOrderDetails(paid.orderDetails).users[0]?.planExpired).toBe(end);
    expect((await api.user.checkAuth()).expired).toBe(false);
    expect(await api.customer.findAll()).toEqual([]);
    expect(await logOf(app, order)).toEqual([
      `${owner.email}: CREATED {}`,
      `${owner.email}: ORDER_STATE_CHANGED {"paymentStatus":["CREATED","PROCESSING"]}`,
      'Przelewy24: ORDER_STATE_CHANGED {"paymentStatus":["PROCESSING","SIGNED"]}',
      'Przelewy24: ORDER_STATE_CHANGED {"paymentStatus":["SIGNED","SUCCESS"]}',
    ]);
    const row = await app.deps.db.of({ accountId }).order.findFirstOrThrow({ where: { id: order.id } });
    expect(row.accessExtendedAt).not.toBeNull();
  });

  it('moves a user on FREE to the default plan, and lifts the limit of one user', async () => {
    const { api, owner, order, url } = await buildPaying({ plan: 'FREE' });
    const employee = {
      email: `${randomUUID()}@example.com`,
      firstName: 'A',
      lastName: 'B',
      roles: [{ id: 3 }],
    };
    expect((await refusal(api.employee.insert({ body: employee }))).code).toBe('FREE_PLAN_USER_LIMIT');
    await press(url, 'pay');
    await untilStatus(api, order.id, 'SUCCESS');
    expect(await readUser(owner)).toMatchObject({
      accountPlan: { type: 'DEFAULT' },
      planExpired: new Date(oneMonthFrom(order)),
    });
    expect(await api.employee.insert({ body: employee })).toMatchObject({ expired: true });
  });

  it('extends access that is still valid, for everybody in the order', async () => {
    const planExpired = new Date('2031-01-31T11:00:00Z');
    const { api, owner, accountId } = await buildBuyer(app, { planExpired });
    const colleague = await buildUser(app, { accountId, planExpired: null });
    const users = [
      { id: owner.id, accountPlan: { quantity: 1 } },
      { id: colleague.id, accountPlan: { period: 'year' as const, quantity: 1 } },
    ];
    const order = await api.order.insert({ body: { users, totalGrossPrice: 121.77 } });
    await press(await startPaying(api, order), 'pay');
    await untilStatus(api, order.id, 'SUCCESS');
    expect((await readUser(owner)).planExpired?.toISOString()).toBe('2031-02-27T11:00:00.000Z');
    expect((await readUser(colleague)).planExpired?.toISOString()).toBe(
      extendedUntil(null, order.createdAt, 'Europe/Warsaw', 'year', 1),
    );
  });

  it('of two orders for one user adds up, even if both are paid simultaneously', async () => {
    const { api, owner } = await buildBuyer(app);
    const orders = [await orderMonth(api, owner.id), await orderMonth(api, owner.id)];
    const urls = await Promise.all(orders.map((order) => startPaying(api, order)));
    await Promise.all(urls.map((url) => press(url, 'pay')));
    for (const { id } of orders) await untilStatus(api, id, 'SUCCESS');
    const [first] = orders as [Order];
    const once = oneMonthFrom(first);
    const twice = extendedUntil(once, first.createdAt, 'Europe/Warsaw', 'month', 1);
    expect((await readUser(owner)).planExpired?.toISOString()).toBe(twice);
  });

  it('that is declined leaves the order open for another attempt', async () => {
    const { api, order, url } = await buildPaying();
    await press(url, 'decline');
    await pollSessions(app.deps);
    expect((await api.order.find({ query: { id: order.id } })).paymentStatus).toBe('PROCESSING');
    await press(await startPaying(api, order), 'pay');
    await untilStatus(api, order.id, 'SUCCESS');
  });
});

describe('asking for the state of a payment', () => {
  const check = (api: Api, id: number) => api.payment.check({ body: { id } });

  it('reports a declined payment at once, and still allows another attempt', async () => {
    const { api, owner } = await buildBuyer(app);
    const order = await orderMonth(api, owner.id);
    await press(await startPaying(api, order), 'decline');
    expect(await check(api, order.id)).toEqual({ paid: false });
    await press(await startPaying(api, order), 'pay');
    await untilStatus(api, order.id, 'SUCCESS');
    expect(await check(api, order.id)).toEqual({ paid: true });
  });

  it('accepts a payment without notification, without waiting for the next poll', async () => {
    const { api, owner } = await buildBuyer(app);
    const order = await orderMonth(api, owner.id);
    await press(await startPaying(api, order), 'pay-silently');
    expect(await check(api, order.id)).toEqual({ paid: true });
    await untilStatus(api, order.id, 'SUCCESS');
  });

  it('reports a payment that is being processed', async () => {
    const { api, order, url } = await buildPaying();
    const { paymentSession } = app.deps.db.global;
    const findMany = paymentSession.findMany.bind(paymentSession);
    // The order is settled between the two looks, at the order and at its sessions.
    const looking = vi.spyOn(paymentSession, 'findMany').mockImplementationOnce((async (wanted: object) => {
      await press(url, 'pay');
      await untilStatus(api, order.id, 'SUCCESS');
      return findMany(wanted);
    }) as never);
    expect(await check(api, order.id)).toEqual({ paid: true });
    expect(looking).toHaveBeenCalled();
    looking.mockRestore();
  });

  it('says nothing of another account’s order', async () => {
    const [one, other] = [await buildBuyer(app), await buildBuyer(app)];
    const order = await orderMonth(one.api, one.owner.id);
    expect(await refusal(check(other.api, order.id))).toMatchObject({ status: 404 });
  });
});

describe('the payment page’s address', () => {
  it('is refused for an amount other than the order’s, and the order is kept without a provider', async () => {
    const { api, owner } = await buildBuyer(app);
    const order = await orderMonth(api, owner.id);
    const ask = (totalAmount: number) => api.payment.getUrl({ body: { id: order.id, totalAmount } });
    expect(await refusal(ask(0.01))).toMatchObject({ status: 409, code: 'PRICE_CHANGED' });
    const register = vi.spyOn(app.deps.payments as NonNullable<typeof app.deps.payments>, 'register');
    register.mockRejectedValueOnce(new Error('down'));
    expect(await refusal(ask(monthGross))).toMatchObject({ status: 503, code: 'PAYMENT_UNAVAILABLE' });
    register.mockRestore();
    expect((await api.order.find({ query: { id: order.id } })).paymentStatus).toBe('CREATED');
    await press((await ask(monthGross)).url, 'pay');
    await untilStatus(api, order.id, 'SUCCESS');
    expect(await refusal(ask(monthGross))).toMatchObject({ status: 409, code: 'ORDER_CLOSED' });
  });

  it('keeps the price of the order, even if the plan’s price has changed since', async () => {
    const { api, owner } = await buildBuyer(app);
    const order = await orderMonth(api, owner.id);
    const where = { code: 'PREMIUM', language: 'en' } as const;
    await app.deps.db.global.accountPlan.updateMany({ where, data: { monthNetPrice: 5000 } });
    const url = await startPaying(api, order);
    await app.deps.db.global.accountPlan.updateMany({ where, data: { monthNetPrice: 900 } });
    await press(url, 'pay');
    expect((await untilStatus(api, order.id, 'SUCCESS')).totalAmount).toBe(monthGross);
  });
});

describe('a notification', () => {
  it('with a forged signature is refused and logged', async () => {
    const paying = await buildPaying();
    const forged = { ...notificationFor(app, attempt(paying.session)), sign: 'f'.repeat(96) };
    expect(await notify(app, forged)).toMatchObject({ status: 400, data: { code: 'PAYMENT_REFUSED' } });
    await untilJobsRest();
    await expectUnpaid(paying);
    expect(app.logs.some((line) => line.includes('FORGED_SIGN') && line.includes(forged.sessionId))).toBe(
      true,
    );
    expect((await logOf(app, paying.order)).at(-1)).toContain('FORGED_SIGN');
  });

  it.each([
    ['amount', { amount: 1 }, 'WRONG_AMOUNT'],
    ['currency', { currency: 'PLN' }, 'WRONG_CURRENCY'],
  ])('of the wrong %s, though signed, is refused and logged', async (_, given, reason) => {
    const paying = await buildPaying();
    const answer = await notify(app, notificationFor(app, { ...attempt(paying.session), ...given }));
    expect(answer).toMatchObject({ status: 400, data: { code: 'PAYMENT_REFUSED' } });
    await untilJobsRest();
    await expectUnpaid(paying);
    expect((await logOf(app, paying.order)).at(-1)).toContain(reason);
  });

  it('of an unknown session is refused and logged', async () => {
    const sessionId = randomUUID();
    const answer = await notify(app, notificationFor(app, { sessionId, amount: 1107, currency: 'USD' }));
    expect(answer.status).toBe(404);
    expect(app.logs.some((line) => line.includes('UNKNOWN_SESSION') && line.includes(sessionId))).toBe(true);
  });

  it.each([{}, { sign: 5 }, null, { sessionId: 'x' }])('%j is not a notification', async (body) => {
    expect((await notify(app, body as object)).status).toBe(400);
  });

  it.each(['a\u0000b', '\ud800'])(
    'of session %j, which the database cannot store, is refused',
    async (sessionId) => {
      const notification = notificationFor(app, { sessionId, amount: 1107, currency: 'USD' });
      expect((await notify(app, notification)).status).toBe(400);
    },
  );

  it('with a valid signature but without money rejects the payment', async () => {
    const paying = await buildPaying();
    expect((await notify(app, notificationFor(app, attempt(paying.session)))).status).toBe(204);
    await untilStatus(paying.api, paying.order.id, 'REJECTED');
    await expectUnpaid(paying);
  });

  it('sent fifty times simultaneously extends access once', async () => {
    const { api, owner, order, url, session } = await buildPaying();
    await press(url, 'pay-silently');
    const known = await app.deps.payments?.find(session.sessionId);
    const notification = notificationFor(app, { ...attempt(session), orderId: known?.orderId });
    const answers = await Promise.all(Array.from({ length: 50 }, () => notify(app, notification)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([204]));
    await untilStatus(api, order.id, 'SUCCESS');
    await untilJobsRest();
    expect((await notify(app, notification)).status).toBe(204);
    await untilJobsRest();
    expect((await readUser(owner)).planExpired?.toISOString()).toBe(oneMonthFrom(order));
    expect((await logOf(app, order)).filter((line) => line.includes('SUCCESS'))).toHaveLength(1);
  });

  it('that arrives twice counts once', async () => {
    const { api, owner, order, url } = await buildPaying();
    await press(url, 'pay-twice');
    await untilStatus(api, order.id, 'SUCCESS');
    await untilJobsRest();
    expect((await readUser(owner)).planExpired?.toISOString()).toBe(oneMonthFrom(order));
  });

  it('that arrives late, after the customer has left, still counts', async () => {
    const { api, order, url } = await buildPaying();
    await press(url, 'pay-late');
    expect((await api.order.find({ query: { id: order.id } })).paymentStatus).toBe('PROCESSING');
    await untilStatus(api, order.id, 'SUCCESS');
  });

  it('that never arrives is replaced by polling', async () => {
    const { api, order, url } = await buildPaying();
    await press(url, 'pay-silently');
    await pollSessions(app.deps);
    expect((await api.order.find({ query: { id: order.id } })).paymentStatus).toBe('PROCESSING');
    app.setNow(new Date(Date.now() + 2 * 60_000));
    await pollSessions(app.deps);
    await untilStatus(api, order.id, 'SUCCESS');
  });
});

describe('a verification', () => {
  it('whose answer is lost is retried, and the money counts once', async () => {
    const { api, owner, order, url } = await buildPaying();
    await press(url, 'pay-deaf');
    await untilStatus(api, order.id, 'SIGNED');
    const paid = async () => {
      await app.hurryJobs();
      expect((await api.order.find({ query: { id: order.id } })).paymentStatus).toBe('SUCCESS');
    };
    await vi.waitFor(paid, { timeout: 15_000, interval: 200 });
    expect(app.logs.some((line) => line.includes('"job":"payment.verify"'))).toBe(true);
    expect((await readUser(owner)).planExpired?.toISOString()).toBe(oneMonthFrom(order));
  });
});

describe('a payment that arrives', () => {
  it('after the deadline still extends access, once', async () => {
    const { owner, order, url } = await buildPaying();
    app.setNow(new Date(Date.now() + 25 * hour));
    await endOverdueOrders(app.deps);
    const api = await app.as(owner);
    await untilStatus(api, order.id, 'AFTER_DEADLINE');
    expect(await refusal(startPaying(api, order))).toMatchObject({ status: 409, code: 'ORDER_CLOSED' });
    await press(url, 'pay');
    await untilStatus(api, order.id, 'SUCCESS');
    const { planExpired } = await readUser(owner);
    const paidAt = app.deps.clock().toISOString();
    expect(planExpired?.toISOString()).toBe(extendedUntil(null, paidAt, 'Europe/Warsaw', 'month', 1));
    expect((await logOf(app, order)).join()).toContain('["AFTER_DEADLINE","SIGNED"]');
  });

  it('twice, by two attempts for one order, extends access once and is refunded once', async () => {
    const { api, owner, order, url } = await buildPaying();
    const second = await startPaying(api, order);
    await press(url, 'pay');
    await untilStatus(api, order.id, 'SUCCESS');
    await press(second, 'pay');
    const sessions = () =>
      app.deps.db.global.paymentSession.findMany({
        where: { orderId: order.id },
        orderBy: { createdAt: 'asc' },
      });
    await vi.waitFor(
      async () => expect((await sessions()).map(({ state }) => state)).toEqual(['VERIFIED', 'REFUNDED']),
      { timeout: 15_000, interval: 50 },
    );
    const [kept, returned] = await sessions();
    expect(await app.deps.payments?.find(kept?.sessionId ?? '')).toMatchObject({ status: 'made' });
    expect(await app.deps.payments?.find(returned?.sessionId ?? '')).toMatchObject({ status: 'returned' });
    expect((await readUser(owner)).planExpired?.toISOString()).toBe(oneMonthFrom(order));
    expect((await api.order.find({ query: { id: order.id } })).p24SessionId).toBe(kept?.sessionId);
    expect((await logOf(app, order)).slice(-2)).toEqual([
      'Przelewy24: ORDER_STATE_CHANGED {"refund":[null,"DUE"]}',
      'Przelewy24: ORDER_STATE_CHANGED {"refund":["DUE","MADE"]}',
    ]);
  });

  it('after payments were turned off still extends access', async () => {
    const { api, order, url } = await buildPaying();
    const { config } = app.deps;
    config.paymentsEnabled = false;
    await press(url, 'pay');
    await untilStatus(api, order.id, 'SUCCESS').finally(() => {
      config.paymentsEnabled = true;
    });
  });

  it('for a user deleted meanwhile is refunded, and the paid order stays readable', async () => {
    const { api, accountId } = await buildBuyer(app, { planExpired: new Date('2031-01-31T11:00:00Z') });
    const colleague = await buildUser(app, { accountId, planExpired: null });
    const [paid, late] = [await orderMonth(api, colleague.id), await orderMonth(api, colleague.id)];
    await press(await startPaying(api, paid), 'pay');
    await untilStatus(api, paid.id, 'SUCCESS');
    const url = await startPaying(api, late);
    await api.employee.delete({ params: { id: colleague.id } });
    const { orderDetails } = await api.order.find({ query: { id: paid.id } });
    expect(parseOrderDetails(orderDetails).users).toMatchObject([{ id: null, email: colleague.email }]);
    expect(await refusal(startPaying(api, late))).toMatchObject({ status: 409, code: 'ORDER_CLOSED' });
    await press(url, 'pay');
    await vi.waitFor(async () => expect(await sessionOf(app, late.id)).toMatchObject({ state: 'REFUNDED' }), {
      timeout: 15_000,
      interval: 50,
    });
    await untilStatus(api, late.id, 'REJECTED');
  });

  it.each([
    ['is being deleted', { deletedAt: new Date() }],
    ['is closed', { closedAt: new Date(), retrievalUntil: new Date('2031-01-01') }],
  ])('for an account that %s is refunded', async (_, data) => {
    const { accountId, order, url, session } = await buildPaying();
    await app.deps.db.global.account.update({ where: { id: accountId }, data });
    await press(url, 'pay');
    await vi.waitFor(
      async () => expect(await sessionOf(app, order.id)).toMatchObject({ state: 'REFUNDED' }),
      { timeout: 15_000, interval: 50 },
    );
    expect(await app.deps.payments?.find(session.sessionId)).toMatchObject({ status: 'returned' });
  });
});
