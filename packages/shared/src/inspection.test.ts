import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays, addMonths, daysBetween } from './calendar.ts';
import {
  type InspectedDevice,
  inspectionState,
  isWarrantyInDanger,
  warrantyDangerDays,
} from './inspection.ts';

const device = (given: Partial<InspectedDevice> = {}): InspectedDevice => ({
  transferDate: '2026-01-31',
  warrantyLength: 24,
  isPeriodicInspectionEnabled: true,
  inspectionPeriodInMonths: 12,
  statedInspectionDate: null,
  inspectionStatedOn: null,
  ...given,
});
const today = '2026-11-21';

describe('a stated next inspection', () => {
  const stated = { statedInspectionDate: '2027-03-12', inspectionStatedOn: '2026-11-20' };
  const next = (given: Partial<InspectedDevice>, ...days: string[]) =>
    inspectionState(
      device({ ...stated, ...given }),
      days.map((date) => ({ date, period: null })),
      today,
    ).nextInspection;

  it('counts until an inspection is dated on the day of the statement or later', () => {
    expect(next({})).toBe('2027-03-12');
    expect(next({}, '2026-05-15', '2026-11-19')).toBe('2027-03-12');
    expect(next({}, '2026-11-20')).toBe('2027-11-20');
    expect(next({}, '2026-05-15', '2026-12-01')).toBe('2027-12-01');
    expect(inspectionState(device(stated), [], today)).toMatchObject({
      statedInspection: { date: '2027-03-12', on: '2026-11-20' },
      daysToNextInspection: 111,
    });
    const done = [{ date: '2026-11-20', period: null }];
    expect(inspectionState(device(stated), done, today).statedInspection).toBeNull();
  });

  it('needs neither handover nor interval, and is nothing if inspections are turned off', () => {
    expect(next({ transferDate: null, inspectionPeriodInMonths: null })).toBe('2027-03-12');
    expect(next({ inspectionPeriodInMonths: null }, '2026-11-20')).toBeNull();
    expect(next({ isPeriodicInspectionEnabled: false })).toBeNull();
  });
});

describe('the next inspection', () => {
  it('is counted from the handover until one was done', () => {
    expect(inspectionState(device(), [], today)).toMatchObject({
      lastInspection: null,
      nextInspection: '2027-01-31',
      daysToNextInspection: 71,
      lastPeriod: 12,
    });
  });

  it('is counted from the last one, with the period of its protocol', () => {
    const done = [
      { date: '2026-09-15', period: 6 },
      { date: '2026-03-01', period: 3 },
    ];
    expect(inspectionState(device(), done, today)).toMatchObject({
      lastInspection: '2026-09-15',
      nextInspection: '2027-03-15',
      lastPeriod: 6,
    });
  });

  it('falls back to the machine’s period if the protocol has none', () => {
    const done = [{ date: '2026-09-15', period: null }];
    expect(inspectionState(device(), done, today).nextInspection).toBe('2027-09-15');
  });

  it('is overdue by negative days', () => {
    expect(inspectionState(device({ inspectionPeriodInMonths: 6 }), [], today)).toMatchObject({
      nextInspection: '2026-07-31',
      daysToNextInspection: -113,
    });
  });

  it.each([
    ['not handed over', device({ transferDate: null })],
    ['turned off', device({ isPeriodicInspectionEnabled: false })],
    ['without any period', device({ inspectionPeriodInMonths: null })],
  ])('is none for a machine %s', (_, machine) => {
    expect(inspectionState(machine, [], today)).toMatchObject({
      nextInspection: null,
      daysToNextInspection: null,
    });
  });

  it('is known without a handover after the first one', () => {
    const done = [{ date: '2026-05-10', period: 12 }];
    expect(inspectionState(device({ transferDate: null }), done, today).nextInspection).toBe('2027-05-10');
  });
});

