import { deviceContract } from '@servicebook/shared/device';
import { geoContract } from '@servicebook/shared/geo';
import { queryOptions } from '@tanstack/react-query';
import { apiOf } from '../../lib/api-client.ts';
import { mutationOf } from '../../lib/mutation.ts';

const geoApi = apiOf(geoContract);
const deviceApi = apiOf(deviceContract);

/** Finds places by name or address. */
export const placeSearchQuery = (text: string) =>
  queryOptions({
    queryKey: ['geo', text],
    queryFn: ({ signal }) => geoApi.search({ query: { q: text }, signal }),
    staleTime: 10 * 60_000,
    // No retry: the server asks the geocoder once, and a second attempt would only use up the rate limit.
    retry: false,
  });

export const useUpdateLocation = mutationOf(deviceApi.updateGpsLocation, {
  refreshes: 'device',
  stores: ({ id }) => ({ queryKey: ['device', 'one', id] }),
});
