import { notificationContract } from '@servicebook/shared/notification';
import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import { apiOf } from '../../lib/api-client.ts';
import { mutationOf } from '../../lib/mutation.ts';

const api = apiOf(notificationContract);

export const unreadQuery = queryOptions({
  queryKey: ['notification', 'unread'],
  queryFn: ({ signal }) => api.unread({ signal }),
});

export const notificationsQuery = infiniteQueryOptions({
  queryKey: ['notification', 'list'],
  queryFn: ({ pageParam, signal }) => api.search({ body: { page: pageParam }, signal }),
  initialPageParam: 0,
  getNextPageParam: ({ number, totalPages }) => (number + 1 < totalPages ? number + 1 : null),
  // The list is opened to see what is new.
  staleTime: 0,
});

export const notificationSettingsQuery = queryOptions({
  queryKey: ['notification', 'settings'],
  queryFn: ({ signal }) => api.settings({ signal }),
});

const refetchList = (client: QueryClient) => {
  void client.invalidateQueries({ queryKey: unreadQuery.queryKey });
  void client.invalidateQueries({ queryKey: notificationsQuery.queryKey });
};

export const useReadNotification = mutationOf(api.read, { onSuccess: refetchList });
export const useReadNotifications = mutationOf(api.readAll, { onSuccess: refetchList });
export const useSetNotificationSettings = mutationOf(api.setSettings, {
  stores: () => notificationSettingsQuery,
});
