import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { extendedUntil, OrderInput, parseOrderDetails } from './order.ts';

const warsaw = 'Europe/Warsaw';

/** Day and time of an instant in a timezone according to Intl, not to the library under test. */
function wallClock(instant: string, timeZone: string) {
  const parts = new Intl.DateTimeFormat('en', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
  }).formatToParts(new Date(instant));
  const read = (type: string) => Number(parts.find((part) => part.type === type)?.value);
  return {
    year: read('year'),
    month: read('month'),
    day: read('day'),
    hour: read('hour'),
    minute: read('minute'),
  };
}

/** The same rule, implemented with calendar days only. */
function lastDayOf(
  planExpired: string | null,
  now: string,
  timezone: string,
  period: 'month' | 'year',
  quantity: number,
) {
  const days = [now, planExpired ?? now].map((instant) => {
    const { year, month, day } = wallClock(instant, timezone);
    return { year, month, day, key: year * 10_000 + month * 100 + day };
  });
  const start = days.reduce((later, each) => (each.key > later.key ? each : later));
  const months = start.year * 12 + (start.month - 1) + quantity * (period === 'year' ? 12 : 1);
  const [year, month] = [Math.floor(months / 12), (months % 12) + 1];
  const isLeap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  const lengths = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
  const day = Math.min(start.day, lengths[month - 1] as number) - 1;
  if (day > 0) return { year, month, day };
  if (month === 1) return { year: year - 1, month: 12, day: 31 };
  return { year, month: month - 1, day: lengths[month - 2] as number };
}

describe('the end of access after an extension', () => {
  it.each([
    // [end now, today, period, quantity, new end at noon in Warsaw]
    [
      'nothing was paid: counts from today',
      null,
      '2026-11-21T09:00:00Z',
      'month',
      1,
      '2026-12-20T11:00:00.000Z',
    ],
    [
      'it ran out long ago',
      '2025-01-10T11:00:00Z',
      '2026-11-21T09:00:00Z',
      'month',
      1,
      '2026-12-20T11:00:00.000Z',
    ],
    ['it still runs', '2027-01-10T11:00:00Z', '2026-11-21T09:00:00Z', 'month', 1, '2027-02-09T11:00:00.000Z'],
    ['years', null, '2026-11-21T09:00:00Z', 'year', 2, '2028-11-20T11:00:00.000Z'],
    ['31 January', '2026-01-31T11:00:00Z', '2026-01-01T00:00:00Z', 'month', 1, '2026-02-27T11:00:00.000Z'],
    [
      '31 January of a leap year',
      '2028-01-31T11:00:00Z',
      '2028-01-01T00:00:00Z',
      'month',
      1,
      '2028-02-28T11:00:00.000Z',
    ],
    ['29 February', '2028-02-29T11:00:00Z', '2028-02-01T00:00:00Z', 'year', 1, '2029-02-27T11:00:00.000Z'],
    ['first of a month', null, '2026-03-01T09:00:00Z', 'month', 1, '2026-03-31T10:00:00.000Z'],
    ['into summer time', null, '2026-02-21T09:00:00Z', 'month', 2, '2026-04-20T10:00:00.000Z'],
    [
      'bought at night: already tomorrow in Warsaw',
      null,
      '2026-11-20T23:30:00Z',
      'month',
      1,
      '2026-12-20T11:00:00.000Z',
    ],
  ] as const)('%s', (_, planExpired, now, period, quantity, end) => {
    expect(extendedUntil(planExpired, now, warsaw, period, quantity)).toBe(end);
  });

  it.each([warsaw, 'Pacific/Auckland', 'UTC', 'America/St_Johns', 'Africa/Casablanca'])(
    'matches the calendar, at noon in %s, across month ends, leap days and clock changes',
    (timezone) => {
      const instant = fc
        .date({ min: new Date('2020-01-01'), max: new Date('2060-01-01'), noInvalidDate: true })
        .map((date) => date.toISOString());
      fc.assert(
        fc.property(
          fc.option(instant),
          instant,
          fc.constantFrom('month' as const, 'year' as const),
          fc.integer({ min: 1, max: 120 }),
          (planExpired, now, period, months) => {
            const quantity = period === 'year' ? Math.ceil(months / 12) : months;
            const end = extendedUntil(planExpired, now, timezone, period, quantity);
            expect(wallClock(end, timezone)).toEqual({
              ...lastDayOf(planExpired, now, timezone, period, quantity),
              hour: 12,
              minute: 0,
            });
          },
        ),
        { numRuns: 300 },
      );
    },
  );

  it('is never before the current paid access', () => {
    const instant = fc
      .date({ min: new Date('2024-01-01'), max: new Date('2040-01-01'), noInvalidDate: true })
      .map((date) => date.toISOString());
    fc.assert(
      fc.property(instant, instant, fc.integer({ min: 1, max: 12 }), (planExpired, now, quantity) => {
        const end = extendedUntil(planExpired, now, 'Pacific/Auckland', 'month', quantity);
        expect(end > planExpired || end > now).toBe(true);
      }),
    );
  });
});

describe('an order as sent', () => {
  const sent = (accountPlan: object, more: object[] = []) =>
    OrderInput.safeParse({ users: [{ id: 1, accountPlan }, ...more], totalGrossPrice: 11.07 });

  it('accepts additional fields and keeps only the relevant ones', () => {
    const users = [{ id: 1, email: 'a@example.com', accountPlan: { id: 5, name: 'Premium', quantity: 1.9 } }];
    expect(OrderInput.parse({ users, totalGrossPrice: 11.07 })).toEqual({
      users: [{ id: 1, accountPlan: { period: 'month', quantity: 1 } }],
      totalGrossPrice: 1107,
    });
  });

  it.each([
    [0, 'QTY_MUST_BE_BIGGER_THAN_ZERO'],
    [0.9, 'QTY_MUST_BE_BIGGER_THAN_ZERO'],
    [-3, 'QTY_MUST_BE_BIGGER_THAN_ZERO'],
    [1e9, 'TOO_LARGE'],
    ['1', 'REQUIRED'],
    [null, 'REQUIRED'],
  ])('is refused with a quantity of %j', (quantity, message) => {
    expect(sent({ quantity }).error?.issues).toMatchObject([
      { path: ['users', 0, 'accountPlan', 'quantity'], message },
    ]);
  });

  it('lists every user once', () => {
    const twice = sent({ quantity: 1 }, [{ id: 1, accountPlan: { quantity: 2 } }]);
    expect(twice.error?.issues).toMatchObject([{ path: ['users', 1, 'id'], message: 'LISTED_TWICE' }]);
  });
});

it.each(['', '{', '[]', 'null', '{"users":[{}]}'])('order details %j have no users', (text) => {
  expect(parseOrderDetails(text)).toEqual({ users: [] });
});
