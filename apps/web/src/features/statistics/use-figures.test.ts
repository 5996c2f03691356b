import { expect, it } from 'vitest';
import { monthText } from './use-figures.ts';

it.each([
  ['en', 'November 2026', 'Nov 26'],
  ['de', 'November 2026', 'Nov. 26'],
  ['es', 'noviembre de 2026', 'nov 26'],
  ['it', 'novembre 2026', 'nov 26'],
  ['pl', 'listopad 2026', 'lis 26'],
  ['ru', 'ноябрь 2026', 'нояб. 26'],
])('a month in %s is %s, %s on an axis', (language, long, short) => {
  expect(monthText('2026-11', 'long', language)).toBe(long);
  expect(monthText('2026-11', 'short', language)).toBe(short);
});
