import { expect, it, vi } from 'vitest';
import type { Deps } from '../../deps.ts';
import { drawOnce } from './draw-once.ts';

const pdf = {} as Deps['pdf'];
const job = { accountId: 1 };
const person = { accountId: 1, gone: new AbortController().signal };

/** A drawing that goes on until it is told how it ends. */
function drawing() {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const draw = vi.fn((begins: () => void) => {
    begin = begins;
    return promise;
  });
  let begin = () => {};
  return { draw, begins: () => begin(), ends: resolve, fails: () => reject(new Error('refused')) };
}

it('makes others wait for the one who draws, even before its turn', async () => {
  const [first, second] = [drawing(), drawing()];
  const one = drawOnce(pdf, 'a', person, first.draw);
  const others = [person, job].map((of) => drawOnce(pdf, 'a', of, second.draw));
  first.begins();
  others.push(drawOnce(pdf, 'a', person, second.draw));
  first.ends();
  expect(await one).toBe(true);
  expect(await Promise.all(others)).toEqual([false, false, false]);
  expect(second.draw).not.toHaveBeenCalled();
});

it('tells people who waited that it failed, and lets a job try it', async () => {
  const first = drawing();
  const all = [person, person, job].map((of) => drawOnce(pdf, 'a', of, first.draw));
  first.fails();
  const [one, other, later] = await Promise.allSettled(all);
  expect([one?.status, other?.status]).toEqual(['rejected', 'rejected']);
  expect(later).toEqual({ status: 'fulfilled', value: false });
  expect(first.draw).toHaveBeenCalledTimes(1);
  const second = drawing();
  const again = drawOnce(pdf, 'a', job, second.draw);
  second.ends();
  expect(await again).toBe(true);
});

it('lets others try it if the one who draws hangs up', async () => {
  const first = drawing();
  const caller = new AbortController();
  const one = drawOnce(pdf, 'a', { accountId: 1, gone: caller.signal }, first.draw);
  const other = drawOnce(pdf, 'a', person, drawing().draw);
  caller.abort();
  first.fails();
  await expect(one).rejects.toThrow('refused');
  expect(await other).toBe(false);
});

it('makes nobody wait for a job that waits for its turn', async () => {
  const [first, second] = [drawing(), drawing()];
  const waiting = drawOnce(pdf, 'a', job, first.draw);
  const one = drawOnce(pdf, 'a', person, second.draw);
  expect(second.draw).toHaveBeenCalled();
  const later = drawOnce(pdf, 'a', job, drawing().draw);
  for (const { ends } of [second, first]) ends();
  expect(await Promise.all([waiting, one, later])).toEqual([true, true, false]);
});

it('draws other documents at the same time', async () => {
  const [first, second] = [drawing(), drawing()];
  const both = [drawOnce(pdf, 'a', person, first.draw), drawOnce(pdf, 'b', person, second.draw)];
  for (const { ends } of [first, second]) ends();
  expect(await Promise.all(both)).toEqual([true, true]);
});
