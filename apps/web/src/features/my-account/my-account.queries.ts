import { accountContract } from '@servicebook/shared/account';
import { userContract } from '@servicebook/shared/user';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { apiOf } from '../../lib/api-client.ts';
import { mutationOf } from '../../lib/mutation.ts';
import { sessionQuery } from '../../lib/use-session.ts';

const accountApi = apiOf(accountContract);
const userApi = apiOf(userContract);

export const sessionsQuery = queryOptions({
  queryKey: ['own-access', 'sessions'],
  queryFn: ({ signal }) => userApi.sessions({ signal }),
});

export const signInMethodsQuery = queryOptions({
  queryKey: ['own-access', 'methods'],
  queryFn: ({ signal }) => userApi.signInMethods({ signal }),
});

export const useSetTimezone = mutationOf((timezone: string) => userApi.setTimezone({ query: { timezone } }), {
  onSuccess: (client, _, timezone) =>
    client.setQueryData(sessionQuery.queryKey, (user) => user && { ...user, timezone }),
});

export const useSetNewPassword = mutationOf(userApi.setNewPassword, { refreshes: 'own-access' });

/** Sets the password after a sign-in with a mailed one. The guards then open the app. */
export const useChoosePassword = mutationOf(userApi.choosePassword, {
  onSuccess: (client) =>
    client.setQueryData(sessionQuery.queryKey, (user) => user && { ...user, mustChoosePassword: false }),
});

/** Signs out of one other browser, or of all others. */
export function useEndSession() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: number | 'all') =>
      id === 'all' ? userApi.endOtherSessions() : userApi.endSession({ params: { id } }),
    // Also after a failure, because the session may have ended by itself.
    onSettled: () => queryClient.invalidateQueries({ queryKey: sessionsQuery.queryKey }),
  });
}

export const useDeleteAccount = mutationOf(() => accountApi.delete());
