import { expect, it } from 'vitest';
import { optionalWarranty } from './warranty.ts';

it.each([
  ['Produkcja', 'production'],
  [' MONTAŻ ', 'installation'],
  ['montaz', 'installation'],
  ['Транспортировка', 'transport'],
  ['installation', 'installation'],
  ['Transport und Montage', 'Transport und Montage'],
  ['toString', 'toString'],
  ['', ''],
  [null, ''],
])('stores the warranty %j as %j', (typed, stored) => {
  expect(optionalWarranty.parse(typed)).toBe(stored);
});
