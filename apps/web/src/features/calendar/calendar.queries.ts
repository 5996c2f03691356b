import { calendarContract } from '@servicebook/shared/calendar-feed';
import { queryOptions } from '@tanstack/react-query';
import { apiOf } from '../../lib/api-client.ts';
import { mutationOf } from '../../lib/mutation.ts';

const api = apiOf(calendarContract);

export const feedQuery = queryOptions({
  queryKey: ['calendar-feed'],
  queryFn: ({ signal }) => api.get({ signal }),
});

/** Creates a new address. It exists only in this mutation's result, because the server shows it once. */
export const useRenewFeed = mutationOf(() => api.renew(), {
  gcTime: 0,
  onSuccess: (client, { address: _, ...feed }) => client.setQueryData(feedQuery.queryKey, feed),
});

export const useRevokeFeed = mutationOf(() => api.revoke(), {
  onSuccess: (client) => client.setQueryData(feedQuery.queryKey, { createdAt: null, lastReadAt: null }),
});
