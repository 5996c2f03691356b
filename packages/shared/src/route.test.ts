import { expect, test } from 'vitest';
import type { Place } from './distance.ts';
import { exactStops, roadKilometres, routeLength, shortestOrder } from './route.ts';

/** Repeatable places around Warsaw, some of them the same. */
function placesOf(count: number, seed: number): Place[] {
  let state = seed;
  const next = () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
  const places = Array.from({ length: count }, () => ({ latitude: 52 + next(), longitude: 20 + 2 * next() }));
  return places.map((place, index) => (index % 4 === 3 ? (places[index - 1] ?? place) : place));
}

function* permutations(left: number[], order: number[] = []): Generator<number[]> {
  if (left.length === 0) yield order;
  for (const each of left)
    yield* permutations(
      left.filter((other) => other !== each),
      [...order, each],
    );
}

const ordered = (places: Place[], order: number[]) => order.map((index) => places[index] as Place);

test('the order of up to 8 stops is as short as the best of all orders', () => {
  for (const start of [{ latitude: 52.2, longitude: 21 }, null]) {
    for (let count = 0; count <= 8; count++) {
      for (const seed of [1, 7, 42].slice(0, count < 8 ? 3 : 1)) {
        const places = placesOf(count, seed);
        const found = shortestOrder(start, places);
        expect(found.toSorted((a, b) => a - b)).toEqual(places.map((_, index) => index));
        let best = Number.POSITIVE_INFINITY;
        for (const order of permutations(places.map((_, index) => index)))
          best = Math.min(best, routeLength(start, ordered(places, order)));
        expect(routeLength(start, ordered(places, found))).toBeCloseTo(best, 9);
      }
    }
  }
});

test('twelve stops on a line are visited along it', () => {
  const places = [5, 2, 9, 1, 12, 7, 3, 11, 4, 8, 6, 10].map((step) => ({
    latitude: 50,
    longitude: step / 10,
  }));
  const order = shortestOrder({ latitude: 50, longitude: 0 }, places);
  expect(order).toHaveLength(exactStops);
  expect(ordered(places, order).map(({ longitude }) => longitude)).toEqual(
    places.map(({ longitude }) => longitude).toSorted((a, b) => a - b),
  );
});

test('more stops than that are all visited, without crossing back on a line', () => {
  const places = Array.from({ length: 30 }, (_, index) => ({
    latitude: 50,
    longitude: ((index * 7) % 30) / 10,
  }));
  const order = shortestOrder({ latitude: 50, longitude: -1 }, places);
  expect(ordered(places, order).map(({ longitude }) => longitude)).toEqual(
    places.map(({ longitude }) => longitude).toSorted((a, b) => a - b),
  );
});

test('a distance by road is the straight line and a third', () => {
  const warsaw = { latitude: 52.2297, longitude: 21.0122 };
  const krakow = { latitude: 50.0647, longitude: 19.945 };
  // The straight line is 252 km, the road 293 km: the factor is on the safe side.
  expect(roadKilometres(warsaw, krakow)).toBeGreaterThan(293);
  expect(roadKilometres(warsaw, krakow)).toBeLessThan(340);
});
