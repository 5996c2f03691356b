import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { amount, maxMinor, toDecimal, toMinor, vatOf } from './money.ts';

const minor = fc.integer({ min: 0, max: maxMinor });

describe('an amount on the wire', () => {
  it('survives a round trip in minor units, including JSON', () => {
    fc.assert(
      fc.property(minor, (cents) => {
        const sent = JSON.parse(JSON.stringify(toDecimal(cents)));
        expect(toMinor(sent)).toBe(cents);
        expect(amount.parse(sent)).toBe(cents);
        // As written by people: two decimal places at most.
        expect(String(sent)).toMatch(/^\d+(\.\d{1,2})?$/);
      }),
      { numRuns: 2000 },
    );
  });

  it.each([
    ...[11.071, 0.005, 0.0001, 1e-7, -1e-7, 11.0700001, 20_000_000.000001, Number.MIN_VALUE],
    ...[21_474_836.48, -0.01, Number.NaN, Number.POSITIVE_INFINITY, '11.07', null],
  ])('%s is not an amount', (value) => {
    expect(amount.safeParse(value).success).toBe(false);
  });

  it('refuses any number beside an amount', () => {
    fc.assert(
      fc.property(minor, fc.double({ min: -0.004, max: 0.004, noNaN: true }), (cents, more) => {
        const decimal = toDecimal(cents) + more;
        fc.pre(decimal !== toDecimal(cents));
        expect(amount.safeParse(decimal).success).toBe(false);
      }),
      { numRuns: 2000 },
    );
  });
});

describe('VAT', () => {
  it.each([
    [900, 23, 207],
    [50, 23, 12],
    [2, 25, 1],
    [10, 5, 1],
    [9, 5, 0],
    [0, 23, 0],
    [1, 0, 0],
  ])('of %i at %i per cent is %i, half a cent up', (net, rate, vat) => {
    expect(vatOf(net, rate)).toBe(vat);
  });

  it('is the exact share rounded half up, calculated in integers', () => {
    fc.assert(
      fc.property(minor, fc.integer({ min: 0, max: 100 }), (net, rate) => {
        const exact = BigInt(net) * BigInt(rate);
        const rounded = exact / 100n + (exact % 100n >= 50n ? 1n : 0n);
        expect(BigInt(vatOf(net, rate))).toBe(rounded);
      }),
      { numRuns: 2000 },
    );
  });
});
