import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays, addMonths, daysBetween } from './calendar.ts';
import { type DoneInspection, type InspectedDevice, inspectionState } from './inspection.ts';
import { inspectionRecord, inspectionTotals } from './inspection-record.ts';

const device = (given: Partial<InspectedDevice> = {}): InspectedDevice => ({
  transferDate: '2024-01-31',
  warrantyLength: 36,
  isPeriodicInspectionEnabled: true,
  inspectionPeriodInMonths: 6,
  statedInspectionDate: null,
  inspectionStatedOn: null,
  ...given,
});
const today = '2026-11-21';
const on = (date: string, period: number | null = null): DoneInspection => ({ date, period });
const short = (of: InspectedDevice, done: DoneInspection[], now = today) =>
  inspectionRecord(of, done, now).rows.map(
    ({ status, due, done: by, daysLate, isInWarranty }) =>
      `${due ?? '-'} ${by?.date ?? '-'} ${status}${daysLate === null ? '' : ` ${daysLate}`}${isInWarranty ? '' : ' later'}`,
  );
const totals = (of: InspectedDevice, done: DoneInspection[], now = today) =>
  inspectionTotals(inspectionRecord(of, done, now), now);

describe('the record of inspections', () => {
  it('counts from the handover, then from each inspection, and clamps at the end of a month', () => {
    expect(short(device(), [on('2025-02-10'), on('2024-07-31'), on('2026-10-01', 12)], '2026-11-21')).toEqual(
      [
        '2024-07-31 2024-07-31 ON_TIME',
        '2025-01-31 2025-02-10 LATE 10',
        '2025-08-10 2026-10-01 LATE 417',
        '2026-02-10 - MISSING',
        '2026-08-10 - MISSING',
        '2027-10-01 - OPEN later',
      ],
    );
    expect(short(device({ inspectionPeriodInMonths: 1 }), [on('2024-02-29')], '2024-03-01')).toEqual([
      '2024-02-29 2024-02-29 ON_TIME',
      '2024-03-29 - OPEN',
    ]);
  });

  it('takes the interval that the protocol before names', () => {
    expect(short(device(), [on('2024-07-01', 12), on('2025-06-30', 3)], '2025-08-01')).toEqual([
      '2024-07-31 2024-07-01 ON_TIME',
      '2025-07-01 2025-06-30 ON_TIME',
      '2025-09-30 - OPEN',
    ]);
  });

  it('lists every day that passed without an inspection', () => {
    expect(short(device(), [], '2025-08-01')).toEqual([
      '2024-07-31 - MISSING 366',
      '2025-01-31 - MISSING 182',
      '2025-07-31 - MISSING 1',
    ]);
    expect(short(device(), [on('2025-01-31')], '2025-02-01')).toEqual([
      '2024-07-31 2025-01-31 LATE 184',
      '2025-01-31 - MISSING',
      '2025-07-31 - OPEN',
    ]);
  });

  it('is not late on the day itself', () => {
    expect(short(device(), [], '2024-07-31')).toEqual(['2024-07-31 - OPEN']);
    expect(short(device(), [], '2024-08-01')).toEqual(['2024-07-31 - MISSING 1']);
  });

  it('counts one inspection a day, the first one given', () => {
    const given = [on('2024-07-01', 12), { ...on('2024-07-01', 3), isPast: true }];
    expect(short(device(), given, '2024-08-01')).toEqual([
      '- 2024-07-01 SAME_DAY',
      '2024-07-31 2024-07-01 ON_TIME',
      '2025-07-01 - OPEN',
    ]);
  });

  it('leaves out of the count what was done before the handover, and starts there if its interval ended before', () => {
    expect(short(device(), [on('2023-12-01')], '2024-05-01')).toEqual([
      '- 2023-12-01 BEFORE_HANDOVER',
      '2024-06-01 - OPEN',
    ]);
    expect(short(device(), [on('2021-05-01')], '2024-05-01')).toEqual([
      '- 2021-05-01 BEFORE_HANDOVER',
      '2024-07-31 - OPEN',
    ]);
  });

  it('says that no day can be told without a handover or an interval', () => {
    const none = device({ transferDate: null });
    expect(short(none, [on('2024-05-01'), on('2024-12-01')], '2024-12-02')).toEqual([
      '- 2024-05-01 NO_DATE',
      '2024-11-01 2024-12-01 LATE 30',
      '2025-06-01 - OPEN',
    ]);
    expect(short(device({ inspectionPeriodInMonths: null }), [on('2024-05-01')])).toEqual([
      '- 2024-05-01 NO_DATE',
    ]);
    expect(short(none, [])).toEqual([]);
  });

  it('asks for nothing after the warranty, and for nothing while inspections are turned off', () => {
    expect(short(device({ warrantyLength: 12 }), [on('2024-07-31')], '2026-01-01')).toEqual(
      ['2025-01-31 - MISSING 335', '2025-07-31 - MISSING 154 later'].toSpliced(
        0,
        0,
        '2024-07-31 2024-07-31 ON_TIME',
      ),
    );
    expect(totals(device({ warrantyLength: 12 }), [on('2024-07-31')], '2026-01-01')).toMatchObject({
      required: 2,
      onTime: 1,
      missing: 1,
      late: 0,
    });
    const off = device({ isPeriodicInspectionEnabled: false });
    expect(short(off, [on('2024-08-02')])).toEqual(['2024-07-31 2024-08-02 LATE 2']);
  });

  it('tells a date that the company stated from one that follows from the interval', () => {
    const stated = device({ statedInspectionDate: '2026-12-15', inspectionStatedOn: '2026-11-01' });
    const [row] = inspectionRecord(stated, [], today).rows;
    expect(row).toMatchObject({
      status: 'OPEN',
      due: '2026-12-15',
      statedOn: '2026-11-01',
      dueByInterval: '2024-07-31',
    });
    expect(totals(stated, [])).toMatchObject({ required: 0, missing: 0, isMoved: true });
    expect(short(stated, [on('2024-07-30'), on('2026-12-10')], '2026-12-11')).toEqual([
      '2024-07-31 2024-07-30 ON_TIME',
      '2026-12-15 2026-12-10 AS_STATED',
      '2027-06-10 - OPEN later',
    ]);
    // The statement is older than nothing that was done before it.
    expect(short(stated, [on('2024-08-30')], today)[0]).toBe('2024-07-31 2024-08-30 LATE 30');
    expect(totals(stated, [on('2024-07-30'), on('2026-12-10')], '2026-12-11')).toMatchObject({
      required: 2,
      onTime: 1,
      asStated: 1,
    });
  });
});

