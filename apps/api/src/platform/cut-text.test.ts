import { expect, it } from 'vitest';
import { cutText } from './cut-text.ts';

it.each([
  ['abc', 3, 'abc'],
  ['abcd', 3, 'abc'],
  ['a😀b', 2, 'a'],
  ['a😀b', 3, 'a😀'],
  ['😀', 1, ''],
  ['', 3, ''],
])('%j, cut after %i, is %j', (text, longest, cut) => {
  expect(cutText(text, longest)).toBe(cut);
});
