/** The order in which a technician goes to the visits of a day. */
import type { Place } from './distance.ts';
import { roadKilometres, shortestOrder } from './route.ts';
import { placeOfVisit, type Visit } from './visit.ts';

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

/** The branch whose nearest stop is the closest; the first one if there are no stops; null without branches. */
export function nearestTo<Branch extends Place>(
  stops: readonly Place[],
  branches: readonly Branch[],
): Branch | null {
  const distance = (branch: Branch) => Math.min(...stops.map((stop) => roadKilometres(branch, stop)));
  return branches.reduce<Branch | null>(
    (best, branch) => (best === null || distance(branch) < distance(best) ? branch : best),
    null,
  );
}
