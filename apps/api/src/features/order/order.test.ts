/** Placing orders: prices that the server sets itself, and refusals. */
import { randomUUID } from 'node:crypto';
import { parseOrderDetails } from '@servicebook/shared/order';
import { parseFunctions, withLine } from '@servicebook/shared/plan';
import { describe, expect, it } from 'vitest';
import { refusal, useTestApp } from '../../testing/app.ts';
import { buildAdmin, buildUser } from '../../testing/builders.ts';
import { buildBuyer, logOf, monthGross, orderMonth, startPaying } from '../../testing/payments.ts';
import { endOverdueOrders } from './order.jobs.ts';

const app = useTestApp();
const hour = 3_600_000;

type Line = { id: number; accountPlan: { period?: 'month' | 'year'; quantity: number } };
const month = (id: number, quantity = 1): Line => ({ id, accountPlan: { quantity } });

describe('the offer', () => {
  it('is the user’s own plan, or the account’s default plan for users on FREE', async () => {
    const owner = await buildAdmin(app, { plan: 'FREE' });
    const { accountId } = owner;
    const polish = await app.deps.db.global.accountPlan.findUniqueOrThrow({
      where: { code_language: { code: 'PREMIUM', language: 'pl' } },
    });
    const payer = await buildUser(app, { accountId, accountPlanId: polish.id });
    const api = await app.as(owner);
    const { timezone, users } = await api.order.offer();
    expect(timezone).toBe('Europe/Warsaw');
    expect(users.map(({ id }) => id)).toEqual([payer.id, owner.id]);
    const [paying, free] = users;
    expect(paying).toMatchObject({
      expired: false,
      planExpired: payer.planExpired?.toISOString(),
      currentPlan: { type: 'DEFAULT' },
      accountPlan: { id: polish.id, language: 'pl', monthGrossPrice: monthGross },
    });
    expect(free).toMatchObject({
      expired: false,
      planExpired: null,
      currentPlan: { type: 'FREE', name: 'Free' },
      accountPlan: { type: 'DEFAULT', language: 'en' },
    });

    // Whatever plan it is, its texts are in the reader's language.
    expect(paying?.accountPlan.description).toBe(free?.accountPlan.description);
    expect(parseFunctions(paying?.accountPlan.functions ?? '')[0]).toMatch(/user/);

    await app.deps.db.global.account.update({ where: { id: accountId }, data: { defaultPlanId: polish.id } });
    expect((await api.order.offer()).users[1]?.accountPlan.id).toBe(polish.id);
  });
});

describe('an order', () => {
  it('is stored with its prices, line by line, and can be read again', async () => {
    const { api, owner, accountId } = await buildBuyer(app);
    const colleague = await buildUser(app, { accountId, planExpired: null });
    const { users } = await api.order.offer();
    const lines: Line[] = [
      month(owner.id, 3),
      { id: colleague.id, accountPlan: { period: 'year', quantity: 1 } },
    ];
    const shown = lines.map(({ id, accountPlan }) => {
      const offered = users.find((user) => user.id === id)?.accountPlan;
      return offered && withLine(offered, accountPlan.period ?? 'month', accountPlan.quantity);
    });
    expect(shown.map((plan) => plan?.totalGrossAmount)).toEqual([33.21, 110.7]);
    const order = await api.order.insert({ body: { users: lines, totalGrossPrice: 143.91 } });
    expect(order).toMatchObject({
      totalAmount: 143.91,
      totalNetAmount: 117,
      totalVatAmount: 26.91,
      currency: 'USD',
      paymentStatus: 'CREATED',
      paymentDate: null,
      p24SessionId: null,
      invoicePdf: null,
      user: { id: owner.id, email: owner.email },
    });
    expect(parseOrderDetails(order.orderDetails).users).toMatchObject([
      {
        id: owner.id,
        email: owner.email,
        planExpired: null,
        accountPlan: { period: 'month', quantity: 3, totalGrossAmount: 33.21, unitNetPrice: 9 },
      },
      { id: colleague.id, accountPlan: { period: 'year', quantity: 1, totalGrossAmount: 110.7 } },
    ]);
    expect(await api.order.find({ query: { id: order.id } })).toEqual(order);
    expect(await logOf(app, order)).toEqual([`${owner.email}: CREATED {}`]);
  });

  it('is listed in pages, newest first', async () => {
    const { api, owner } = await buildBuyer(app);
    const ids = [];
    for (let i = 0; i < 3; i++) ids.unshift((await orderMonth(api, owner.id)).id);
    const first = await api.order.all({ query: { pageNo: 0, pageSize: 2 } });
    expect(first).toMatchObject({ number: 0, size: 2, totalElements: 3, totalPages: 2 });
    const second = await api.order.all({ query: { pageNo: 1, pageSize: 2 } });
    expect([...first.content, ...second.content].map(({ id }) => id)).toEqual(ids);
    expect((await api.order.all()).content).toHaveLength(3);
  });

  it('is placed once, however often it is sent', async () => {
    const { api, owner } = await buildBuyer(app);
    const idempotencyKey = randomUUID();
    const send = () =>
      api.order.insert({ body: { users: [month(owner.id)], totalGrossPrice: monthGross }, idempotencyKey });
    const sent = await Promise.all(Array.from({ length: 5 }, send));
    expect(new Set(sent.map(({ id }) => id)).size).toBe(1);
    expect((await api.order.all()).totalElements).toBe(1);
  });
});

