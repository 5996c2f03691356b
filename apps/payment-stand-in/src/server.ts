// A stand-in of the payment provider Przelewy24: the same REST calls, the same signs, a pay page of its own. It keeps
// its payments in memory, and notifies like the real one: until the payment is verified.
import { randomBytes, randomInt, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import express, { type Express, type Request, type RequestHandler, type Response } from 'express';
import { isOutcome, type Outcome, renderPayPage, renderUnknown } from './pay-page.ts';
import {
  type Merchant,
  type Notification,
  notificationOf,
  RefundRequest,
  Registration,
  signOfRegistration,
  signOfVerification,
  status,
  type Transaction,
  Verification,
} from './transaction.ts';

export interface StandInOptions {
  /** 0 takes a free one. */
  port?: number;
  host?: string;
  /** Name under which browsers reach it. */
  hostname?: string;
  /** How long a late notification takes. */
  lateSeconds?: number;
  /** How a notification travels; the test application has no address before it runs. */
  deliver?: (url: string, notification: Notification) => Promise<unknown>;
}

export interface StandIn extends Merchant {
  /** Its address, as P24_HOST. */
  host: string;
  stop: () => Promise<void>;
}

/** Seconds between notifications, where the real provider waits minutes. */
const pauses = [3, 5, 15, 30, 60, 150];

/** Starts a provider with one merchant, whose keys are made up at every start. */
export async function startPaymentStandIn({
  port = 0,
  host = '127.0.0.1',
  hostname = 'localhost',
  lateSeconds = 30,
  deliver = post,
}: StandInOptions = {}): Promise<StandIn> {
  const merchant: Merchant = {
    merchantId: randomInt(10_000, 99_999),
    posId: randomInt(10_000, 99_999),
    reportKey: randomBytes(16).toString('hex'),
    crc: randomBytes(8).toString('hex'),
  };
  const stopping = new AbortController();
  const server = createServer(createProvider(merchant, { deliver, lateSeconds }, stopping.signal));
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => resolve());
  });
  return {
    ...merchant,
    host: `http://${hostname}:${(server.address() as AddressInfo).port}`,
    stop: () =>
      new Promise((resolve) => {
        stopping.abort();
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

const post = (url: string, notification: Notification) =>
  fetch(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(notification),
    signal: AbortSignal.timeout(10_000),
  });

function createProvider(
  merchant: Merchant,
  { deliver, lateSeconds }: Required<Pick<StandInOptions, 'deliver' | 'lateSeconds'>>,
  stopping: AbortSignal,
): Express {
  const bySession = new Map<string, Transaction>();
  const byToken = new Map<string, Transaction>();

  const pause = (seconds: number) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, seconds * 1000).unref();
      stopping.addEventListener('abort', () => clearTimeout(timer), { once: true });
    });

  /** Notifies until the payment is verified or refunded. A shop that does not answer is asked again. */
  async function notify(transaction: Transaction, times = 1): Promise<void> {
    for (const seconds of [0, ...pauses]) {
      if (seconds > 0) await pause(seconds);
      if (transaction.status !== status.advance) return;
      const notification = notificationOf(transaction, merchant);
      await Promise.allSettled(
        Array.from({ length: times }, () => deliver(transaction.registration.urlStatus, notification)),
      );
    }
  }

  /** What the chosen button does. The first notification is out before the customer goes back. */
  async function play(transaction: Transaction, outcome: Outcome): Promise<void> {
    if (outcome === 'decline' || transaction.status !== status.none) return;
    Object.assign(transaction, {
      status: status.advance,
      orderId: randomInt(1_000_000_000, 9_000_000_000),
      paidAt: new Date(),
      deafTo: outcome === 'pay-deaf' ? 1 : 0,
    });
    if (outcome === 'pay-silently') return;
    if (outcome === 'pay-late') void pause(lateSeconds).then(() => notify(transaction));
    else void notify(transaction, outcome === 'pay-twice' ? 2 : 1);
  }

  const app = express().disable('x-powered-by');
  app.use(express.json(), express.urlencoded({ extended: false }));
  app.use('/api/v1', authenticate(merchant));

  app.get('/api/v1/testAccess', (_request, response) => {
    response.json({ data: true, error: '' });
  });

  app.post('/api/v1/transaction/register', (request, response) => {
    const { data } = Registration.safeParse(request.body);
    if (!data || data.merchantId !== merchant.merchantId || data.posId !== merchant.posId)
      return refuse(response, 400, 'Invalid input data');
    if (data.sign !== signOfRegistration(data, merchant)) return refuse(response, 400, 'Incorrect CRC value');
    if (bySession.has(data.sessionId)) return refuse(response, 400, 'Session id is taken');
    const token = randomBytes(20).toString('hex').toUpperCase();
    const transaction: Transaction = {
      token,
      registration: data,
      status: status.none,
      orderId: null,
      methodId: 25,
      paidAt: null,
      refundsUuid: null,
      deafTo: 0,
    };
    bySession.set(data.sessionId, transaction);
    byToken.set(token, transaction);
    response.json({ data: { token }, responseCode: 0 });
  });

  app.put('/api/v1/transaction/verify', (request, response) => {
    const { data } = Verification.safeParse(request.body);
    const transaction = data && bySession.get(data.sessionId);
    if (!transaction || data.sign !== signOfVerification(data, merchant))
      return refuse(response, 400, 'Invalid input data');
    const { amount, currency } = transaction.registration;
    const matches =
      transaction.status === status.advance &&
      data.orderId === transaction.orderId &&
      data.amount === amount &&
      data.currency === currency;
    if (!matches) return refuse(response, 400, 'Transaction cannot be verified');
    transaction.status = status.made;
    if (transaction.deafTo-- > 0) {
      // As a connection that breaks after the provider has done its part.
      response.destroy();
      return;
    }
    response.json({ data: { status: 'success' }, responseCode: 0 });
  });

  app.get('/api/v1/transaction/by/sessionId/:sessionId', (request, response) => {
    const transaction = bySession.get(request.params.sessionId);
    if (!transaction) return refuse(response, 404, 'Transaction not found');
    response.json({ data: describe(transaction), responseCode: 0 });
  });

  app.post('/api/v1/transaction/refund', (request, response) => {
    const { data } = RefundRequest.safeParse(request.body);
    const [refund] = data?.refunds ?? [];
    const transaction = refund && bySession.get(refund.sessionId);
    if (!data || !transaction || refund.orderId !== transaction.orderId)
      return refuse(response, 400, 'Invalid input data');
    if (transaction.refundsUuid !== null) return refuse(response, 409, 'Refund is known already');
    if (transaction.status !== status.made || refund.amount !== transaction.registration.amount)
      return refuse(response, 409, 'Transaction cannot be refunded');
    transaction.status = status.returned;
    transaction.refundsUuid = data.refundsUuid;
    response.status(201).json({ data: [{ ...refund, status: true, message: 'success' }], responseCode: 0 });
  });

  app.get('/trnRequest/:token', (request, response) => {
    sendPage(response, byToken.get(request.params.token));
  });

  app.post('/trnRequest/:token', async (request: Request<{ token: string }>, response) => {
    const transaction = byToken.get(request.params.token);
    const { outcome } = request.body as { outcome?: unknown };
    if (!transaction || !isOutcome(outcome)) return sendPage(response, transaction);
    await play(transaction, outcome);
    response.redirect(303, transaction.registration.urlReturn);
  });
  return app;
}

