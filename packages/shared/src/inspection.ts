/** Rules for periodic inspections and warranty of a machine, shared by screens and server. */
import { z } from 'zod';
import { addMonths, daysBetween } from './calendar.ts';
import { date } from './primitives.ts';

/** Months between inspections in an input; null: none. A missing value leaves it as it is. */
export const unchangedInterval = z
  .number('WHOLE_NUMBER')
  .int('WHOLE_NUMBER')
  .min(1, 'FREQUENCY_NOT_POSITIVE')
  .max(600, 'TOO_LARGE')
  .nullish();

/** The data of a machine that the rules need. */
export interface InspectedDevice {
  /** Date of handover; null: not handed over yet. */
  transferDate: string | null;
  /** Months. */
  warrantyLength: number | null;
  isPeriodicInspectionEnabled: boolean;
  /** In months; the machine's interval, used unless a protocol sets another. */
  inspectionPeriodInMonths: number | null;
  /** The next inspection as the company states it, and the day on which it did; both or none. */
  statedInspectionDate: string | null;
  inspectionStatedOn: string | null;
}

/** An inspection: of a signed protocol, or entered afterwards. */
export interface DoneInspection {
  date: string;
  /** Months until the next inspection according to the protocol; null: it names none, or there is no protocol. */
  period: number | null;
  /** It was entered afterwards. */
  isPast?: boolean;
}

export const InspectionState = z.object({
  lastInspection: z.string().nullable(),
  /** The last inspection was entered afterwards: it has no protocol. */
  isLastInspectionPast: z.boolean(),
  /** Null: nothing is stated, and it is not handed over or no period is known; or inspections are turned off. */
  nextInspection: z.string().nullable(),
  /** The next inspection as stated, and the day of the statement; null: none counts, so the next one follows from the last. */
  statedInspection: z.object({ date: z.string(), on: z.string() }).nullable(),
  /** Negative: overdue by so many days. */
  daysToNextInspection: z.number().nullable(),
  /** Zero or less: warranty is over; null: unknown. */
  daysToEndWarranty: z.number().nullable(),
  /** The interval used for the next inspection, in months. */
  lastPeriod: z.number().nullable(),
  /** The last inspection within the warranty has been done. */
  lastWarrantyInspectionDone: z.boolean(),
});
export type InspectionState = z.infer<typeof InspectionState>;

/** No machine in service has dates from before. An older date is a typing error. */
const firstStatedYear = 1950;

/** A next inspection as a company states it: it may be overdue, and no interval is longer than 50 years. */
export const statedInspectionDay = date.refine((day) => {
  const year = Number(day.slice(0, 4));
  return year >= firstStatedYear && year <= new Date().getUTCFullYear() + 50;
}, 'INVALID');

/**
 * What is stated about a machine's next inspection. It counts until an inspection is dated on the day of the statement or
 * later.
 */
function statedInspection(
  { statedInspectionDate, inspectionStatedOn }: InspectedDevice,
  lastInspection: string | null,
): InspectionState['statedInspection'] {
  if (statedInspectionDate === null || inspectionStatedOn === null) return null;
  const counts = lastInspection === null || lastInspection < inspectionStatedOn;
  return counts ? { date: statedInspectionDate, on: inspectionStatedOn } : null;
}

/**
 * The inspection state of a machine. It is derived from what was done and stated, so it cannot go stale.
 * @param done in any order; of those on the last day the first one counts. @param today in the account's timezone.
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
  const stated = statedInspection(device, last?.date ?? null);
  const planned = stated?.date ?? (start && period ? addMonths(start, period) : null);
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
    isLastInspectionPast: last?.isPast ?? false,
    nextInspection,
    statedInspection: stated,
    daysToNextInspection: nextInspection ? daysBetween(today, nextInspection) : null,
    daysToEndWarranty: warrantyEnd ? daysBetween(today, warrantyEnd) : null,
    lastPeriod: period,
    lastWarrantyInspectionDone:
      doneInWarranty && planned !== null && warrantyEnd !== null && planned > warrantyEnd,
  };
}

/** The warranty of a machine can be at risk from this many days before its end. */
export const warrantyDangerDays = 60;

/**
 * Whether the warranty ends soon while an inspection is still due in it. If the next inspection falls after the end,
 * the warranty requires none.
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

const Person = z.object({ id: z.number(), firstName: z.string(), lastName: z.string() });

/** A machine's inspections and inspection state. */
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
      user: Person,
      alsoPerformedBy: z.array(Person),
    }),
  ),
  /** Inspections that were entered afterwards: they have no protocol. */
  pastInspections: z.array(
    z.object({ id: z.number(), date: z.string(), number: z.string(), performedBy: z.string() }),
  ),
});
export type InspectionSummary = z.infer<typeof InspectionSummary>;
