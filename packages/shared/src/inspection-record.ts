/**
 * Which inspections of a machine were required and when, and which were done: what a manufacturer asks for. Every date
 * follows from the rule of inspection.ts, applied to what was known before each inspection.
 */
import { addMonths, daysBetween } from './calendar.ts';
import { type DoneInspection, type InspectedDevice, inspectionState } from './inspection.ts';

export const inspectionRowStatuses = [
  /** Done on its day or before. */
  'ON_TIME',
  'LATE',
  /** Done in time by a date that the company stated. By the interval it was late, or there is none to compare with. */
  'AS_STATED',
  /** Not done, and its day is over. */
  'MISSING',
  /** Its day is still to come. */
  'OPEN',
  /** Done, but no day can be told: nothing to count from, or no interval. */
  'NO_DATE',
  /** Done before the machine was handed over. */
  'BEFORE_HANDOVER',
  /** A further one on the day of another, which counts. */
  'SAME_DAY',
] as const;
export type InspectionRowStatus = (typeof inspectionRowStatuses)[number];

export interface InspectionRow<Done extends DoneInspection = DoneInspection> {
  status: InspectionRowStatus;
  due: string | null;
  /** The company stated the date on this day; null: it follows from the interval. */
  statedOn: string | null;
  /** Of a stated date: what the interval asks for; null: unknown. */
  dueByInterval: string | null;
  /** Months from the inspection before, or from the handover, to `due`; null: unknown. */
  period: number | null;
  done: Done | null;
  /** Of one that was late or is overdue. */
  daysLate: number | null;
  /** Within the warranty, or no end of it is known. */
  isInWarranty: boolean;
}

export interface InspectionRecord<Done extends DoneInspection = DoneInspection> {
  /** By the day on which they were due; those without one by the day on which they were done. */
  rows: InspectionRow<Done>[];
  warrantyEnd: string | null;
}

/** The day on which a warranty ends; null: no handover or no length. */
export const warrantyEndOf = ({
  transferDate,
  warrantyLength,
}: Pick<InspectedDevice, 'transferDate' | 'warrantyLength'>): string | null =>
  transferDate && warrantyLength ? addMonths(transferDate, warrantyLength) : null;

type Due = Pick<InspectionRow, 'due' | 'statedOn' | 'dueByInterval' | 'period'>;

const nothingStated = { statedInspectionDate: null, inspectionStatedOn: null } as const;

/** When the next inspection was due after `last`. @param doneOn the day on which it was done; null: not yet */
function dueAfter(
  device: InspectedDevice,
  last: DoneInspection | null,
  doneOn: string | null,
  today: string,
): Due {
  const { transferDate, inspectionStatedOn } = device;
  const after = (given: DoneInspection | null, stated: Partial<InspectedDevice> = {}) =>
    inspectionState({ ...device, ...stated, isPeriodicInspectionEnabled: true }, given ? [given] : [], today);
  let from = last;
  let byInterval = after(from, nothingStated);
  // An inspection before the handover counts if its interval leads beyond it. If not, the handover is the start.
  const isBefore = last !== null && transferDate !== null && last.date < transferDate;
  if (isBefore && (byInterval.nextInspection ?? '') < transferDate) {
    from = null;
    byInterval = after(from, nothingStated);
  }
  const { nextInspection: due, lastPeriod: period } = byInterval;
  // What was stated after an inspection said nothing about it.
  const knew = doneOn === null || inspectionStatedOn === null || doneOn >= inspectionStatedOn;
  const stated = knew ? after(last).statedInspection : null;
  return stated
    ? { due: stated.date, statedOn: stated.on, dueByInterval: due, period }
    : { due, statedOn: null, dueByInterval: null, period };
}

/** The days on which further inspections were due while one was not done. */
function* furtherDays({ due, period }: Due, isOver: (day: string) => boolean): Generator<string> {
  if (due === null || period === null) return;
  for (let day = addMonths(due, period); isOver(day); day = addMonths(day, period)) yield day;
}

/**
 * Every required inspection of a machine with the one that was done for it. After an inspection that was late by more
 * than its interval, the days that passed without one are rows of their own. Whether a machine is inspected at all is its
 * setting: if that is off, nothing is missing or open, and what was done stays.
 * @param done in any order; of those on one day the first one counts. @param today in the account's timezone.
 */
