import { type HotelInput, hotelContract } from '@servicebook/shared/hotel';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { apiOf } from '../../lib/api-client.ts';

const hotelApi = apiOf(hotelContract);

const hotels = 'hotel';

/** All hotels of the account. */
export const hotelsQuery = queryOptions({
  queryKey: [hotels],
  queryFn: ({ signal }) => hotelApi.getAll({ signal }),
});

export function useSaveHotel() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ content, idempotencyKey }: { content: HotelInput; idempotencyKey: string }) =>
      hotelApi.insert({ body: content, idempotencyKey }),
    meta: { handlesErrors: true },
    onSuccess: (saved) => {
      // At once, so that its details have something to show.
      queryClient.setQueryData(
        hotelsQuery.queryKey,
        (all) => all && [saved, ...all.filter(({ id }) => id !== saved.id)],
      );
      queryClient.invalidateQueries({ queryKey: [hotels] });
    },
  });
}

export function useDeleteHotel() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => hotelApi.delete({ params: { id } }),
    meta: { handlesErrors: true },
    onSuccess: (_, id) => {
      queryClient.setQueryData(hotelsQuery.queryKey, (all) => all?.filter((hotel) => hotel.id !== id));
      queryClient.invalidateQueries({ queryKey: [hotels] });
    },
  });
}
