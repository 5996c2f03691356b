/** The provider's client: its signatures against fixed values, and every kind of answer. */
import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createPrzelewy24, ProviderRefusal, type Przelewy24 } from './przelewy24.ts';

interface Seen {
  request: string;
  authorization: string | undefined;
  body: Record<string, unknown>;
}
let seen: Seen[] = [];
let answer: { status: number; body: string } | 'silence' | 'break';
const server = createServer(async (request: IncomingMessage, response) => {
  const body = await text(request);
  seen.push({
    request: `${request.method} ${request.url}`,
    authorization: request.headers.authorization,
    body: body ? JSON.parse(body) : {},
  });
  if (answer === 'break') response.destroy();
  else if (answer !== 'silence') response.writeHead(answer.status).end(answer.body);
});
let payments: Przelewy24;
const payment = { sessionId: 'abc', amount: 1107, currency: 'USD' };
const paid = { ...payment, orderId: 4_295_430_336 };
const sha384 = (json: string) => createHash('sha384').update(json).digest('hex');

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const host = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const keys = { merchantId: 11, posId: 22, reportKey: 'report', crc: 'secret/ł' };
  payments = createPrzelewy24({ host, ...keys }, 200);
});
afterAll(() => {
  server.close();
  server.closeAllConnections();
});
beforeEach(() => {
  seen = [];
  answer = { status: 200, body: '{"data":{"status":"success","token":"T"},"responseCode":0}' };
});

const request = {
  ...payment,
  description: 'Servicebook 7',
  email: 'a@example.com',
  country: 'PL',
  urlReturn: 'https://app.example/back',
  urlStatus: 'https://app.example/status',
  timeLimit: 99,
};

describe('the sign, over keys in the documented order,', () => {
  it('of a registration', async () => {
    expect(await payments.register({ ...request, language: 'pl' })).toEqual({ token: 'T' });
    expect(seen[0]).toMatchObject({
      request: 'POST /api/v1/transaction/register',
      authorization: `Basic ${Buffer.from('22:report').toString('base64')}`,
      body: {
        ...request,
        merchantId: 11,
        posId: 22,
        language: 'pl',
        sign: sha384('{"sessionId":"abc","merchantId":11,"amount":1107,"currency":"USD","crc":"secret/ł"}'),
      },
    });
    expect(JSON.stringify(seen)).not.toContain('"crc"');
  });

  it('of a verification', async () => {
    await payments.verify(paid);
    expect(seen[0]).toMatchObject({
      request: 'PUT /api/v1/transaction/verify',
      body: {
        ...paid,
        merchantId: 11,
        posId: 22,
        sign: sha384(
          '{"sessionId":"abc","orderId":4295430336,"amount":1107,"currency":"USD","crc":"secret/ł"}',
        ),
      },
    });
  });

  it('of a notification, which must be for this merchant', () => {
    const fields = {
      merchantId: 11,
      posId: 22,
      ...payment,
      originAmount: 1107,
      orderId: 4_295_430_336,
      methodId: 25,
      statement: 'p24',
    };
    const sign = sha384(
      '{"merchantId":11,"posId":22,"sessionId":"abc","amount":1107,"originAmount":1107,"currency":"USD",' +
        '"orderId":4295430336,"methodId":25,"statement":"p24","crc":"secret/ł"}',
    );
    expect(payments.isAuthentic({ ...fields, sign })).toBe(true);
    expect(payments.isAuthentic({ ...fields, sign: sign.toUpperCase() })).toBe(false);
    expect(payments.isAuthentic({ ...fields, sign: '' })).toBe(false);
    expect(payments.isAuthentic({ ...fields, sign: 'ł'.repeat(48) })).toBe(false);
    expect(payments.isAuthentic({ ...fields, amount: 1, sign })).toBe(false);
    expect(payments.isAuthentic({ ...fields, merchantId: 12, sign })).toBe(false);
  });
});

it.each([
  ['ru', 'en'],
  ['de', 'de'],
  ['xx', 'en'],
])('speaks to a customer who reads %s in %s', async (language, spoken) => {
  await payments.register({ ...request, language });
  expect(seen[0]?.body.language).toBe(spoken);
});

it('a refund is named by its session, so that it cannot be made twice', async () => {
  answer = { status: 201, body: '{"data":[{"status":true,"message":"success"}],"responseCode":0}' };
  await payments.refund({ ...paid, description: 'Servicebook 7' });
  expect(seen[0]).toMatchObject({
    request: 'POST /api/v1/transaction/refund',
    body: {
      requestId: 'abc',
      refundsUuid: 'abc',
      refunds: [{ orderId: 4_295_430_336, sessionId: 'abc', amount: 1107, description: 'Servicebook 7' }],
    },
  });
});

it.each([
  [0, 'none'],
  [1, 'advance'],
  [2, 'made'],
  [3, 'returned'],
])('status %i of a payment is %s', async (status, name) => {
  answer = { status: 200, body: JSON.stringify({ data: { ...paid, status, paymentMethod: 25, fee: 3 } }) };
  expect(await payments.find('abc')).toEqual({ ...paid, status: name, methodId: 25 });
  expect(seen[0]?.request).toBe('GET /api/v1/transaction/by/sessionId/abc');
});

it('a payment unknown to the provider is null', async () => {
  answer = { status: 404, body: '{"error":"Transaction not found","code":404}' };
  expect(await payments.find('abc')).toBeNull();
});

describe('of failures', () => {
  it.each([400, 404, 409])('a %i is final', async (status) => {
    answer = { status, body: '{"error":"no","code":1}' };
    await expect(payments.verify(paid)).rejects.toBeInstanceOf(ProviderRefusal);
  });

  it.each([
    ['wrong keys', { status: 401, body: '{"error":"Incorrect authentication","code":401}' }],
    ['too many calls', { status: 429, body: '{"error":"slow down","code":429}' }],
    ['a broken server', { status: 502, body: '<html>Bad gateway</html>' }],
    ['an answer that says nothing', { status: 200, body: '{}' }],
    ['no answer in time', 'silence'],
    ['a connection that breaks', 'break'],
  ] as const)('%s may pass', async (_, given) => {
    answer = given;
    const failure = await payments.verify(paid).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(Error);
    expect(failure).not.toBeInstanceOf(ProviderRefusal);
  });
});
