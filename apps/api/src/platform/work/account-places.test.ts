import { availableParallelism } from 'node:os';
import { expect, it } from 'vitest';
import { createAccountPlaces } from './account-places.ts';

const half = Math.max(1, Math.floor(availableParallelism() / 2));

/** Places of account 1, with a clock that the test sets. */
function start() {
  const clock = { time: 0 };
  const places = createAccountPlaces(400, () => clock.time);
  const all = places.of(1);
  const { promise: end, resolve: finish } = Promise.withResolvers<void>();
  const keepBusy = (count: number) =>
    Promise.all(Array.from({ length: count }, () => places.take(1, () => end)));
  return { clock, places, all, keepBusy, finish };
}

it('an account that had too much has half of the processors, until it has made up for it', async () => {
  const { clock, places, all, keepBusy, finish } = start();
  const work = keepBusy(all);
  places.see(1);
  clock.time = 1000 / (all - half) - 1;
  places.see(2);
  expect(places.of(1)).toBe(all);
  clock.time += 2;
  expect(places.of(1)).toBe(half);
  expect(places.of(2)).toBe(all);
  finish();
  await work;
  clock.time += 500 / half;
  places.see(2);
  expect(places.of(1)).toBe(half);
  clock.time += 1000 / half;
  places.see(2);
  expect(places.of(1)).toBe(all);
});

it('slow requests of an account that had too much do not hold up its next one', async () => {
  const { clock, places, all, keepBusy, finish } = start();
  const work = keepBusy(all);
  for (clock.time = 0; clock.time < 1900; clock.time += 100) places.see(2);
  expect(places.of(1)).toBe(half);
  for (; clock.time < 2200; clock.time += 100) places.see(2);
  expect(places.of(1)).toBe(all);
  finish();
  await work;
});

it('an account has all its places while nobody else is at work', async () => {
  const { clock, places, all, keepBusy, finish } = start();
  const work = keepBusy(all);
  places.see(2);
  for (clock.time = 0; clock.time < 5000; clock.time += 100) places.see(1);
  expect(places.of(1)).toBe(all);
  const ofOther = Promise.withResolvers<void>();
  const workOfOther = places.take(2, () => ofOther.promise);
  clock.time += 5000;
  finish();
  await work;
  expect(places.of(1)).toBe(half);
  ofOther.resolve();
  await workOfOther;
  expect(places.of(1)).toBe(all);
});

it('an account may keep half of the processors busy for as long as it likes', async () => {
  const { clock, places, all, keepBusy, finish } = start();
  const work = keepBusy(half);
  for (clock.time = 0; clock.time < 60_000; clock.time += 100) places.see(2);
  expect(places.of(1)).toBe(all);
  finish();
  await work;
});
