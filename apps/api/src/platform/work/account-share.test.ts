import { availableParallelism } from 'node:os';
import { afterEach, expect, it, vi } from 'vitest';
import { refusal, useTestApp } from '../../testing/app.ts';
import { buildAdmin } from '../../testing/builders.ts';
import { createAccountShare } from './account-share.ts';

afterEach(() => vi.useRealTimers());

const app = useTestApp({ ACCOUNT_REQUESTS_PER_SECOND: '1' });

it('one company has its requests counted over twenty seconds; others go on', async () => {
  const busy = await app.as(await buildAdmin(app));
  const other = await app.as(await buildAdmin(app));
  for (let count = 0; count < 20; count++) await busy.user.checkAuth();
  const refused = await refusal(busy.user.checkAuth());
  expect(refused).toMatchObject({ status: 429, code: 'TOO_MUCH_WORK' });
  await other.user.checkAuth();
});

it.each([
  { connections: 400, atOnce: Math.max(3, availableParallelism()) },
  { connections: 8, atOnce: 2 },
])(
  'one company has as many requests at once as there are processors, and at most a quarter of $connections connections',
  async ({ connections, atOnce }) => {
    const share = createAccountShare({ perSecond: 1000, connections });
    const { promise, resolve } = Promise.withResolvers<void>();
    let begun = 0;
    const request = () => {
      begun++;
      return promise;
    };
    const all = Array.from({ length: 90 }, () => share.run('request', { accountId: 1 }, request));
    const ofOther = share.run('request', { accountId: 2 }, async () => {});
    await ofOther;
    expect(begun).toBe(atOnce);
    resolve();
    await Promise.all(all);
    expect(begun).toBe(90);
  },
);

it('a list is read part by part when it is its company’s turn', async () => {
  const share = createAccountShare({ perSecond: 1000, connections: 4 });
  const { promise, resolve } = Promise.withResolvers<void>();
  const busy = share.run('request', { accountId: 1 }, () => promise);
  const read: string[] = [];
  async function* parts(of: string) {
    yield `${of}1`;
    yield `${of}2`;
  }
  const readAll = async (accountId: number, name: string) => {
    for await (const part of share.eachInTurn({ accountId }, parts(name))) read.push(part);
  };
  const own = readAll(1, 'a');
  await readAll(2, 'b');
  expect(read).toEqual(['b1', 'b2']);
  resolve();
  await Promise.all([busy, own]);
  expect(read).toEqual(['b1', 'b2', 'a1', 'a2']);
});

it.each([
  { while: 'while others are at work', others: 1, rest: 100 },
  { while: 'while nobody else is at work', others: 0, rest: 0 },
])('$while, a list of a company that had too much rests $rest ms after a part of 100 ms', async (given) => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  const share = createAccountShare({ perSecond: 1000, connections: 400 });
  const takes = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));
  const work = (accountId: number) => share.run('request', { accountId }, () => takes(1500));
  const tooMuch = Array.from({ length: Math.max(3, availableParallelism()) }, () => work(1));
  await vi.advanceTimersByTimeAsync(1500);
  await Promise.all(tooMuch);
  const ofOthers = Array.from({ length: given.others }, () => work(2));
  let read = 0;
  async function* parts() {
    for (;;) {
      await takes(100);
      yield 1;
    }
  }
  const list = share.eachInTurn({ accountId: 1 }, parts())[Symbol.asyncIterator]();
  list.next().then(() => read++);
  await vi.advanceTimersByTimeAsync(100 + given.rest - 1);
  expect(read).toBe(0);
  await vi.advanceTimersByTimeAsync(1);
  expect(read).toBe(1);
  await vi.advanceTimersByTimeAsync(1500);
  await Promise.all(ofOthers);
});

it('a list whose reader hangs up does not wait for its turn', async () => {
  const share = createAccountShare({ perSecond: 1000, connections: 4 });
  const { promise, resolve } = Promise.withResolvers<void>();
  const busy = share.run('request', { accountId: 1 }, () => promise);
  const hangUp = new AbortController();
  let isRead = false;
  async function* parts() {
    isRead = true;
    yield 1;
  }
  const reading = Array.fromAsync(share.eachInTurn({ accountId: 1, gone: hangUp.signal }, parts()));
  await new Promise(setImmediate);
  hangUp.abort();
  expect(await reading).toEqual([]);
  resolve();
  await busy;
  expect(isRead).toBe(false);
});

it('a list whose reader is gone is read no further', async () => {
  const share = createAccountShare({ perSecond: 1000, connections: 4 });
  let isClosed = false;
  async function* parts() {
    try {
      for (let part = 0; ; part++) yield part;
    } finally {
      isClosed = true;
    }
  }
  for await (const part of share.eachInTurn({ accountId: 1 }, parts())) if (part === 2) break;
  expect(isClosed).toBe(true);
});
