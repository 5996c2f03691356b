import { z } from 'zod';
import { endpoint } from './contract.ts';
import type { Place } from './distance.ts';
import { latitude, longitude } from './primitives.ts';

/** The initial view of maps without data: the middle of Poland. */
export const defaultMapView = { latitude: 51.06, longitude: 19.11, zoom: 6 };

/** From this zoom on, a map shows each point by itself, however near others are. */
export const closestZoom = 18;

/** An area of the globe. If its west is greater than its east, it crosses the 180th meridian. */
export const MapArea = z.strictObject({ west: longitude, south: latitude, east: longitude, north: latitude });
export type MapArea = z.output<typeof MapArea>;

/** The area around points that does not cross the 180th meridian; null if there are none. */
export function areaAround(points: readonly Place[]): MapArea | null {
  const [first, ...others] = points;
  if (!first) return null;
  const area = { west: first.longitude, east: first.longitude, south: first.latitude, north: first.latitude };
  for (const { latitude, longitude } of others) {
    area.west = Math.min(area.west, longitude);
    area.east = Math.max(area.east, longitude);
    area.south = Math.min(area.south, latitude);
    area.north = Math.max(area.north, latitude);
  }
  return area;
}

export const liesIn = ({ west, south, east, north }: MapArea, point: Place): boolean =>
  point.latitude >= south &&
  point.latitude <= north &&
  (west <= east
    ? point.longitude >= west && point.longitude <= east
    : point.longitude >= west || point.longitude <= east);

/** The visible part of a map, with the zoom of its tiles. */
export const MapPart = MapArea.extend({
  zoom: z.number('INVALID').int('INVALID').min(0, 'INVALID').max(22, 'INVALID'),
}).refine(({ south, north }) => south <= north, { path: ['north'], message: 'INVALID' });
export type MapPart = z.output<typeof MapPart>;

export const FoundPlace = z.object({ label: z.string(), latitude: z.number(), longitude: z.number() });
export type FoundPlace = z.infer<typeof FoundPlace>;

export const geoContract = {
  search: endpoint({
    method: 'get',
    path: '/api/geo/search',
    summary: 'Places of a name or address',
    access: 'account.read',
    query: z.strictObject({ q: z.string().trim().min(2, 'REQUIRED').max(200, 'MAX_200_CHARACTERS') }),
    response: z.array(FoundPlace),
    errors: ['GEOCODER_UNAVAILABLE', 'TOO_MUCH_WORK'],
  }),
};