describe('the users of an order', () => {
  it('may be sent as usersToExtendAccess', async () => {
    const { api, owner } = await buildBuyer(app);
    const order = await api.order.insert({
      body: { usersToExtendAccess: [month(owner.id)], totalGrossPrice: monthGross },
    });
    expect(parseOrderDetails(order.orderDetails).users).toMatchObject([{ id: owner.id }]);
  });

  it('may be sent under both names, if both are equal', async () => {
    const { api, owner } = await buildBuyer(app);
    const send = (usersToExtendAccess: ReturnType<typeof month>[]) =>
      api.order.insert({
        body: { users: [month(owner.id)], usersToExtendAccess, totalGrossPrice: monthGross },
      });
    expect(await send([month(owner.id)])).toMatchObject({ paymentStatus: 'CREATED' });
    expect(await refusal(send([month(owner.id, 2)]))).toMatchObject({
      status: 400,
      fields: { usersToExtendAccess: 'INVALID' },
    });
  });

  it('are required', async () => {
    const { api } = await buildBuyer(app);
    expect(await refusal(api.order.insert({ body: { totalGrossPrice: monthGross } }))).toMatchObject({
      status: 400,
      fields: { users: 'REQUIRED' },
    });
  });
});

describe('a company without complete invoice data', () => {
  const complete = {
    companyName: 'Lift Service',
    nip: '5260001246',
    street: 'Long Street 1',
    postalCode: '00-950',
    city: 'Warsaw',
    country: 'PL' as const,
  };
  it.each(Object.keys(complete))('cannot order before its %s is known', async (field) => {
    const { api, owner, accountId } = await buildBuyer(app);
    await app.deps.db.global.account.update({ where: { id: accountId }, data: { [field]: ' ' } });
    expect(await refusal(orderMonth(api, owner.id))).toMatchObject({
      status: 409,
      code: 'COMPANY_DATA_REQUIRED',
    });
    expect((await api.order.all()).totalElements).toBe(0);
    await api.company.updateGeneralData({ body: { id: accountId, ...complete } });
    expect(await orderMonth(api, owner.id)).toMatchObject({ paymentStatus: 'CREATED' });
  });

  it('does not bill earlier orders again', async () => {
    const { api, owner, accountId } = await buildBuyer(app);
    const order = await orderMonth(api, owner.id);
    await app.deps.db.global.account.update({ where: { id: accountId }, data: { street: '' } });
    expect(await refusal(startPaying(api, order))).toMatchObject({ code: 'COMPANY_DATA_REQUIRED' });
    await api.company.updateGeneralData({ body: { id: accountId, ...complete } });
    expect(await startPaying(api, order)).toContain('/trnRequest/');
  });
});

