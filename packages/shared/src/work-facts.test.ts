import { describe, expect, it } from 'vitest';
import { durationText, isWithinHours, PartUsed, parseDuration, workFactsInput } from './work-facts.ts';

describe('typed hours', () => {
  it.each([
    ['3:30', 210],
    ['0:05', 5],
    ['3,5', 210],
    ['3.5', 210],
    [' 2 ', 120],
    ['.25', 15],
    // To the whole minute.
    ['3,33', 200],
    ['999', 59_940],
  ])('%s are %i minutes', (text, minutes) => {
    expect(parseDuration(text)).toBe(minutes);
  });

  it.each(['', '3:60', '3:5', '-1', '1h', '3;30', '12345', '1.2.3'])('“%s” is refused', (text) => {
    expect(parseDuration(text)).toBeNull();
  });

  it('are written as read', () => {
    for (let minutes = 0; minutes <= 59_940; minutes += 37)
      expect(parseDuration(durationText(minutes))).toBe(minutes);
  });
});

describe('the limits of work facts', () => {
  it.each([
    ['workMinutes', [0, 59_940, null, undefined], [-1, 59_941, 1.5, 'a']],
    ['kilometres', [0, 12.3, 0.1, 9999, null, undefined], [-0.1, 9999.1, 1.25, Number.NaN]],
    ['remarks', ['', 'Noisy', undefined], [null, 'x'.repeat(5001)]],
  ] as const)('of %s', (field, valid, invalid) => {
    const schema = workFactsInput[field];
    for (const value of valid) expect(schema.safeParse(value).success, String(value)).toBe(true);
    for (const value of invalid) expect(schema.safeParse(value).success, String(value)).toBe(false);
  });

  it('count work and travel together', () => {
    expect(isWithinHours({ workMinutes: 59_000, travelMinutes: 940 })).toBe(true);
    expect(isWithinHours({ workMinutes: 59_000, travelMinutes: 941 })).toBe(false);
    expect(isWithinHours({})).toBe(true);
  });

  it('of a part’s quantity: above zero, with up to three decimals', () => {
    const accepts = (quantity: number) => PartUsed.safeParse({ name: 'Seal', quantity }).success;
    expect([0.001, 1, 2.125, 999_999].map(accepts)).toEqual([true, true, true, true]);
    expect([0, -1, 0.0001, 1_000_000].map(accepts)).toEqual([false, false, false, false]);
  });
});
