import { formatDay } from '@servicebook/i18n/format.ts';
import { describe, expect, it } from 'vitest';
import { isDay, parseDay, parseTime } from './day-text.ts';

const today = new Date(2026, 10, 21);

describe('formatDay', () => {
  it.each([
    ['pl', '07.03.2026'],
    ['en', '7 Mar 2026'],
    ['de', '07.03.2026'],
    ['it', '07/03/2026'],
    ['es', '07/03/2026'],
    ['ru', '07.03.2026'],
  ] as const)('in %s', (language, text) => {
    expect(formatDay('2026-03-07', language)).toBe(text);
    expect(parseDay(text, language, today)).toBe('2026-03-07');
  });

  it('returns text that is not a day unchanged', () => {
    expect(formatDay('31.31.2026', 'pl')).toBe('31.31.2026');
    expect(formatDay('', 'pl')).toBe('');
  });
});

describe('parseDay', () => {
  it.each([
    ['2026-03-07', '2026-03-07'],
    ['7.3.2026', '2026-03-07'],
    ['7-3-26', '2026-03-07'],
    ['07032026', '2026-03-07'],
    ['7.3', '2026-03-07'],
    [' 29.2.2028 ', '2028-02-29'],
    // The month comes first only if the text is unambiguous.
    ['12/31/2026', '2026-12-31'],
  ])('reads %s', (typed, day) => {
    expect(parseDay(typed, 'pl', today)).toBe(day);
  });

  it('parses spelled-out months', () => {
    expect(parseDay('7 March 2026', 'en', today)).toBe('2026-03-07');
    expect(parseDay('7. März 2026', 'de', today)).toBe('2026-03-07');
    expect(parseDay('7 sept 2026', 'en', today)).toBe('2026-09-07');
  });

  it.each(['', 'soon', '31.31.2026', '29.2.2027', '1.2.3.4', '7', '1.2.20260'])('refuses "%s"', (typed) => {
    expect(parseDay(typed, 'pl', today)).toBeNull();
  });
});

it('checks that the day exists', () => {
  expect(isDay('2028-02-29')).toBe(true);
  expect(isDay('2027-02-29')).toBe(false);
  expect(isDay('2027-2-9')).toBe(false);
});

it.each([
  ['9', '09:00'],
  ['9:5', '09:05'],
  ['0930', '09:30'],
  ['23.59', '23:59'],
  ['24:00', null],
  ['9:75', null],
  ['noon', null],
])('reads the time %s', (typed, time) => {
  expect(parseTime(typed)).toBe(time);
});
