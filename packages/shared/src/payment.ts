/** Paying an order through Przelewy24. */
import { z } from 'zod';
import { endpoint } from './contract.ts';
import { amount } from './money.ts';
import { id, storable } from './primitives.ts';

const whole = z.number().int();

/** The provider's notification of a payment. Unknown fields are allowed, so that new ones do not break payments. */
export const PaymentNotification = z.object({
  merchantId: whole,
  posId: whole,
  sessionId: storable.min(1).max(100),
  /** Minor units. */
  amount: whole,
  originAmount: whole,
  currency: storable.max(3),
  orderId: whole,
  methodId: whole,
  statement: storable.max(1000),
  /** SHA-384 over the fields above and the CRC key. */
  sign: z.string().max(200),
});
export type PaymentNotification = z.infer<typeof PaymentNotification>;

export const paymentContract = {
  getUrl: endpoint({
    method: 'post',
    path: '/api/payment/przelewy24/getURL',
    summary: 'Registers a payment of an order; the browser goes to the address it answers',
    access: 'order.manage',
    openToExpired: true,
    /** The order's `totalAmount`; another amount is refused. */
    body: z.strictObject({ id, totalAmount: amount }),
    response: z.object({ url: z.string() }),
    errors: [
      'COMPANY_DATA_REQUIRED',
      'PRICE_CHANGED',
      'ORDER_CLOSED',
      'PAYMENTS_DISABLED',
      'PAYMENT_UNAVAILABLE',
    ],
  }),
  check: endpoint({
    method: 'post',
    path: '/api/payment/przelewy24/check',
    summary: 'Asks the provider at once whether an order that is awaited was paid',
    access: 'order.manage',
    openToExpired: true,
    body: z.strictObject({ id }),
    /** False: the provider has received no money, for example after a declined or abandoned payment. Null: unknown. */
    response: z.object({ paid: z.boolean().nullable() }),
  }),
  notify: endpoint({
    method: 'post',
    path: '/api/payment/przelewy24/status',
    summary: 'The payment provider’s notification; its sign is its proof, and only verified money counts',
    access: 'public',
    /** The provider's server calls it, so our header cannot be required. */
    plainLink: true,
    body: PaymentNotification,
    response: 'empty',
    errors: ['PAYMENT_REFUSED'],
  }),
};