function authenticate({ posId, reportKey }: Merchant): RequestHandler {
  const expected = Buffer.from(`Basic ${Buffer.from(`${posId}:${reportKey}`).toString('base64')}`);
  return (request, response, next) => {
    const given = Buffer.from(request.get('Authorization') ?? '');
    if (given.length === expected.length && timingSafeEqual(given, expected)) next();
    else refuse(response, 401, 'Incorrect authentication');
  };
}

function refuse(response: Response, code: number, error: string): void {
  response.status(code).json({ error, code });
}

function describe({ registration, orderId, status: now, methodId, paidAt }: Transaction) {
  const { sessionId, amount, currency, email, description } = registration;
  return {
    statement: orderId === null ? '' : `p24-${orderId}`,
    orderId: orderId ?? 0,
    sessionId,
    status: now,
    amount,
    currency,
    date: paidAt?.toISOString() ?? '',
    dateOfTransaction: paidAt?.toISOString() ?? '',
    clientEmail: email,
    paymentMethod: orderId === null ? 0 : methodId,
    description,
  };
}

function sendPage(response: Response, transaction: Transaction | undefined): void {
  const shop = transaction ? new URL(transaction.registration.urlReturn).origin : '';
  response
    .status(transaction ? 200 : 404)
    .set({
      // The answer to the form leads back to the shop, which browsers count as the form's action.
      'Content-Security-Policy': `default-src 'none'; style-src 'unsafe-inline'; img-src data:; form-action 'self' ${shop}; base-uri 'none'; frame-ancestors 'none'`,
      'Cache-Control': 'no-store',
      'Referrer-Policy': 'no-referrer',
    })
    .type('html')
    .send(transaction ? renderPayPage(transaction) : renderUnknown());
}
