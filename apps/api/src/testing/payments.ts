/** Orders and payments as a customer makes them, and notifications as the provider would sign them. */
import { createHash } from 'node:crypto';
import type { Outcome } from '@servicebook/payment-stand-in/pay-page';
import type { Order, OrderStatus } from '@servicebook/shared/order';
import axios from 'axios';
import { expect, vi } from 'vitest';
import type { Api, TestApp } from './app.ts';
import { buildAdmin } from './builders.ts';

/** The price of one month of Premium. */
export const monthGross = 11.07;

/** A company whose paid access has run out, and its admin. */
export async function buildBuyer(app: TestApp, given: Parameters<typeof buildAdmin>[1] = {}) {
  const owner = await buildAdmin(app, { planExpired: null, ...given });
  return { owner, accountId: owner.accountId, api: await app.as(owner) };
}

/** Orders one month for a user. */
export const orderMonth = (api: Api, userId: number): Promise<Order> =>
  api.order.insert({
    body: { users: [{ id: userId, accountPlan: { quantity: 1 } }], totalGrossPrice: monthGross },
  });

/** Asks for the pay page of an order. */
export const startPaying = async (api: Api, { id, totalAmount }: Order): Promise<string> =>
  (await api.payment.getUrl({ body: { id, totalAmount } })).url;

/** Presses a button of the pay page, and gives where it leads back to. */
export async function press(url: string, outcome: Outcome): Promise<string> {
  const answer = await axios.post(url, new URLSearchParams({ outcome }), {
    maxRedirects: 0,
    validateStatus: (status) => status === 303,
  });
  return String(answer.headers.location);
}

/** Waits until an order stands so. */
export const untilStatus = (api: Api, id: number, status: OrderStatus): Promise<Order> =>
  vi.waitFor(
    async () => {
      const order = await api.order.find({ query: { id } });
      expect(order.paymentStatus).toBe(status);
      return order;
    },
    { timeout: 15_000, interval: 25 },
  );

/** The entries about an order in the account's log, oldest first. */
export async function logOf({ deps }: TestApp, { id }: Pick<Order, 'id'>): Promise<string[]> {
  const entries = await deps.db.global.auditLog.findMany({
    where: { entity: 'order', what: String(id) },
    orderBy: { id: 'asc' },
  });
  return entries.map(({ who, kind, changes }) => `${who}: ${kind} ${JSON.stringify(changes)}`);
}

/** The newest attempt to pay an order. */
export const sessionOf = ({ deps }: TestApp, orderId: number) =>
  deps.db.global.paymentSession.findFirstOrThrow({ where: { orderId }, orderBy: { createdAt: 'desc' } });

interface Session {
  sessionId: string;
  amount: number;
  currency: string;
  /** The provider's number of the payment. */
  orderId?: number;
}

/** A notification that a session was paid, signed as the provider signs. */
export function notificationFor(
  { standIn }: TestApp,
  { sessionId, amount, currency, orderId = 4_295_430_336 }: Session,
) {
  const fields = {
    merchantId: standIn.merchantId,
    posId: standIn.posId,
    sessionId,
    amount,
    originAmount: amount,
    currency,
    orderId,
    methodId: 25,
    statement: 'p24-A1',
  };
  const text = JSON.stringify({ ...fields, crc: standIn.crc });
  return { ...fields, sign: createHash('sha384').update(text).digest('hex') };
}

/** Sends a notification as the provider does: without a session, without headers of ours. */
export const notify = (app: TestApp, notification: object) =>
  axios.post(`${app.url}/api/payment/przelewy24/status`, notification, { validateStatus: () => true });
