import { expect, it, vi } from 'vitest';
import { createFairQueue } from './fair-queue.ts';

/** A queue whose pieces run until they are told to end. */
function start(limits: Partial<Parameters<typeof createFairQueue>[0]> = {}) {
  const queue = createFairQueue({ places: 1, waitingPerAccount: 5, waitingInAll: 100, ...limits });
  const started: string[] = [];
  const endings = new Map<string, () => void>();
  const add = (
    accountId: number,
    name: string,
    gone: AbortSignal | undefined = new AbortController().signal,
  ) =>
    queue.run({ accountId, gone }, async () => {
      started.push(name);
      await new Promise<void>((resolve) => endings.set(name, resolve));
      return name;
    });
  /** Ends the pieces that run, one after the other, until none is left. */
  const finish = async () => {
    await new Promise(setImmediate);
    for (let at = 0; at < started.length; at++) {
      const name = started[at] as string;
      await new Promise(setImmediate);
      endings.get(name)?.();
      await new Promise(setImmediate);
    }
  };
  return { queue, add, started, finish, end: (name: string) => endings.get(name)?.() };
}
const settled = () => new Promise(setImmediate);

it('gives accounts turns, even if one of them has queued much before', async () => {
  const { add, started, finish } = start();
  const all = [add(1, 'a1'), add(1, 'a2'), add(1, 'a3'), add(2, 'b1'), add(3, 'c1'), add(2, 'b2')];
  await finish();
  await Promise.all(all);
  expect(started).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3']);
});

it('prefers accounts without running work over earlier requests of others', async () => {
  const { add, started, finish, end } = start();
  const all = [add(1, 'a1'), add(1, 'a2'), add(1, 'a3'), add(2, 'b1'), add(2, 'b2')];
  await settled();
  end('a1');
  await settled();
  expect(started).toEqual(['a1', 'b1']);
  await finish();
  await Promise.all(all);
  expect(started).toEqual(['a1', 'b1', 'a2', 'b2', 'a3']);
});

it('gives a free place first to accounts without running work', async () => {
  const { add, started, finish, end } = start({ places: 3 });
  const all = [add(1, 'a1'), add(2, 'b1'), add(3, 'c1'), add(1, 'a2'), add(4, 'd1')];
  await settled();
  end('b1');
  await settled();
  expect(started).toEqual(['a1', 'b1', 'c1', 'd1']);
  await finish();
  await Promise.all(all);
});

it('leaves a place to others where there are several', async () => {
  const { add, started, finish } = start({ places: 3 });
  const all = [1, 2, 3, 4].map((number) => add(1, `a${number}`));
  await settled();
  expect(started).toEqual(['a1', 'a2']);
  all.push(add(2, 'b1'));
  await settled();
  expect(started).toEqual(['a1', 'a2', 'b1']);
  await finish();
  await Promise.all(all);
  expect(started).toHaveLength(5);
});

it('refuses too much work of one account, and of all together', async () => {
  const { add, finish, started } = start({ waitingPerAccount: 2, waitingInAll: 3 });
  const all = [add(1, 'a1'), add(1, 'a2'), add(1, 'a3')];
  const tooMuch = { code: 'TOO_MUCH_WORK', details: { retryAfter: 5 } };
  await expect(add(1, 'a4')).rejects.toMatchObject(tooMuch);
  all.push(add(2, 'b1'));
  await expect(add(3, 'c1')).rejects.toMatchObject(tooMuch);
  await finish();
  await Promise.all(all);
  expect(started).toEqual(['a1', 'b1', 'a2', 'a3']);
});

it('never runs work whose caller is gone', async () => {
  const { add, started, finish } = start();
  const hangUp = new AbortController();
  const first = add(1, 'a1');
  const left = add(1, 'a2', hangUp.signal);
  const last = add(1, 'a3');
  hangUp.abort();
  await expect(left).rejects.toBe(hangUp.signal.reason);
  await expect(add(1, 'a4', hangUp.signal)).rejects.toBe(hangUp.signal.reason);
  await finish();
  await Promise.all([first, last]);
  expect(started).toEqual(['a1', 'a3']);
});

it('tells what runs and what waits, also after failures and after callers who hang up', async () => {
  const { queue, add, finish } = start({ places: Number.POSITIVE_INFINITY, placesPerAccount: () => 1 });
  const hangUp = new AbortController();
  const failing = expect(queue.run({ accountId: 1 }, () => Promise.reject(new Error('broken')))).rejects;
  const all = [add(1, 'a1'), add(2, 'b1')];
  const left = expect(add(2, 'b2', hangUp.signal)).rejects;
  all.push(add(2, 'b3'), add(3, 'c1'));
  expect(queue.load()).toEqual({ running: 3, waiting: 3 });
  hangUp.abort();
  await failing.toThrow('broken');
  await left.toBe(hangUp.signal.reason);
  expect(queue.load()).toEqual({ running: 3, waiting: 1 });
  await finish();
  await Promise.all(all);
  expect(queue.load()).toEqual({ running: 0, waiting: 0 });
});

it('lets people go before jobs, which are never refused', async () => {
  const { queue, add, started, finish } = start({ waitingPerAccount: 1 });
  const job = (name: string) => queue.run({ accountId: 1 }, async () => started.push(name));
  const all = [add(1, 'a1'), job('j1'), job('j2'), job('j3'), add(1, 'a2')];
  await settled();
  await finish();
  await Promise.all(all);
  expect(started).toEqual(['a1', 'a2', 'j1', 'j2', 'j3']);
});

it('continues after a failed task', async () => {
  const { queue } = start();
  const failing = queue.run({ accountId: 1 }, () => Promise.reject(new Error('broken')));
  const next = queue.run({ accountId: 1 }, async () => 'done');
  await expect(failing).rejects.toThrow('broken');
  expect(await next).toBe('done');
});

it('finishes accepted work before it closes, and accepts nothing afterwards', async () => {
  const { queue, add, finish } = start();
  const all = Promise.all([add(1, 'a1'), add(1, 'a2')]);
  const closing = queue.close();
  await expect(add(1, 'a3')).rejects.toThrow('closed');
  await finish();
  await closing;
  expect(await all).toEqual(['a1', 'a2']);
});

it('starts what waits when the limit of its account has risen with time', async () => {
  let places = 1;
  const { add, started, finish } = start({ places: 5, placesPerAccount: () => places });
  const all = [add(1, 'a1'), add(1, 'a2')];
  await settled();
  expect(started).toEqual(['a1']);
  places = 2;
  await vi.waitFor(() => expect(started).toEqual(['a1', 'a2']));
  await finish();
  await Promise.all(all);
});
