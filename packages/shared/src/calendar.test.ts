import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addDays,
  addMonths,
  dateIn,
  daysBetween,
  hourIn,
  instantIn,
  monthIn,
  weekdayIn,
} from './calendar.ts';

describe('addMonths', () => {
  it.each([
    ['2026-01-31', 1, '2026-02-28'],
    ['2028-01-31', 1, '2028-02-29'],
    ['2026-11-30', 3, '2027-02-28'],
    ['2026-12-15', 12, '2027-12-15'],
    ['2028-02-29', 12, '2029-02-28'],
  ])('%s plus %i months is %s', (from, months, to) => {
    expect(addMonths(from, months)).toBe(to);
  });

  it('returns the expected month, on the same day or its last day', () => {
    const day = fc.date({ min: new Date('1990-01-01'), max: new Date('2090-01-01'), noInvalidDate: true });
    fc.assert(
      fc.property(day, fc.integer({ min: 0, max: 600 }), (start, months) => {
        const from = start.toISOString().slice(0, 10);
        const [fromYear = 0, fromMonth = 0, fromDay = 0] = from.split('-').map(Number);
        const [year = 0, month = 0, dayOfMonth = 0] = addMonths(from, months).split('-').map(Number);
        const lastDay = new Date(Date.UTC(year, month, 0)).getUTCDate();
        expect(year * 12 + month).toBe(fromYear * 12 + fromMonth + months);
        expect(dayOfMonth).toBe(Math.min(fromDay, lastDay));
      }),
    );
  });
});

describe('instantIn', () => {
  it.each([
    ['2026-11-20T10:00:00', '2026-11-20T09:00:00Z'],
    ['2026-07-20T10:00', '2026-07-20T08:00:00Z'],
    ['2026-11-20T10:00:00Z', '2026-11-20T10:00:00Z'],
    ['2026-11-20T10:00:00+09:00', '2026-11-20T01:00:00Z'],
    // A skipped hour and a repeated hour.
    ['2026-03-29T02:30:00', '2026-03-29T01:30:00Z'],
    ['2026-10-25T02:30:00', '2026-10-25T00:30:00Z'],
  ])('%s on a clock in Warsaw is %s', (text, instant) => {
    expect(instantIn(text, 'Europe/Warsaw')).toBe(instant);
  });
});

describe('the month of a protocol', () => {
  it('is in the account’s timezone, not in UTC', () => {
    expect(monthIn('2026-10-31T23:30:00Z', 'Europe/Warsaw')).toEqual({ year: 2026, month: 11 });
    expect(monthIn('2026-10-31T23:30:00Z', 'UTC')).toEqual({ year: 2026, month: 10 });
    expect(monthIn('2027-01-01T03:00:00Z', 'America/New_York')).toEqual({ year: 2026, month: 12 });
  });

  it('is correct on days with clock changes', () => {
    expect(dateIn('2026-03-29T00:59:59Z', 'Europe/Warsaw')).toBe('2026-03-29');
    expect(dateIn('2026-10-25T22:59:59Z', 'Europe/Warsaw')).toBe('2026-10-25');
    expect(dateIn('2026-10-25T23:00:00Z', 'Europe/Warsaw')).toBe('2026-10-26');
    expect(dateIn('2026-09-26T12:00:00Z', 'Pacific/Auckland')).toBe('2026-09-27');
  });
});

it('adds days across months, leap days and clock changes', () => {
  expect(addDays('2028-02-28', 1)).toBe('2028-02-29');
  expect(addDays('2026-03-29', 1)).toBe('2026-03-30');
  expect(addDays('2026-01-01', -1)).toBe('2025-12-31');
  const day = fc.date({ min: new Date('1990-01-01'), max: new Date('2090-01-01'), noInvalidDate: true });
  fc.assert(
    fc.property(day, fc.integer({ min: -5000, max: 5000 }), (start, days) => {
      const from = start.toISOString().slice(0, 10);
      expect(daysBetween(from, addDays(from, days))).toBe(days);
    }),
  );
});

it('returns the local hour and day of the week', () => {
  expect(hourIn('2026-03-29T00:59:00Z', 'Europe/Warsaw')).toBe(1);
  expect(hourIn('2026-03-29T01:00:00Z', 'Europe/Warsaw')).toBe(3);
  expect(weekdayIn('2026-11-22T12:00:00Z', 'Europe/Warsaw')).toBe(7);
  expect(weekdayIn('2026-11-22T12:00:00Z', 'Pacific/Auckland')).toBe(1);
});
