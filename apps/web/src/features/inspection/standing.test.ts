import {
  type InspectedDevice,
  type InspectionSummary,
  inspectionState,
} from '@servicebook/shared/inspection';
import { describe, expect, it } from 'vitest';
import { nextInspectionOf, warrantyOf } from './standing.ts';

const today = '2026-03-10';

/** An answer of the server for such a machine. */
function summaryOf(device: Partial<InspectedDevice>, done: { date: string; period: number | null }[] = []) {
  const whole: InspectedDevice = {
    transferDate: null,
    warrantyLength: null,
    isPeriodicInspectionEnabled: true,
    inspectionPeriodInMonths: null,
    statedInspectionDate: null,
    inspectionStatedOn: null,
    ...device,
  };
  const summary: InspectionSummary = {
    ...inspectionState(whole, done, today),
    device: { ...whole, id: 5 },
    periodicInspections: [],
    pastInspections: [],
  };
  return { summary, transferDate: whole.transferDate };
}
const next = (...of: Parameters<typeof summaryOf>) => {
  const { summary, transferDate } = summaryOf(...of);
  return nextInspectionOf(summary, { transferDate, archived: null });
};

describe('The next inspection', () => {
  const handedOver = { transferDate: '2026-01-10', inspectionPeriodInMonths: 6 };

  it('is in a number of days', () => {
    expect(next(handedOver)).toEqual({ state: 'planned', date: '2026-07-10', days: 122 });
  });

  it('is today', () => {
    expect(next({ ...handedOver, inspectionPeriodInMonths: 2 })).toMatchObject({ state: 'today', days: 0 });
  });

  it('is overdue by a number of days', () => {
    expect(next(handedOver, [{ date: '2026-02-01', period: 1 }])).toEqual({
      state: 'overdue',
      date: '2026-03-01',
      days: 9,
    });
  });

  it('waits for the handover', () => {
    expect(next({ inspectionPeriodInMonths: 6 })).toEqual({ state: 'notHandedOver' });
    expect(next({})).toEqual({ state: 'notHandedOver' });
  });

  it('waits for a frequency, once handed over or inspected', () => {
    expect(next({ transferDate: '2026-01-10' })).toEqual({ state: 'noInterval' });
    expect(next({}, [{ date: '2026-02-01', period: null }])).toEqual({ state: 'noInterval' });
  });

  it('does not exist if inspections are turned off', () => {
    expect(next({ ...handedOver, isPeriodicInspectionEnabled: false })).toEqual({ state: 'off' });
  });
});

describe('The warranty', () => {
  const warranty = (device: Partial<InspectedDevice>) => warrantyOf(summaryOf(device).summary);

  it('runs, has ended on its last day, or is unknown', () => {
    expect(warranty({ transferDate: '2026-01-11', warrantyLength: 2 })).toEqual({
      state: 'running',
      days: 1,
    });
    expect(warranty({ transferDate: '2026-01-10', warrantyLength: 2 })).toEqual({ state: 'ended' });
    expect(warranty({ transferDate: '2020-01-10', warrantyLength: 2 })).toEqual({ state: 'ended' });
    expect(warranty({ warrantyLength: 24 })).toEqual({ state: 'unknown' });
  });
});
