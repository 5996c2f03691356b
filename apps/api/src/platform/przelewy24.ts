/**
 * The payment provider Przelewy24, REST version 1. Amounts are minor units. Signs are SHA-384 over compact JSON whose
 * keys are in exactly the documented order, with the CRC key last.
 */
import { createHash, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { tracedFetch } from './trace.ts';

export interface Przelewy24Settings {
  /** https://secure.przelewy24.pl, https://sandbox.przelewy24.pl, or a stand-in. */
  host: string;
  merchantId: number;
  posId: number;
  /** Password of the REST calls. */
  reportKey: string;
  /** The key of the signs; never sent. */
  crc: string;
}

/** The data of a payment that both sides know. */
export interface Payment {
  sessionId: string;
  amount: number;
  currency: string;
}

export interface PaymentRequest extends Payment {
  description: string;
  email: string;
  country: string;
  language: string;
  urlReturn: string;
  urlStatus: string;
  /** Minutes until the payment must be made, 1 to 99. */
  timeLimit: number;
}

/** The provider's notification of a payment. */
export interface SignedNotification extends Payment {
  merchantId: number;
  posId: number;
  originAmount: number;
  orderId: number;
  methodId: number;
  statement: string;
  sign: string;
}

/** The provider's record of a payment: `advance` is paid and not verified, `made` verified, `returned` refunded. */
export interface KnownPayment extends Payment {
  status: 'none' | 'advance' | 'made' | 'returned';
  orderId: number;
  methodId: number | null;
}

export interface Przelewy24 {
  /** @throws ProviderRefusal if the settings are wrong. */
  testAccess(): Promise<void>;
  /** Registers a payment. A session id works once. */
  register(request: PaymentRequest): Promise<{ token: string }>;
  /** The customer's payment page. */
  payUrl(token: string): string;
  /** Claims a payment. @throws ProviderRefusal if the provider has no such payment, or with other data */
  verify(payment: Payment & { orderId: number }): Promise<void>;
  /** The state of a payment; null if the provider does not know it. */
  find(sessionId: string): Promise<KnownPayment | null>;
  /** Refunds a payment in full. The session id also identifies the refund, so that it cannot happen twice. */
  refund(payment: Payment & { orderId: number; description: string }): Promise<void>;
  /** Whether a notification comes from the provider and is for us. */
  isAuthentic(notification: SignedNotification): boolean;
}

/** The provider refused; a retry does not help. Every other failure may be temporary. */
export class ProviderRefusal extends Error {
  override name = 'ProviderRefusal';
  readonly status: number;
  constructor(call: string, status: number, reason: string) {
    super(`${call}: ${status} ${reason}`);
    this.status = status;
  }
}

/** The provider has no Russian; its customers get English. */
const languages = ['de', 'en', 'es', 'it', 'pl'];

const statuses = ['none', 'advance', 'made', 'returned'] as const;
const Registered = z.object({ data: z.object({ token: z.string().min(1) }) });
const Verified = z.object({ data: z.object({ status: z.literal('success') }) });
const Found = z.object({
  data: z.object({
    sessionId: z.string(),
    orderId: z.coerce.number().int(),
    status: z.coerce.number().int().min(0).max(3),
    amount: z.number().int(),
    currency: z.string(),
    paymentMethod: z.coerce.number().int().nullish(),
  }),
});
const Refunded = z.object({ data: z.array(z.object({ status: z.literal(true) })).min(1) });
const Refusal = z.object({ error: z.unknown() });

/** @param timeoutMs how long an answer may take. */
export function createPrzelewy24(settings: Przelewy24Settings, timeoutMs = 10_000): Przelewy24 {
  const { host, merchantId, posId, reportKey, crc } = settings;
  const authorization = `Basic ${Buffer.from(`${posId}:${reportKey}`).toString('base64')}`;

  async function call<Answer>(
    method: 'GET' | 'POST' | 'PUT',
    path: string,
    answer: z.ZodType<Answer>,
    body?: object,
  ): Promise<Answer> {
    // A longer path has the id of a payment.
    const what = path.split('/').slice(0, 3).join('/');
    const response = await tracedFetch(`payment ${method} ${what}`, `${host}/api/v1${path}`, {
      method,
      headers: { Authorization: authorization, ...(body && { 'Content-Type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    });
    const content: unknown = await response.json();
    if (response.ok) return answer.parse(content);
    const reason = JSON.stringify(Refusal.safeParse(content).data?.error ?? '').slice(0, 300);
    // Wrong keys and too many calls are our problem and can be fixed; they say nothing about the payment.
    const isFinal = response.status < 500 && ![401, 403, 408, 429].includes(response.status);
    if (isFinal) throw new ProviderRefusal(path, response.status, reason);
    throw new Error(`${path}: ${response.status} ${reason}`);
  }

  const sign = (fields: Record<string, string | number>): string =>
    createHash('sha384')
      .update(JSON.stringify({ ...fields, crc }), 'utf8')
      .digest('hex');

  return {
    async testAccess() {
      await call('GET', '/testAccess', z.object({ data: z.literal(true) }));
    },

    async register({ language, ...request }) {
      const { sessionId, amount, currency } = request;
      const { data } = await call('POST', '/transaction/register', Registered, {
        merchantId,
        posId,
        ...request,
        language: languages.includes(language) ? language : 'en',
        sign: sign({ sessionId, merchantId, amount, currency }),
      });
      return data;
    },

    payUrl: (token) => `${host}/trnRequest/${encodeURIComponent(token)}`,

    async verify({ sessionId, orderId, amount, currency }) {
      await call('PUT', '/transaction/verify', Verified, {
        merchantId,
        posId,
        sessionId,
        amount,
        currency,
        orderId,
        sign: sign({ sessionId, orderId, amount, currency }),
      });
    },

    async find(sessionId) {
      try {
        const { data } = await call(
          'GET',
          `/transaction/by/sessionId/${encodeURIComponent(sessionId)}`,
          Found,
        );
        const { status, paymentMethod, ...known } = data;
        return { ...known, status: statuses[status] ?? 'none', methodId: paymentMethod || null };
      } catch (error) {
        if (error instanceof ProviderRefusal && error.status === 404) return null;
        throw error;
      }
    },

    async refund({ sessionId, orderId, amount, description }) {
      await call('POST', '/transaction/refund', Refunded, {
        requestId: sessionId,
        refundsUuid: sessionId,
        refunds: [{ orderId, sessionId, amount, description }],
      });
    },

    isAuthentic(notification) {
      const { sessionId, amount, originAmount, currency, orderId, methodId, statement } = notification;
      const expected = Buffer.from(
        sign({
          merchantId,
          posId,
          sessionId,
          amount,
          originAmount,
          currency,
          orderId,
          methodId,
          statement,
        }),
      );
      const received = Buffer.from(notification.sign);
      return (
        notification.merchantId === merchantId &&
        notification.posId === posId &&
        received.length === expected.length &&
        timingSafeEqual(received, expected)
      );
    },
  };
}