const anyDay = fc
  .date({ min: new Date('2015-01-01'), max: new Date('2035-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));
const anyPeriod = fc.option(fc.integer({ min: 1, max: 60 }));
const anyDevice = fc
  .record({
    transferDate: fc.option(anyDay),
    warrantyLength: fc.option(fc.integer({ min: 1, max: 120 })),
    isPeriodicInspectionEnabled: fc.boolean(),
    inspectionPeriodInMonths: anyPeriod,
    stated: fc.option(fc.record({ statedInspectionDate: anyDay, inspectionStatedOn: anyDay })),
  })
  .map(
    ({ stated, ...of }): InspectedDevice => ({
      ...of,
      ...(stated ?? { statedInspectionDate: null, inspectionStatedOn: null }),
    }),
  );
/** Mostly near one another, often on the same day. */
const anyDone = fc
  .tuple(
    anyDay,
    fc.array(fc.record({ after: fc.integer({ min: 0, max: 900 }), period: anyPeriod }), { maxLength: 8 }),
  )
  .map(([start, each]) => {
    let day = start;
    return each.map(({ after, period }) => {
      day = addDays(day, after);
      return { date: day, period };
    });
  });

it('holds every inspection once, and the next one is the one of the rule', () => {
  fc.assert(
    fc.property(anyDevice, anyDone, anyDay, (of, done, now) => {
      const { rows } = inspectionRecord(of, done, now);
      const listed = rows.flatMap((row) => row.done ?? []);
      expect(new Set(listed)).toEqual(new Set(done));
      expect(listed).toHaveLength(done.length);

      const state = inspectionState(of, done, now);
      const days = [...new Set(done.map(({ date }) => date))];
      const isOnlyBefore =
        of.transferDate !== null && days.length > 0 && days.every((day) => day < (of.transferDate as string));
      const next =
        rows.find((row) => !row.done && row.daysLate !== null) ?? rows.find((row) => row.status === 'OPEN');
      if (!of.isPeriodicInspectionEnabled) expect(next).toBeUndefined();
      else if (!isOnlyBefore) expect(next?.due ?? null).toBe(state.nextInspection);
      else if (state.nextInspection && state.nextInspection >= (of.transferDate as string))
        expect(next?.due).toBe(state.nextInspection);
    }),
  );
});

it('never calls an inspection on time that was not, and its figures add up', () => {
  fc.assert(
    fc.property(anyDevice, anyDone, anyDay, (of, done, now) => {
      const record = inspectionRecord(of, done, now);
      for (const { status, due, done: by, daysLate, statedOn, dueByInterval, isInWarranty } of record.rows) {
        if (status === 'ON_TIME') {
          expect((by?.date as string) <= (due as string)).toBe(true);
          if (statedOn) expect((by?.date as string) <= (dueByInterval as string)).toBe(true);
        }
        if (status === 'LATE') expect(daysLate).toBe(daysBetween(due as string, by?.date as string));
        if (status === 'MISSING') {
          expect(by).toBeNull();
          const last =
            done
              .map(({ date }) => date)
              .sort()
              .at(-1) ?? '';
          expect((due as string) < now || (due as string) <= last).toBe(true);
        }
        if (status === 'OPEN') expect((due as string) >= now).toBe(true);
        if (record.warrantyEnd && due) expect(isInWarranty).toBe(due <= record.warrantyEnd);
      }
      const sum = inspectionTotals(record, now);
      expect(sum.onTime + sum.late + sum.asStated + sum.missing).toBe(sum.required);
      expect(sum.done).toBe(done.length);
    }),
  );
});

it('does not depend on the order of what was done on different days', () => {
  fc.assert(
    fc.property(anyDevice, anyDone, anyDay, (of, done, now) => {
      const single = done.filter(({ date }, at) => done.findIndex((each) => each.date === date) === at);
      expect(inspectionRecord(of, single.toReversed(), now)).toEqual(inspectionRecord(of, single, now));
    }),
  );
});

it('leaves no interval without a row between the handover and today', () => {
  fc.assert(
    fc.property(
      anyDay,
      fc.integer({ min: 1, max: 24 }),
      fc.array(fc.integer({ min: 0, max: 2000 }), { maxLength: 6 }),
      fc.integer({ min: 1, max: 3000 }),
      (transferDate, months, after, days) => {
        const now = addDays(transferDate, days);
        const of = device({ transferDate, inspectionPeriodInMonths: months, warrantyLength: null });
        const done = after.filter((each) => each <= days).map((each) => on(addDays(transferDate, each)));
        const { rows } = inspectionRecord(of, done, now);
        const moments = [
          transferDate,
          ...rows.flatMap(({ due, done: by }) => [due, by?.date].filter((day) => day != null)),
        ].sort();
        for (const [at, day] of moments.entries()) {
          const next = moments[at + 1];
          if (next) expect(next <= addMonths(day, months)).toBe(true);
          else expect(addMonths(day, months) >= now).toBe(true);
        }
      },
    ),
  );
});
