/** The order in which to drive to a day's stops. Distances are estimates: straight lines times a factor. */
import { distanceInKilometres, type Place } from './distance.ts';

/** Roads are longer than straight lines, in Europe by about a third. */
export const roadFactor = 1.3;

/** Up to this many stops the order is the shortest one; beyond, a good one. */
export const exactStops = 12;

/** The estimated distance by road in kilometres. */
export const roadKilometres = (from: Place, to: Place): number => roadFactor * distanceInKilometres(from, to);

/** The length of a route through places in their order, from a start if there is one; it ends at the last stop. */
export function routeLength(start: Place | null, places: readonly Place[]): number {
  const stops = start ? [start, ...places] : places;
  return stops.slice(1).reduce((sum, stop, index) => sum + roadKilometres(stops[index] as Place, stop), 0);
}

/**
 * The order of places with the shortest route from a start to the last of them.
 * @param start where the day begins; null: at any of the places
 * @returns the indexes of the places; exactly the shortest route for up to `exactStops` places
 */
export function shortestOrder(start: Place | null, places: readonly Place[]): number[] {
  if (places.length < 2) return places.map((_, index) => index);
  const between = places.map((from) => places.map((to) => roadKilometres(from, to)));
  const first = places.map((place) => (start ? roadKilometres(start, place) : 0));
  return places.length <= exactStops
    ? heldKarp(first, between)
    : improved(nearest(first, between), first, between);
}

type Matrix = readonly (readonly number[])[];
const at = (matrix: Matrix, from: number, to: number): number => matrix[from]?.[to] ?? 0;

/** Held and Karp's dynamic program: the best way to end at each stop, for each set of stops. */
function heldKarp(first: readonly number[], between: Matrix): number[] {
  const count = first.length;
  const sets = 1 << count;
  const best = new Float64Array(sets * count).fill(Number.POSITIVE_INFINITY);
  const before = new Int8Array(sets * count).fill(-1);
  for (let stop = 0; stop < count; stop++) best[(1 << stop) * count + stop] = first[stop] ?? 0;
  for (let set = 1; set < sets; set++) {
    for (let last = 0; last < count; last++) {
      const length = best[set * count + last] ?? 0;
      if (!Number.isFinite(length)) continue;
      for (let next = 0; next < count; next++) {
        if (set & (1 << next)) continue;
        const place = (set | (1 << next)) * count + next;
        const candidate = length + at(between, last, next);
        if (candidate < (best[place] ?? 0)) {
          best[place] = candidate;
          before[place] = last;
        }
      }
    }
  }
  const all = sets - 1;
  let last = 0;
  for (let stop = 1; stop < count; stop++)
    if ((best[all * count + stop] ?? 0) < (best[all * count + last] ?? 0)) last = stop;
  const order: number[] = [];
  for (let set = all; last >= 0; ) {
    order.unshift(last);
    const previous = before[set * count + last] ?? -1;
    set ^= 1 << last;
    last = previous;
  }
  return order;
}

function nearest(first: readonly number[], between: Matrix): number[] {
  const left = new Set(first.keys());
  const order: number[] = [];
  while (left.size > 0) {
    const last = order.at(-1);
    const distance = (stop: number) => (last === undefined ? (first[stop] ?? 0) : at(between, last, stop));
    const next = [...left].reduce((best, stop) => (distance(stop) < distance(best) ? stop : best));
    order.push(next);
    left.delete(next);
  }
  return order;
}

/** Turns parts of the route around as long as that makes it shorter (2-opt). */
function improved(order: number[], first: readonly number[], between: Matrix): number[] {
  const leg = (from: number | undefined, to: number | undefined) =>
    to === undefined ? 0 : from === undefined ? (first[to] ?? 0) : at(between, from, to);
  let current = order;
  for (let changed = true; changed; ) {
    changed = false;
    for (let start = 0; start < current.length - 1; start++) {
      for (let end = start + 1; end < current.length; end++) {
        const [before, head, tail, after] = [
          current[start - 1],
          current[start],
          current[end],
          current[end + 1],
        ];
        const saved = leg(before, head) + leg(tail, after) - leg(before, tail) - leg(head, after);
        if (saved < 1e-9) continue;
        current = [
          ...current.slice(0, start),
          ...current.slice(start, end + 1).toReversed(),
          ...current.slice(end + 1),
        ];
        changed = true;
      }
    }
  }
  return current;
}
