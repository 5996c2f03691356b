import { reminderContract } from '@servicebook/shared/reminder';
import { queryOptions } from '@tanstack/react-query';
import { apiOf } from '../../lib/api-client.ts';
import { mutationOf } from '../../lib/mutation.ts';

const api = apiOf(reminderContract);

export const remindersQuery = queryOptions({
  queryKey: ['reminders'],
  queryFn: ({ signal }) => api.get({ signal }),
});

export const useSetReminders = mutationOf(api.set, { stores: () => remindersQuery });
