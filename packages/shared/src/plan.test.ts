import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type AccountPlan,
  lineAmounts,
  maxQuantity,
  parseFunctions,
  quantityProblem,
  totalAmounts,
  wholeQuantity,
  withLine,
  yearlySaving,
} from './plan.ts';

const pricing = fc.record({
  monthNetPrice: fc.integer({ min: 0, max: 1_000_000 }),
  yearNetPrice: fc.integer({ min: 0, max: 10_000_000 }),
  vatRate: fc.integer({ min: 0, max: 100 }),
});
const line = fc.tuple(
  pricing,
  fc.constantFrom('month' as const, 'year' as const),
  fc.integer({ min: 1, max: 10 }),
);

describe('the quantity of a line', () => {
  it.each([
    [1, 1, null],
    [1.9, 1, null],
    [12.999, 12, null],
    [0.99, 0, 'INCORRECT_QTY'],
    [0, 0, 'INCORRECT_QTY'],
    [-3, 0, 'INCORRECT_QTY'],
    [Number.NaN, 0, 'INCORRECT_QTY'],
    [120, 120, null],
    [121, 121, 'TOO_LARGE'],
    [1e9, 1e9, 'TOO_LARGE'],
  ])('typed as %d is %d, with %s', (typed, quantity, warning) => {
    expect(wholeQuantity(typed)).toEqual({ quantity, warning });
  });

  it('of years has a lower maximum', () => {
    expect(wholeQuantity(11, 'year').warning).toBe('TOO_LARGE');
    expect(wholeQuantity(maxQuantity.year, 'year').warning).toBeNull();
  });

  it('can be ordered if it is a whole number of months or years from one', () => {
    expect(quantityProblem(0, 'month')).toBe('QTY_MUST_BE_BIGGER_THAN_ZERO');
    expect(quantityProblem(-3, 'year')).toBe('QTY_MUST_BE_BIGGER_THAN_ZERO');
    expect(quantityProblem(1e9, 'month')).toBe('TOO_LARGE');
    expect(quantityProblem(1, 'month')).toBeNull();
  });
});

describe('the price of a line', () => {
  it('is the price times the quantity, and its VAT', () => {
    const premium = { monthNetPrice: 900, yearNetPrice: 9000, vatRate: 23 };
    expect(lineAmounts(premium, 'month', 1)).toEqual({ net: 900, vat: 207, gross: 1107 });
    expect(lineAmounts(premium, 'year', 2)).toEqual({ net: 18_000, vat: 4140, gross: 22_140 });
  });

  it('is whole cents, net and VAT make gross, and VAT is off by half a cent at most', () => {
    fc.assert(
      fc.property(line, ([prices, period, quantity]) => {
        const { net, vat, gross } = lineAmounts(prices, period, quantity);
        for (const each of [net, vat, gross]) expect(Number.isSafeInteger(each)).toBe(true);
        expect(gross).toBe(net + vat);
        expect(Math.abs(vat * 100 - net * prices.vatRate)).toBeLessThanOrEqual(50);
      }),
    );
  });

  it('is summed line by line, in any order', () => {
    fc.assert(
      fc.property(fc.array(line, { maxLength: 20 }), (lines) => {
        const amounts = lines.map((each) => lineAmounts(...each));
        const total = totalAmounts(amounts);
        expect(total.gross).toBe(total.net + total.vat);
        expect(totalAmounts(amounts.toReversed())).toEqual(total);
        expect(total.vat).toBe(amounts.reduce((sum, { vat }) => sum + vat, 0));
      }),
    );
  });

  it('rounds VAT per line, not per order', () => {
    const cheap = { monthNetPrice: 10, yearNetPrice: 10, vatRate: 5 };
    const lines = [lineAmounts(cheap, 'month', 1), lineAmounts(cheap, 'month', 1)];
    expect(totalAmounts(lines).vat).toBe(2);
    expect(lineAmounts(cheap, 'month', 2).vat).toBe(1);
  });

  it('is on the wire in decimals', () => {
    const plan = { monthNetPrice: 9, yearNetPrice: 90, vatRate: 23 } as AccountPlan;
    expect(withLine(plan, 'month', 3)).toMatchObject({
      period: 'month',
      quantity: 3,
      totalNetAmount: 27,
      totalVatAmount: 6.21,
      totalGrossAmount: 33.21,
    });
  });
});

describe('the functions of a plan', () => {
  it('are a JSON list of texts', () => {
    expect(parseFunctions('["1 user","10 protocols"]')).toEqual(['1 user', '10 protocols']);
  });

  it.each(['', 'null', '{', '[1]', '{"a":1}'])('are empty for %j', (text) => {
    expect(parseFunctions(text)).toEqual([]);
  });
});

describe('a year at once', () => {
  it.each([
    [900, 9000, 16],
    [900, 10_800, 0],
    [900, 12_000, 0],
    [1000, 6000, 50],
    [0, 0, 0],
  ])('of %d a month and %d a year saves %d percent', (monthNetPrice, yearNetPrice, percent) => {
    expect(yearlySaving({ monthNetPrice, yearNetPrice, vatRate: 23 })).toBe(percent);
  });
});
