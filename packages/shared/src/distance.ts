import { z } from 'zod';
import { latitude, longitude } from './primitives.ts';

/** A point on the map. */
export const Place = z.strictObject({ latitude, longitude });
export type Place = z.infer<typeof Place>;

/** In kilometres. */
export const earthRadius = 6371;
const radians = (degrees: number): number => (degrees * Math.PI) / 180;

/** The distance between two places along the earth's surface in kilometres (haversine, error at most 0.5 %). */
export function distanceInKilometres(from: Place, to: Place): number {
  const half = (a: number, b: number) => Math.sin(radians(b - a) / 2) ** 2;
  const chord =
    half(from.latitude, to.latitude) +
    Math.cos(radians(from.latitude)) * Math.cos(radians(to.latitude)) * half(from.longitude, to.longitude);
  return 2 * earthRadius * Math.asin(Math.min(1, Math.sqrt(chord)));
}

/** A search around a place: machines within this distance in a straight line. */
export const Near = z.strictObject({
  latitude,
  longitude,
  kilometres: z.number('INVALID').positive('QTY_MUST_BE_BIGGER_THAN_ZERO').max(20_000, 'TOO_LARGE'),
});
export type Near = z.output<typeof Near>;
