// What the stand-in knows of a payment, and its signs. Written from the provider's documentation and not shared with
// the client in apps/api, so that each proves the other.
import { createHash } from 'node:crypto';
import { z } from 'zod';

/** Who may call, and what signs are made with. */
export interface Merchant {
  merchantId: number;
  posId: number;
  reportKey: string;
  crc: string;
}

const whole = z.number().int();

export const Registration = z.looseObject({
  merchantId: whole,
  posId: whole,
  sessionId: z.string().min(1).max(100),
  amount: whole.positive(),
  currency: z.string().length(3),
  description: z.string().min(1).max(1024),
  email: z.email().max(50),
  country: z.string().length(2),
  language: z.enum([
    'bg',
    'cs',
    'de',
    'en',
    'es',
    'fr',
    'hr',
    'hu',
    'it',
    'nl',
    'pl',
    'pt',
    'se',
    'sk',
    'ro',
  ]),
  urlReturn: z.url().max(250),
  urlStatus: z.url().max(250),
  timeLimit: whole.min(0).max(99).optional(),
  sign: z.string(),
});
export type Registration = z.infer<typeof Registration>;

export const Verification = z.looseObject({
  merchantId: whole,
  posId: whole,
  sessionId: z.string(),
  amount: whole,
  currency: z.string(),
  orderId: whole,
  sign: z.string(),
});

export const RefundRequest = z.looseObject({
  requestId: z.string().min(1).max(45),
  refundsUuid: z.string().min(1).max(36),
  refunds: z
    .array(
      z.looseObject({
        orderId: whole,
        sessionId: z.string(),
        amount: whole.positive(),
        description: z.string(),
      }),
    )
    .length(1),
});

/** As the provider numbers them. */
export const status = { none: 0, advance: 1, made: 2, returned: 3 } as const;

export interface Transaction {
  token: string;
  registration: Registration;
  status: (typeof status)[keyof typeof status];
  /** The provider's number of the payment; null while it was not paid. */
  orderId: number | null;
  methodId: number;
  paidAt: Date | null;
  refundsUuid: string | null;
  /** Verifications still to be left without an answer. */
  deafTo: number;
}

const sign = (fields: Record<string, string | number>): string =>
  createHash('sha384').update(JSON.stringify(fields), 'utf8').digest('hex');

export const signOfRegistration = (
  { sessionId, merchantId, amount, currency }: Registration,
  { crc }: Merchant,
): string => sign({ sessionId, merchantId, amount, currency, crc });

export const signOfVerification = (
  { sessionId, orderId, amount, currency }: z.infer<typeof Verification>,
  { crc }: Merchant,
): string => sign({ sessionId, orderId, amount, currency, crc });

/** What is sent to urlStatus once a payment was made. */
export function notificationOf({ registration, orderId, methodId }: Transaction, { crc }: Merchant) {
  const { merchantId, posId, sessionId, amount, currency } = registration;
  const fields = {
    merchantId,
    posId,
    sessionId,
    amount,
    originAmount: amount,
    currency,
    orderId: orderId ?? 0,
    methodId,
    statement: `p24-${orderId}`,
  };
  return { ...fields, sign: sign({ ...fields, crc }) };
}
export type Notification = ReturnType<typeof notificationOf>;