export function inspectionRecord<Done extends DoneInspection>(
  device: InspectedDevice,
  done: readonly Done[],
  today: string,
): InspectionRecord<Done> {
  const { transferDate } = device;
  const warrantyEnd = warrantyEndOf(device);
  const rows: InspectionRow<Done>[] = [];
  const nothing = { due: null, statedOn: null, dueByInterval: null, period: null, daysLate: null };
  const add = (row: Omit<InspectionRow<Done>, 'isInWarranty'>) => {
    const day = row.due ?? row.done?.date ?? today;
    rows.push({ ...row, isInWarranty: warrantyEnd === null || day <= warrantyEnd });
  };
  const addMissed = (
    due: Due,
    isOver: (day: string) => boolean,
    daysLate: (day: string) => number | null,
  ) => {
    for (const day of furtherDays(due, isOver))
      add({
        ...nothing,
        status: 'MISSING',
        due: day,
        period: due.period,
        done: null,
        daysLate: daysLate(day),
      });
  };

  let last: Done | null = null;
  // Sorting is stable: of those on one day the first stays the first.
  for (const each of [...done].sort((one, other) => one.date.localeCompare(other.date))) {
    if (last?.date === each.date) {
      add({ ...nothing, status: 'SAME_DAY', done: each });
      continue;
    }
    if (transferDate !== null && each.date < transferDate)
      add({ ...nothing, status: 'BEFORE_HANDOVER', done: each });
    else {
      const due = dueAfter(device, last, each.date, today);
      add({ ...due, ...statusOfDone(due, each.date), done: each });
      addMissed(
        due,
        (day) => day <= each.date,
        () => null,
      );
    }
    last = each;
  }

  if (device.isPeriodicInspectionEnabled) {
    const due = dueAfter(device, last, null, today);
    if (due.due !== null) {
      const isOver = due.due < today;
      const daysLate = isOver ? daysBetween(due.due, today) : null;
      add({ ...due, status: isOver ? 'MISSING' : 'OPEN', done: null, daysLate });
      addMissed(
        due,
        (day) => day < today,
        (day) => daysBetween(day, today),
      );
    }
  }
  const dayOf = ({ due, done: of }: InspectionRow<Done>) => due ?? of?.date ?? '';
  return { rows: rows.sort((one, other) => dayOf(one).localeCompare(dayOf(other))), warrantyEnd };
}

function statusOfDone(
  { due, statedOn, dueByInterval }: Due,
  date: string,
): Pick<InspectionRow, 'status' | 'daysLate'> {
  if (due === null) return { status: 'NO_DATE', daysLate: null };
  if (date > due) return { status: 'LATE', daysLate: daysBetween(due, date) };
  const isOnlyAsStated = statedOn !== null && (dueByInterval === null || date > dueByInterval);
  return { status: isOnlyAsStated ? 'AS_STATED' : 'ON_TIME', daysLate: null };
}

/** What the rows come to. Only those within the warranty are counted as required. */
export interface InspectionTotals {
  /** Those whose day has come, and those that were done before it: on time, late, as stated, or missing. */
  required: number;
  onTime: number;
  late: number;
  asStated: number;
  missing: number;
  /** Days of the longest delay among the late ones. */
  longestDelay: number;
  /** Done, but nobody can say when they were due. */
  withoutDate: number;
  /** Everything that was done, inside the warranty or not. */
  done: number;
  /** The next one is still to come only because the company stated its date: by the interval, its day is over. */
  isMoved: boolean;
}

export function inspectionTotals({ rows }: Pick<InspectionRecord, 'rows'>, today: string): InspectionTotals {
  const inWarranty = rows.filter((row) => row.isInWarranty);
  const count = (status: InspectionRowStatus) => inWarranty.filter((row) => row.status === status).length;
  const [onTime, late, asStated, missing] = [
    count('ON_TIME'),
    count('LATE'),
    count('AS_STATED'),
    count('MISSING'),
  ];
  return {
    required: onTime + late + asStated + missing,
    ...{ onTime, late, asStated, missing },
    longestDelay: Math.max(
      0,
      ...inWarranty.filter(({ status }) => status === 'LATE').map(({ daysLate }) => daysLate ?? 0),
    ),
    withoutDate: count('NO_DATE'),
    done: rows.filter((row) => row.done).length,
    isMoved: rows.some(
      ({ status, dueByInterval }) => status === 'OPEN' && dueByInterval !== null && dueByInterval < today,
    ),
  };
}
