/** The planning board: who goes where on which day, and what does not fit. */
import { z } from 'zod';
import { Absence } from './absence.ts';
import { addDays, daysBetween } from './calendar.ts';
import { endpoint } from './contract.ts';
import { date, idText } from './primitives.ts';
import { minuteOfDay, Visit } from './visit.ts';

/** Most days on a board. */
export const maxBoardDays = 31;

/** A visit with neither a duration nor a time window counts as an hour. */
export const assumedMinutes = 60;

/** More planned work than this on one day is marked: eight hours. */
export const fullDay = 480;

export const Board = z.object({
  /** Today in the company's timezone. */
  today: z.string(),
  /** Active employees, and those who left but still have visits here. */
  technicians: z.array(
    z.object({
      id: z.number(),
      firstName: z.string(),
      lastName: z.string(),
      position: z.string(),
      active: z.boolean(),
    }),
  ),
  /** Visits of these days that are not cancelled, by day and time. */
  visits: z.array(Visit),
  absences: z.array(Absence),
});
export type Board = z.infer<typeof Board>;

const Stop = z.object({
  visitId: z.number(),
  latitude: z.number(),
  longitude: z.number(),
  /** Estimated kilometres from the stop before, or from the start. */
  kilometres: z.number(),
});

export const Route = z.object({
  /** The branch the day starts at: the one asked for, otherwise the one nearest to the stops; null: none is known. */
  start: z
    .object({ id: z.number(), name: z.string(), latitude: z.number(), longitude: z.number() })
    .nullable(),
  stops: z.array(Stop),
  /** Visits whose place is unknown. */
  withoutPlace: z.array(z.number()),
  kilometres: z.number(),
  /** Whether the order is the shortest one, or only a good one because there are many stops. */
  exact: z.boolean(),
});
export type Route = z.infer<typeof Route>;

export const MyDays = z.object({
  /** Today and tomorrow in the company's timezone. */
  today: z.string(),
  tomorrow: z.string(),
  /** Open visits of earlier days, then those of today, also the done ones, and of tomorrow. */
  visits: z.array(Visit),
});
export type MyDays = z.infer<typeof MyDays>;

type Timed = Pick<Visit, 'from' | 'to' | 'minutes'>;

/** The length of a visit's time window in minutes, if it has one. A window that ends before it starts ends on the next day. */
function windowOf({ from, to }: Timed): number | null {
  if (from === null || to === null || from === to) return null;
  const length = minuteOfDay(to) - minuteOfDay(from);
  return length > 0 ? length : length + 1440;
}

/** The expected work of one visit in minutes: without a duration, its time window is. */
const workOf = (visit: Timed): number => visit.minutes ?? windowOf(visit) ?? assumedMinutes;

/** The expected work of visits in minutes. */
export const plannedMinutes = (visits: readonly Timed[]): number =>
  visits.reduce((sum, visit) => sum + workOf(visit), 0);

export type Conflict = 'ABSENT' | 'LEFT' | 'OVERLAP' | 'OVERLOAD' | 'MACHINE_ELSEWHERE' | 'MACHINE_ARCHIVED';

type Planned = Pick<Visit, 'id' | 'day' | 'from' | 'to' | 'minutes' | 'state' | 'technicians' | 'devices'>;

/** When the work of a visit may start at the earliest and must end at the latest, in minutes after its day began. */
interface Slot {
  earliest: number;
  latest: number;
  work: number;
}

/**
 * The slot of a visit that has a time. Work longer than its window starts with the window.
 * @param dayStart when the visit's day begins, in minutes
 */
function slotOf(visit: Timed, dayStart = 0): Slot | null {
  if (visit.from === null) return null;
  const earliest = dayStart + minuteOfDay(visit.from);
  const work = workOf(visit);
  return { earliest, latest: earliest + Math.max(work, windowOf(visit) ?? 0), work };
}

/** Whether one person can do the first before the second, both in their time. */
const canFollow = (first: Slot, second: Slot): boolean =>
  Math.max(first.earliest + first.work, second.earliest) + second.work <= second.latest;