describe('the warranty', () => {
  it('ends its months after the handover, clamped to the month’s last day', () => {
    const machine = device({ warrantyLength: 1 });
    expect(inspectionState(machine, [], '2026-02-28').daysToEndWarranty).toBe(0);
    expect(inspectionState(machine, [], '2026-03-01').daysToEndWarranty).toBe(-1);
  });

  it('is unknown without a handover or a length', () => {
    expect(inspectionState(device({ transferDate: null }), [], today).daysToEndWarranty).toBeNull();
    expect(inspectionState(device({ warrantyLength: null }), [], today).daysToEndWarranty).toBeNull();
  });

  it('has had its last inspection when the next one falls after its end', () => {
    const machine = device({ warrantyLength: 18 });
    expect(
      inspectionState(machine, [{ date: '2026-11-01', period: 12 }], today).lastWarrantyInspectionDone,
    ).toBe(true);
    expect(
      inspectionState(machine, [{ date: '2026-11-01', period: 6 }], today).lastWarrantyInspectionDone,
    ).toBe(false);
    expect(inspectionState(machine, [], today).lastWarrantyInspectionDone).toBe(false);
    expect(
      inspectionState(machine, [{ date: '2025-12-01', period: 36 }], today).lastWarrantyInspectionDone,
    ).toBe(false);
  });
});

describe('a warranty at risk', () => {
  it.each([
    [-200, 60, true],
    [60, 60, true],
    [59, 61, false],
    [30, 29, false],
    [1, 1, true],
    [0, 0, false],
    [-1, -1, false],
  ])('next inspection in %i days, its end in %i: %s', (daysToNextInspection, daysToEndWarranty, inDanger) => {
    expect(isWarrantyInDanger({ daysToNextInspection, daysToEndWarranty })).toBe(inDanger);
  });

  it('does not exist without a planned inspection or a warranty', () => {
    expect(isWarrantyInDanger({ daysToNextInspection: null, daysToEndWarranty: 5 })).toBe(false);
    expect(isWarrantyInDanger({ daysToNextInspection: 5, daysToEndWarranty: null })).toBe(false);
  });
});

const anyDay = fc
  .date({ min: new Date('2000-01-01'), max: new Date('2060-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));

it('is consistent for every machine', () => {
  const machine = fc.record({
    transferDate: fc.option(anyDay),
    warrantyLength: fc.option(fc.integer({ min: 1, max: 120 })),
    isPeriodicInspectionEnabled: fc.boolean(),
    inspectionPeriodInMonths: fc.option(fc.integer({ min: 1, max: 60 })),
    ...{ statedInspectionDate: fc.constant(null), inspectionStatedOn: fc.constant(null) },
  });
  const done = fc.array(fc.record({ date: anyDay, period: fc.option(fc.integer({ min: 1, max: 60 })) }), {
    maxLength: 6,
  });
  fc.assert(
    fc.property(machine, done, anyDay, (of, inspections, now) => {
      const state = inspectionState(of, inspections, now);
      const latest =
        inspections
          .map(({ date }) => date)
          .sort()
          .at(-1) ?? null;
      expect(state.lastInspection).toBe(latest);
      if (!of.isPeriodicInspectionEnabled) expect(state.nextInspection).toBeNull();
      if (state.nextInspection) {
        expect(state.nextInspection).toBe(
          addMonths((latest ?? of.transferDate) as string, state.lastPeriod as number),
        );
        expect(state.daysToNextInspection).toBe(daysBetween(now, state.nextInspection));
      }
    }),
  );
});

it('a warranty is at risk exactly in its last 60 days with an inspection due before its end', () => {
  const machine = fc.record({
    transferDate: anyDay,
    warrantyLength: fc.integer({ min: 1, max: 60 }),
    isPeriodicInspectionEnabled: fc.boolean(),
    inspectionPeriodInMonths: fc.integer({ min: 1, max: 24 }),
    ...{ statedInspectionDate: fc.constant(null), inspectionStatedOn: fc.constant(null) },
  });
  const before = fc.integer({ min: -10, max: 100 });
  const lastBefore = fc.option(fc.integer({ min: 0, max: 1000 }));
  fc.assert(
    fc.property(machine, before, lastBefore, (of, daysBefore, last) => {
      const end = addMonths(of.transferDate, of.warrantyLength);
      const today = addDays(end, -daysBefore);
      const done = last === null ? [] : [{ date: addDays(today, -last), period: null }];
      const state = inspectionState(of, done, today);
      const dueInWarranty = state.nextInspection !== null && state.nextInspection <= end;
      expect(isWarrantyInDanger(state)).toBe(
        dueInWarranty && daysBefore > 0 && daysBefore <= warrantyDangerDays,
      );
      if (state.lastWarrantyInspectionDone) expect(isWarrantyInDanger(state)).toBe(false);
    }),
  );
});
