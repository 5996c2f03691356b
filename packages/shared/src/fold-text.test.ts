import { expect, it } from 'vitest';
import { foldText } from './fold-text.ts';

it.each([
  ['ŁÓDŹ', 'lodz'],
  ['Störung', 'storung'],
  ['Straße', 'strasse'],
  ['ПЕКАРНЯ', 'пекарня'],
  ['Caffè', 'caffe'],
])('folds %s to %s', (text, folded) => {
  expect(foldText(text)).toBe(folded);
});