/** Whether one person cannot keep both slots, in either order. */
const collide = (one: Slot, other: Slot): boolean => !canFollow(one, other) && !canFollow(other, one);

/** Whether the work may go on past midnight. More than a working day is continued on another day, not at night. */
const reachesTomorrow = ({ latest, work }: Slot): boolean => latest > 1440 && work <= fullDay;

const timedOf = (visits: readonly Planned[], dayStart: number) =>
  visits.flatMap((visit) => {
    const slot = slotOf(visit, dayStart);
    return slot ? [{ id: visit.id, slot }] : [];
  });

/**
 * What does not fit on a board, by visit. Done visits have no conflicts: they happened.
 * @param visits those of the board; visits without a day are ignored
 */
export function conflictsOf(
  visits: readonly Planned[],
  absences: readonly Pick<Absence, 'user' | 'from' | 'to'>[],
): Map<number, Conflict[]> {
  const found = new Map<number, Set<Conflict>>();
  const add = (id: number, conflict: Conflict) =>
    found.set(id, (found.get(id) ?? new Set<Conflict>()).add(conflict));
  const byPerson = new Map<string, Planned[]>();
  for (const visit of visits) {
    if (visit.day === null || visit.state === 'DONE' || visit.state === 'CANCELLED') continue;
    if (visit.devices.some(({ elsewhere }) => elsewhere)) add(visit.id, 'MACHINE_ELSEWHERE');
    if (visit.devices.some(({ archived }) => archived)) add(visit.id, 'MACHINE_ARCHIVED');
    for (const { id: userId, active } of visit.technicians) {
      const { day } = visit;
      if (!active) add(visit.id, 'LEFT');
      const slot = slotOf(visit);
      const overnight = slot && reachesTomorrow(slot) && slot.earliest + slot.work > 1440;
      const ends = overnight ? addDays(day, 1) : day;
      if (absences.some(({ user, from, to }) => user.id === userId && from <= ends && day <= to))
        add(visit.id, 'ABSENT');
      const key = `${userId} ${day}`;
      byPerson.set(key, [...(byPerson.get(key) ?? []), visit]);
    }
  }
  for (const [key, visits] of byPerson) {
    if (plannedMinutes(visits) > fullDay) for (const { id: visitId } of visits) add(visitId, 'OVERLOAD');
    const timed = timedOf(visits, 0);
    const [userId, day = ''] = key.split(' ');
    const next = timed.some(({ slot }) => reachesTomorrow(slot))
      ? timedOf(byPerson.get(`${userId} ${addDays(day, 1)}`) ?? [], 1440)
      : [];
    for (const [index, one] of timed.entries()) {
      const others = [...timed.slice(index + 1), ...(reachesTomorrow(one.slot) ? next : [])];
      for (const other of others)
        if (collide(one.slot, other.slot)) {
          add(one.id, 'OVERLAP');
          add(other.id, 'OVERLAP');
        }
    }
  }
  return new Map([...found].map(([visitId, conflicts]) => [visitId, [...conflicts]]));
}

const days = z
  .strictObject({ from: date, to: date })
  .refine(({ from, to }) => from <= to, { path: ['to'], message: 'DATE_BEFORE_START' })
  .refine(({ from, to }) => from > to || daysBetween(from, to) < maxBoardDays, {
    path: ['to'],
    message: 'TOO_LARGE',
  });

export const planningContract = {
  board: endpoint({
    method: 'get',
    path: '/api/planning/board',
    summary: 'Technicians, visits and absences of up to 31 days',
    access: 'account.read',
    query: days,
    response: Board,
  }),
  myDays: endpoint({
    method: 'get',
    path: '/api/planning/myDays',
    summary:
      'One’s own visits of today and tomorrow in the order of the way, and those still open from earlier days',
    access: 'account.read',
    response: MyDays,
  }),
  route: endpoint({
    method: 'get',
    path: '/api/planning/route',
    summary: 'The open visits of a technician on one day, in the order of the shortest way',
    access: 'account.read',
    query: z.strictObject({ userId: idText, day: date, branchId: idText.optional() }),
    response: Route,
  }),
};
export type PlanningRouteQuery = z.output<typeof planningContract.route.query>;
