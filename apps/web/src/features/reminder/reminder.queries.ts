import { type Reminders, reminderContract } from '@servicebook/shared/reminder';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { apiOf } from '../../lib/api-client.ts';

const api = apiOf(reminderContract);

export const remindersQuery = queryOptions({
  queryKey: ['reminders'],
  queryFn: ({ signal }) => api.get({ signal }),
});

export function useSetReminders() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: Partial<Reminders>) => api.set({ body }),
    meta: { handlesErrors: true },
    onSuccess: (saved) => queryClient.setQueryData(remindersQuery.queryKey, saved),
  });
}