describe('is refused and leaves nothing behind:', () => {
  it.each([
    ['quantity 0', 0, 'QTY_MUST_BE_BIGGER_THAN_ZERO'],
    ['quantity -3', -3, 'QTY_MUST_BE_BIGGER_THAN_ZERO'],
    ['quantity 1e9', 1e9, 'TOO_LARGE'],
  ])('an order of %s', async (_, quantity, code) => {
    const { api, owner } = await buildBuyer(app);
    const body = { users: [month(owner.id, quantity)], totalGrossPrice: monthGross };
    expect(await refusal(api.order.insert({ body }))).toMatchObject({
      status: 400,
      fields: { 'users.0.accountPlan.quantity': code },
    });
    expect((await api.order.all()).totalElements).toBe(0);
  });

  it('nothing of a quantity of 1.9: it counts as 1', async () => {
    const { api, owner } = await buildBuyer(app);
    const order = await api.order.insert({
      body: { users: [month(owner.id, 1.9)], totalGrossPrice: monthGross },
    });
    expect(parseOrderDetails(order.orderDetails).users[0]?.accountPlan.quantity).toBe(1);
  });

  it('a user twice', async () => {
    const { api, owner } = await buildBuyer(app);
    const body = { users: [month(owner.id), month(owner.id)], totalGrossPrice: 2 * monthGross };
    expect(await refusal(api.order.insert({ body }))).toMatchObject({
      status: 400,
      fields: { 'users.1.id': 'LISTED_TWICE' },
    });
  });

  it('users of another account, without revealing that they exist', async () => {
    const { api, owner } = await buildBuyer(app);
    const stranger = await buildUser(app);
    const of = (id: number) => ({ users: [month(owner.id), month(id)], totalGrossPrice: 22.14 });
    const answers = [
      await refusal(api.order.insert({ body: of(stranger.id) })),
      await refusal(api.order.insert({ body: of(2_000_000_000) })),
    ];
    for (const answer of answers)
      expect(answer).toMatchObject({ status: 400, fields: { 'users.1.id': 'INVALID' } });
    expect((await api.order.all()).totalElements).toBe(0);
  });

  it('a price that has changed since the screen showed it', async () => {
    const { api, owner } = await buildBuyer(app);
    const { global } = app.deps.db;
    const where = { code: 'PREMIUM', language: 'en' } as const;
    await global.accountPlan.updateMany({ where, data: { monthNetPrice: 1000 } });
    const answer = await refusal(orderMonth(api, owner.id));
    await global.accountPlan.updateMany({ where, data: { monthNetPrice: 900 } });
    expect(answer).toMatchObject({ status: 409, code: 'PRICE_CHANGED' });
    expect((await api.order.all()).totalElements).toBe(0);
  });

  it.each([
    [0.01, 409],
    [11.071, 400],
    [-11.07, 400],
    [1e12, 400],
  ])('a total of %d', async (totalGrossPrice, status) => {
    const { api, owner } = await buildBuyer(app);
    const body = { users: [month(owner.id)], totalGrossPrice };
    expect((await refusal(api.order.insert({ body }))).status).toBe(status);
  });

  it('plans in two currencies', async () => {
    const { api, owner, accountId } = await buildBuyer(app);
    const euro = await app.deps.db.global.accountPlan.findUniqueOrThrow({
      where: { code_language: { code: 'PREMIUM', language: 'de' } },
    });
    const colleague = await buildUser(app, { accountId, accountPlanId: euro.id });
    const change = (currency: string) =>
      app.deps.db.global.accountPlan.update({ where: { id: euro.id }, data: { currency } });
    await change('EUR');
    const body = { users: [month(owner.id), month(colleague.id)], totalGrossPrice: 22.14 };
    const answer = await refusal(api.order.insert({ body }));
    const alone = await orderMonth(api, colleague.id);
    await change('USD');
    expect(answer).toMatchObject({ status: 400, fields: { users: 'ONE_CURRENCY' } });
    expect(alone.currency).toBe('EUR');
  });

  it('a plan without a price', async () => {
    const { api, owner } = await buildBuyer(app);
    const { global } = app.deps.db;
    const where = { code: 'PREMIUM', language: 'en' } as const;
    await global.accountPlan.updateMany({ where, data: { monthNetPrice: 0 } });
    const body = { users: [month(owner.id)], totalGrossPrice: 0 };
    const answer = await refusal(api.order.insert({ body }));
    await global.accountPlan.updateMany({ where, data: { monthNetPrice: 900 } });
    expect(answer).toMatchObject({ status: 400, fields: { totalGrossPrice: 'INVALID' } });
  });

  it('nobody', async () => {
    const { api } = await buildBuyer(app);
    const answer = await refusal(api.order.insert({ body: { users: [], totalGrossPrice: 0 } }));
    expect(answer).toMatchObject({ status: 400, fields: { users: 'REQUIRED' } });
  });
});

describe('an unpaid order', () => {
  it('expires after 24 hours, and not before', async () => {
    const { api, owner } = await buildBuyer(app);
    const created = await orderMonth(api, owner.id);
    const processing = await orderMonth(api, owner.id);
    await startPaying(api, processing);
    const statuses = async () =>
      (await (await app.as(owner)).order.all()).content
        .map(({ paymentStatus }) => paymentStatus)
        .toReversed();
    const placed = new Date(processing.createdAt).getTime();
    app.setNow(new Date(placed + 24 * hour - 60_000));
    await endOverdueOrders(app.deps);
    expect(await statuses()).toEqual(['CREATED', 'PROCESSING']);
    app.setNow(new Date(placed + 24 * hour));
    await endOverdueOrders(app.deps);
    app.setNow(null);
    expect(await statuses()).toEqual(['AFTER_DEADLINE', 'AFTER_DEADLINE']);
    expect((await logOf(app, created)).at(-1)).toBe(
      'Servicebook: ORDER_STATE_CHANGED {"paymentStatus":["CREATED","AFTER_DEADLINE"]}',
    );
  });
});

describe('with payments turned off', () => {
  const off = useTestApp({ PAYMENTS_ENABLED: 'false' });

  it('nothing can be ordered or paid, and the settings say so', async () => {
    const { api, owner } = await buildBuyer(off);
    expect((await off.anonymous.app.config()).paymentsEnabled).toBe(false);
    expect(await refusal(orderMonth(api, owner.id))).toMatchObject({
      status: 403,
      code: 'PAYMENTS_DISABLED',
    });
    const pay = api.payment.getUrl({ body: { id: 1, totalAmount: monthGross } });
    expect(await refusal(pay)).toMatchObject({ status: 403, code: 'PAYMENTS_DISABLED' });
  });
});
