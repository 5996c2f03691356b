import { calendarContract } from '@servicebook/shared/calendar-feed';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { apiOf } from '../../lib/api-client.ts';

const api = apiOf(calendarContract);

export const feedQuery = queryOptions({
  queryKey: ['calendar-feed'],
  queryFn: ({ signal }) => api.get({ signal }),
});

/** Makes a new address, which stays in this mutation alone: nowhere else is it ever to be had again. */
export function useRenewFeed() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => api.renew(),
    meta: { handlesErrors: true },
    gcTime: 0,
    onSuccess: ({ address: _, ...feed }) => queryClient.setQueryData(feedQuery.queryKey, feed),
  });
}

export function useRevokeFeed() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => api.revoke(),
    meta: { handlesErrors: true },
    onSuccess: () => queryClient.setQueryData(feedQuery.queryKey, { createdAt: null, lastReadAt: null }),
  });
}
