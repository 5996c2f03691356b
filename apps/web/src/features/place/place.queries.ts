import { deviceContract } from '@servicebook/shared/device';
import { geoContract } from '@servicebook/shared/geo';
import { queryOptions } from '@tanstack/react-query';
import { apiOf } from '../../lib/api-client.ts';
import { deletionOf, mutationOf } from '../../lib/mutation.ts';

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

interface BookApi<Item, Input> {
  getAll: (request: { signal: AbortSignal }) => Promise<Item[]>;
  insert: (request: { body: Input; idempotencyKey: string }) => Promise<Item>;
  delete: (request: { params: { id: number } }) => Promise<unknown>;
}

/** The calls of a place book: all places of the account, and the hooks that save and delete one. */
export function placeBookOf<Item extends { id: number }, Input>(
  entity: 'branch' | 'hotel',
  api: BookApi<Item, Input>,
) {
  const all = queryOptions({ queryKey: [entity], queryFn: ({ signal }) => api.getAll({ signal }) });
  return {
    all,
    useSave: mutationOf(api.insert, {
      refreshes: entity,
      // Added to the cache at once, so that its details have something to show.
      onSuccess: (client, saved) =>
        client.setQueryData(
          all.queryKey,
          (items) => items && [saved, ...items.filter(({ id }) => id !== saved.id)],
        ),
    }),
    useDelete: deletionOf((id) => api.delete({ params: { id } }), {
      of: entity,
      onSuccess: (client, deleted) =>
        client.setQueryData(all.queryKey, (items) => items?.filter(({ id }) => id !== deleted)),
    }),
  };
}
