import { expect, it } from 'vitest';
import { fillMailText, unknownPlaceholder } from './protocol-mail.ts';

const values = { number: '25/11/2026', day: '23 ноября 2026 г.', machines: 'BSD 75' };

it.each([
  ['Акт {number} от {day}.', 'Акт 25/11/2026 от 23 ноября 2026 г.'],
  ['Акт от {day}, {machines}.', 'Акт от 23 ноября 2026 г., BSD 75.'],
  ['{machines}... {name} {', 'BSD 75... {name} {'],
])('fills %s', (text, filled) => {
  expect(fillMailText(text, values)).toBe(filled);
});

it.each([
  ['{number} {day} {machines} {} { }', undefined],
  ['{number} {Number}', '{Number}'],
  ['{ day }', '{ day }'],
  ['{номер} {name}', '{номер}'],
  ['{12 bar, see below}', undefined],
])('finds what nobody fills in %s', (text, found) => {
  expect(unknownPlaceholder(text)).toBe(found);
});
