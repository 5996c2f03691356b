import {
  type Device,
  type DeviceInsert,
  type DeviceSearch,
  type DeviceUpdate,
  deviceContract,
} from '@servicebook/shared/device';
import {
  keepPreviousData,
  type QueryClient,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import type { z } from 'zod';
import { apiOf } from '../../lib/api-client.ts';
import { failFast } from '../../lib/no-connection.ts';

const deviceApi = apiOf(deviceContract);

/** Every key of the feature starts with it, so one call refreshes all that shows machines. */
const devices = 'device';
/** Categories show how many machines they have. */
const categories = 'category';
/** Protocols and to-dos show the names of their machines. */
const followers = [categories, 'service', 'todo'];

export const deviceSearchQuery = (request: z.input<typeof DeviceSearch>) =>
  queryOptions({
    queryKey: [devices, 'search', request],
    queryFn: ({ signal }) => deviceApi.search({ body: request, signal }),
    // The page before stays in sight until the next is here.
    placeholderData: keepPreviousData,
  });

export const deviceQuery = (id: number) =>
  queryOptions({
    queryKey: [devices, 'one', id],
    queryFn: ({ signal }) => deviceApi.findById({ params: { id }, signal }),
  });

/** Under the key of the machine's record, which whatever is added to a machine refreshes. */
export const deviceCountsQuery = (id: number) =>
  queryOptions({
    queryKey: [devices, 'record', 'counts', id],
    queryFn: ({ signal }) => deviceApi.counts({ params: { id }, signal }),
    // Others add to the machine too, and a number out of date is worse than none.
    staleTime: 0,
  });

/** As it is on the server now. */
export const fetchDevice = (queryClient: QueryClient, id: number): Promise<Device> =>
  queryClient.fetchQuery({ ...deviceQuery(id), ...failFast });

/** The names in use, to choose from. */
export const deviceNamesQuery = queryOptions({
  queryKey: [devices, 'names'],
  queryFn: ({ signal }) => deviceApi.findAllDevicesNames({ signal }),
});

function useRefreshDevices() {
  const queryClient = useQueryClient();
  return () => {
    queryClient.invalidateQueries({ queryKey: [devices] });
    for (const key of followers) queryClient.invalidateQueries({ queryKey: [key] });
  };
}

export function useInsertDevice() {
  const refresh = useRefreshDevices();
  return useMutation({
    mutationFn: ({ content, idempotencyKey }: { content: DeviceInsert; idempotencyKey: string }) =>
      deviceApi.insert({ body: content, idempotencyKey }),
    meta: { handlesErrors: true },
    onSuccess: refresh,
  });
}

export function useUpdateDevice() {
  const queryClient = useQueryClient();
  const refresh = useRefreshDevices();
  return useMutation({
    mutationFn: ({ content, idempotencyKey }: { content: DeviceUpdate; idempotencyKey: string }) =>
      deviceApi.update({ body: content, idempotencyKey }),
    meta: { handlesErrors: true },
    onSuccess: (device) => {
      queryClient.setQueryData(deviceQuery(device.id).queryKey, device);
      return refresh();
    },
  });
}

export function useDeleteDevice() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => deviceApi.delete({ params: { id } }),
    meta: { handlesErrors: true },
    onSuccess: (_, id) => {
      // Asking for what is gone would only answer 404.
      queryClient.removeQueries({ queryKey: deviceQuery(id).queryKey });
      queryClient.invalidateQueries({ queryKey: [devices, 'search'] });
      queryClient.invalidateQueries({ queryKey: deviceNamesQuery.queryKey });
      queryClient.invalidateQueries({ queryKey: [categories] });
    },
  });
}
