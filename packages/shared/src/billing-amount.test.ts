import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PriceListInput } from './billing.ts';
import { lineAmount, lineKinds, type PartPrice, type PriceRow, pricesOn, propose } from './billing-amount.ts';
import { maxKilometres, maxMinutes } from './work-facts.ts';

/** Schoolbook multiplication of decimal texts: all digits are kept, and the last step rounds half up. */
function oracle(quantity: string, minor: number, divisor: bigint): number {
  const [whole = '0', fraction = ''] = quantity.split('.');
  const digits = BigInt(whole + fraction.padEnd(3, '0'));
  const exact = digits * BigInt(minor);
  const unit = 1000n * divisor;
  const rest = exact % unit;
  return Number(exact / unit + (rest * 2n >= unit ? 1n : 0n));
}

const price = fc.integer({ min: 0, max: 10_000_000 });
const thousandths = fc.integer({ min: 1, max: 999_999_000 });

describe('the amount of a line', () => {
  it('is quantity times price, rounded half up, in every case', () => {
    fc.assert(
      fc.property(fc.constantFrom(...lineKinds), thousandths, price, (kind, size, each) => {
        const quantity = `${Math.floor(size / 1000)}.${String(size % 1000).padStart(3, '0')}`;
        const divisor = kind === 'WORK' || kind === 'TRAVEL' ? 60n : 1n;
        expect(lineAmount(kind, Number(quantity), each)).toBe(oracle(quantity, each, divisor));
      }),
      { numRuns: 5000 },
    );
  });

  it.each([
    // 1 minute of 0.30 an hour is half a cent.
    ['WORK', 1, 30, 1],
    ['WORK', 1, 29, 0],
    ['TRAVEL', 95, 8550, 13_538],
    ['KILOMETRES', 0.1, 5, 1],
    ['KILOMETRES', 1.1, 115, 127],
    ['PART', 0.005, 100, 1],
    ['PART', 1.005, 100, 101],
    ['PART', 0.004, 100, 0],
  ] as const)('%s: %d at %d is %d', (kind, quantity, each, amount) => {
    expect(lineAmount(kind, quantity, each)).toBe(amount);
  });
});

const company = (given: Partial<PriceRow> = {}): PriceRow => ({
  customerId: null,
  validFrom: '2026-01-01',
  currency: 'EUR',
  hour: 6000,
  travelHour: 4500,
  kilometre: 60,
  callOut: 2500,
  ...given,
});
const none = { hour: null, travelHour: null, kilometre: null, callOut: null };

describe('the prices of a day', () => {
  const rows = [
    company(),
    company({ validFrom: '2026-12-01', hour: 7000 }),
    company({ ...none, customerId: 7, validFrom: '2026-11-15', kilometre: 0, hour: 5000 }),
    company({ ...none, customerId: 8, currency: 'PLN', hour: 20_000 }),
  ];
  it.each([
    ['2026-11-30', 1, { hour: 6000, kilometre: 60 }],
    // A rise does not reach the month before.
    ['2026-12-01', 1, { hour: 7000 }],
    // The customer's own prices come first, and the company's fill the empty ones. Zero is a price.
    ['2026-11-14', 7, { hour: 6000, kilometre: 60 }],
    ['2026-12-01', 7, { hour: 5000, kilometre: 0, callOut: 2500 }],
    // Prices in another currency fill nothing.
    ['2026-11-30', 8, { currency: 'PLN', hour: 20_000, kilometre: null }],
  ])('on %s for customer %i', (day, customer, expected) => {
    expect(pricesOn(rows, customer, day)).toMatchObject(expected);
  });

  it('are none before the first list', () => {
    expect(pricesOn(rows, 1, '2025-12-31')).toBeNull();
  });
});

const work = {
  paymentType: 'PAID' as const,
  callOut: true,
  workMinutes: 95,
  travelMinutes: 40,
  kilometres: 12.5,
  parts: [
    { name: 'Seal', number: 'S-1', unit: 'pcs', quantity: 2 },
    { name: 'Oil', number: '', unit: 'l', quantity: 1.5 },
  ],
};
const seal = { name: 'Seal', number: 'S-1', unit: 'pcs', price: 1234 };

describe('the proposed amount', () => {
  it('is the sum of the rounded lines', () => {
    const partPrice = price.map((each): PartPrice => ({ ...seal, price: each }));
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: maxMinutes }),
        fc.integer({ min: 0, max: maxKilometres * 10 }),
        fc.record({ hour: price, travelHour: price, kilometre: price, callOut: price }),
        partPrice,
        (minutes, tenths, prices, part) => {
          const facts = {
            ...work,
            workMinutes: minutes,
            kilometres: tenths / 10,
            parts: work.parts.slice(0, 1),
          };
          const kilometres = `${Math.floor(tenths / 10)}.${tenths % 10}00`;
          expect(propose(facts, prices, [part]).amount).toBe(
            prices.callOut +
              oracle(String(minutes), prices.hour, 60n) +
              oracle('40', prices.travelHour, 60n) +
              oracle(kilometres, prices.kilometre, 1n) +
              2 * part.price,
          );
        },
      ),
      { numRuns: 1000 },
    );
  });

  it('says when a line has no price, and leaves it out of the sum', () => {
    const { lines, amount, missingPrices } = propose(work, company(), [seal]);
    expect(missingPrices).toBe(true);
    expect(lines.map((line) => line.amount)).toEqual([2500, 9500, 3000, 750, 2468, null]);
    expect(amount).toBe(18_218);
    expect(propose({ ...work, parts: [] }, company(), []).missingPrices).toBe(false);
    expect(propose(work, null, []).amount).toBe(0);
  });

  it('is zero for work that the customer does not pay, and still shows what was done', () => {
    for (const paymentType of ['WARRANTY', 'UNDER_WARRANTOR_DECISION'] as const) {
      const { lines, amount, missingPrices } = propose({ ...work, paymentType }, company(), []);
      expect([amount, missingPrices]).toEqual([0, false]);
      expect(lines.map(({ kind, amount: each }) => [kind, each])).toEqual([
        ['WORK', 0],
        ['TRAVEL', 0],
        ['KILOMETRES', 0],
        ['PART', 0],
        ['PART', 0],
      ]);
    }
  });
});

it.each([
  [{ hour: -1 }, 'hour', 'INVALID'],
  [{ hour: 1.005 }, 'hour', 'INVALID'],
  [{ hour: 100_000.01 }, 'hour', 'TOO_LARGE'],
  [{ hour: 1e300 }, 'hour', 'INVALID'],
  [{}, 'hour', 'REQUIRED'],
])('prices %o are refused', (given, field, code) => {
  const parsed = PriceListInput.safeParse({ validFrom: '2026-01-01', currency: 'EUR', ...given });
  expect(parsed.error?.issues).toMatchObject([{ path: [field], message: code }]);
});
