import { hotelContract } from '@servicebook/shared/hotel';
import { queryOptions } from '@tanstack/react-query';
import { apiOf } from '../../lib/api-client.ts';
import { deletionOf, mutationOf } from '../../lib/mutation.ts';

const hotelApi = apiOf(hotelContract);

/** All hotels of the account. */
export const hotelsQuery = queryOptions({
  queryKey: ['hotel'],
  queryFn: ({ signal }) => hotelApi.getAll({ signal }),
});

export const useSaveHotel = mutationOf(hotelApi.insert, {
  refreshes: 'hotel',
  // Added to the cache at once, so that its details have something to show.
  onSuccess: (client, saved) =>
    client.setQueryData(
      hotelsQuery.queryKey,
      (all) => all && [saved, ...all.filter(({ id }) => id !== saved.id)],
    ),
});

export const useDeleteHotel = deletionOf((id) => hotelApi.delete({ params: { id } }), {
  of: 'hotel',
  onSuccess: (client, deleted) =>
    client.setQueryData(hotelsQuery.queryKey, (all) => all?.filter(({ id }) => id !== deleted)),
});
