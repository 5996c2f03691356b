import { z } from 'zod';
import { endpoint } from './contract.ts';

/** The initial view of maps without data: the middle of Poland. */
export const defaultMapView = { latitude: 51.06, longitude: 19.11, zoom: 6 };

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
