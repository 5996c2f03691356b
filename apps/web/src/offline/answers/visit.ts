import { addDays } from '@servicebook/shared/calendar';
import { inDayOrder, nearestTo } from '@servicebook/shared/day-order';
import { planningContract } from '@servicebook/shared/planning';
import {
  isOpenVisit,
  minuteOfDay,
  placeOfVisit,
  type Visit,
  visitContract,
  visitPriorities,
  visitStates,
} from '@servicebook/shared/visit';
import { deviceMatcher } from './device.ts';
import {
  contains,
  everyWord,
  isBetween,
  isOneOf,
  type Key,
  pageOf,
  searchColumn,
  sorted,
} from './matching.ts';
import { answered, type StoredRecords, todayOf } from './stored-records.ts';

const startOf = ({ from }: Visit): Key => (from === null ? null : minuteOfDay(from));

/** Finds visits by their text, their technicians, and all that finds one of their machines. */
async function visitMatcher(records: StoredRecords, text: string): Promise<(visit: Visit) => boolean> {
  if (text === '') return () => true;
  const [machines, customers] = await Promise.all([records.byId('machines'), records.byId('customers')]);
  return (visit) => {
    const column = searchColumn([visit.text], []);
    return everyWord(
      text,
      (word) =>
        column.includes(word) ||
        visit.technicians.some(({ firstName, lastName }) => contains(`${firstName} ${lastName}`, word)) ||
        visit.devices.some(({ id }) => {
          const machine = machines.get(id);
          return machine !== undefined && deviceMatcher(records, customers, word)(machine);
        }),
    );
  };
}

function keyOf(visit: Visit, by: 'id' | 'day' | 'priority' | 'state' | 'customer'): Key {
  if (by === 'priority') return visitPriorities.indexOf(visit.priority);
  if (by === 'state') return visitStates.indexOf(visit.state);
  return by === 'customer' ? visit.customer.shortName : visit[by];
}

const isMine = ({ technicians }: Visit, { userId }: StoredRecords) =>
  technicians.some(({ id }) => id === userId);

/** At most this many open visits of earlier days, the latest ones. */
const mostEarlier = 50;

/** The phone has the user's own visits of some weeks. */
export const visitAnswers = [
  answered(visitContract.search, async ({ body }, records) => {
    const { text, states, customerId, deviceId, categoryId, userId, unassigned, types, priorities } = body;
    const { ids, dateFrom, dateTo, near, sort = { by: 'day', direction: 'asc' } as const } = body;
    // The distance is the server's to measure.
    if (near) return undefined;
    const matches = await visitMatcher(records, text);
    const found = (await records.all('visits')).filter(
      (visit) =>
        (!ids || ids.includes(visit.id)) &&
        isOneOf(states, visit.state) &&
        isOneOf(priorities, visit.priority) &&
        (types.length === 0 || types.some((type) => visit.types.includes(type))) &&
        (!customerId || visit.customer.id === customerId) &&
        (!deviceId || visit.devices.some(({ id }) => id === deviceId)) &&
        (!categoryId || visit.devices.some(({ category }) => category.id === categoryId)) &&
        (!userId || visit.technicians.some(({ id }) => id === userId)) &&
        (!unassigned || visit.technicians.length === 0) &&
        isBetween(visit.day, dateFrom, dateTo) &&
        matches(visit),
    );
    const { by, direction } = sort;
    const key = { of: (visit: Visit) => keyOf(visit, by), named: by === 'customer' };
    const last = (visit: Visit): Key => startOf(visit) ?? Number.POSITIVE_INFINITY;
    return pageOf(sorted(found, key, direction, records.language, by === 'day' ? [last] : []), body);
  }),
  answered(visitContract.findById, async ({ params }, records) =>
    (await records.byId('visits')).get(params.id),
  ),
  answered(visitContract.notes, async ({ params: { id } }, records) => {
    if (!(await records.byId('visits')).has(id)) return undefined;
    return (await records.byId('visitNotes')).get(id)?.notes ?? [];
  }),
  answered(planningContract.myDays, async (_, records) => {
    const [visits, branches, today] = await Promise.all([
      records.all('visits'),
      records.all('branches'),
      todayOf(records),
    ]);
    const tomorrow = addDays(today, 1);
    const starts = branches.map(({ latitude, longitude }) => ({
      latitude: Number(latitude),
      longitude: Number(longitude),
    }));
    const mine = visits.filter((visit) => isMine(visit, records));
    const late = mine.filter((visit) => visit.day !== null && visit.day < today && isOpenVisit(visit));
    const earlier = late.toSorted(
      (one, other) =>
        (one.day ?? '').localeCompare(other.day ?? '') ||
        Number(startOf(one) ?? Number.POSITIVE_INFINITY) -
          Number(startOf(other) ?? Number.POSITIVE_INFINITY) ||
        one.id - other.id,
    );
    const dayOf = (day: string) => {
      const ofDay = mine.filter((visit) => visit.day === day && visit.state !== 'CANCELLED');
      const places = ofDay.flatMap((visit) => placeOfVisit(visit) ?? []);
      return inDayOrder(ofDay, nearestTo(places, starts));
    };
    return { today, tomorrow, visits: [...earlier.slice(-mostEarlier), ...dayOf(today), ...dayOf(tomorrow)] };
  }),
];
