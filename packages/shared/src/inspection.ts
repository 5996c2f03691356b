/** Periodic inspections and warranty of a machine: pure rules, shared by screens and server. */
import { z } from 'zod';
import { addMonths, daysBetween } from './calendar.ts';

/** What the rules need to know of a machine. */
export interface InspectedDevice {
  /** Date of handover, or null while it was not handed over. */
  transferDate: string | null;
  /** Months. */
  warrantyLength: number | null;
  isPeriodicInspectionEnabled: boolean;
  /** Months; the machine's own, for when no protocol says otherwise. */
  inspectionPeriodInMonths: number | null;
}

/** A signed protocol of type PERIODIC_INSPECTION. */
export interface DoneInspection {
  date: string;
  /** Months until the next one as the protocol says, or null. */
  period: number | null;
}

export const InspectionState = z.object({
  lastInspection: z.string().nullable(),
  /** Null: not handed over, turned off, or no period known. */
  nextInspection: z.string().nullable(),
  /** Negative: overdue by so many days. */
  daysToNextInspection: z.number().nullable(),
  /** Zero or less: no warranty any more; null: none known. */
  daysToEndWarranty: z.number().nullable(),
  /** The period the next inspection was counted with, in months. */
  lastPeriod: z.number().nullable(),
  /** The last inspection that falls into the warranty has been done. */
  lastWarrantyInspectionDone: z.boolean(),
});
export type InspectionState = z.infer<typeof InspectionState>;

/**
 * Where a machine stands (decisions: periodic inspections and warranty). Derived from signed protocols alone, so
 * nothing can go stale.
 * @param done in any order. @param today in the account's timezone.
 */
export function inspectionState(
  device: InspectedDevice,
  done: readonly DoneInspection[],
  today: string,
): InspectionState {
  const last = done.reduce<DoneInspection | null>(
    (latest, each) => (latest && latest.date >= each.date ? latest : each),
    null,
  );
  const period = last?.period && last.period >= 1 ? last.period : device.inspectionPeriodInMonths || null;
  const start = last?.date ?? device.transferDate;
  const planned = start && period ? addMonths(start, period) : null;
  const nextInspection = device.isPeriodicInspectionEnabled ? planned : null;
  const warrantyEnd =
    device.transferDate && device.warrantyLength
      ? addMonths(device.transferDate, device.warrantyLength)
      : null;
  const doneInWarranty =
    warrantyEnd !== null &&
    done.some(
      ({ date }) => date <= warrantyEnd && device.transferDate !== null && date >= device.transferDate,
    );
  return {
    lastInspection: last?.date ?? null,
    nextInspection,
    daysToNextInspection: nextInspection ? daysBetween(today, nextInspection) : null,
    daysToEndWarranty: warrantyEnd ? daysBetween(today, warrantyEnd) : null,
    lastPeriod: period,
    lastWarrantyInspectionDone:
      doneInWarranty && planned !== null && warrantyEnd !== null && planned > warrantyEnd,
  };
}

/** So many days before the end of its warranty a machine may be in danger of losing it. */
export const warrantyDangerDays = 60;

/**
 * Whether the warranty ends soon with an inspection still to be done in it. Where the next inspection falls after the
 * end, the warranty asks for none any more.
 */
export const isWarrantyInDanger = ({
  daysToNextInspection: toInspection,
  daysToEndWarranty: toEnd,
}: Pick<InspectionState, 'daysToNextInspection' | 'daysToEndWarranty'>): boolean =>
  toInspection !== null &&
  toEnd !== null &&
  toEnd > 0 &&
  toEnd <= warrantyDangerDays &&
  toInspection <= toEnd;

/** A machine's inspections, and where it stands. */
export const InspectionSummary = InspectionState.extend({
  device: z.object({
    id: z.number(),
    warrantyLength: z.number().nullable(),
    isPeriodicInspectionEnabled: z.boolean(),
    inspectionPeriodInMonths: z.number().nullable(),
  }),
  periodicInspections: z.array(
    z.object({
      id: z.number(),
      date: z.string(),
      /** As documents show it: `25A/11/2026`. */
      number: z.string(),
      period: z.number().nullable(),
      user: z.object({ id: z.number(), firstName: z.string(), lastName: z.string() }),
    }),
  ),
});
export type InspectionSummary = z.infer<typeof InspectionSummary>;
