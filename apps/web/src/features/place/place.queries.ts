import { deviceContract } from '@servicebook/shared/device';
import { geoContract } from '@servicebook/shared/geo';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { apiOf } from '../../lib/api-client.ts';

const geoApi = apiOf(geoContract);
const deviceApi = apiOf(deviceContract);

/** Everything that shows a machine, its history too, hangs under this key. */
const devices = 'device';

/** Places of a name or address. */
export const placeSearchQuery = (text: string) =>
  queryOptions({
    queryKey: ['geo', text],
    queryFn: ({ signal }) => geoApi.search({ query: { q: text }, signal }),
    staleTime: 10 * 60_000,
    // The server asks the geocoder once; a second try only takes another's turn.
    retry: false,
  });

export function useUpdateLocation() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (content: { deviceId: number; latitude: number; longitude: number }) =>
      deviceApi.updateGpsLocation({ body: content }),
    meta: { handlesErrors: true },
    onSuccess: (device) => {
      queryClient.setQueryData([devices, 'one', device.id], device);
      return queryClient.invalidateQueries({ queryKey: [devices] });
    },
  });
}
