/** The order in which a technician goes to the visits of a day. */
import type { Place } from '@servicebook/shared/distance';
import { shortestOrder } from '@servicebook/shared/route';
import { placeOfVisit, type Visit } from '@servicebook/shared/visit';

type Planned = Pick<Visit, 'from' | 'customer' | 'devices'>;

/**
 * Visits with a time by that time, then the others on the shortest way from the last of them, then those without a
 * known place.
 * @param start where the day begins; null: unknown
 */
export function inDayOrder<Item extends Planned>(visits: readonly Item[], start: Place | null): Item[] {
  const timed = visits
    .filter(({ from }) => from !== null)
    .toSorted((one, other) => (one.from ?? '').localeCompare(other.from ?? ''));
  const others = visits.flatMap((visit) => {
    const place = visit.from === null && placeOfVisit(visit);
    return place ? [{ visit, place }] : [];
  });
  const lastPlace = timed.reduce<Place | null>((before, visit) => placeOfVisit(visit) ?? before, start);
  const order = shortestOrder(
    lastPlace,
    others.map(({ place }) => place),
  );
  return [
    ...timed,
    ...order.flatMap((index) => others[index]?.visit ?? []),
    ...visits.filter((visit) => visit.from === null && !placeOfVisit(visit)),
  ];
}
