import { accountContract } from '@servicebook/shared/account';
import { type PasswordChange, userContract } from '@servicebook/shared/user';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { apiOf } from '../../lib/api-client.ts';
import { sessionQuery } from '../../lib/use-session.ts';

const accountApi = apiOf(accountContract);
const userApi = apiOf(userContract);

const access = 'own-access';

export const sessionsQuery = queryOptions({
  queryKey: [access, 'sessions'],
  queryFn: ({ signal }) => userApi.sessions({ signal }),
});

export const signInMethodsQuery = queryOptions({
  queryKey: [access, 'methods'],
  queryFn: ({ signal }) => userApi.signInMethods({ signal }),
});

export function useSetTimezone() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (timezone: string) => userApi.setTimezone({ query: { timezone } }),
    meta: { handlesErrors: true },
    onSuccess: (_, timezone) => {
      queryClient.setQueryData(sessionQuery.queryKey, (user) => user && { ...user, timezone });
    },
  });
}

export function useSetNewPassword() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: PasswordChange) => userApi.setNewPassword({ body }),
    meta: { handlesErrors: true },
    onSuccess: () => queryClient.invalidateQueries({ queryKey: [access] }),
  });
}

/** Chooses the password after a sign-in with a mailed one; the guards then let on. */
export function useChoosePassword() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (newPassword: string) => userApi.choosePassword({ body: { newPassword } }),
    meta: { handlesErrors: true },
    onSuccess: () => {
      queryClient.setQueryData(
        sessionQuery.queryKey,
        (user) => user && { ...user, mustChoosePassword: false },
      );
    },
  });
}

/** Signs out in one other browser, or in all others. */
export function useEndSession() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: number | 'all') =>
      id === 'all' ? userApi.endOtherSessions() : userApi.endSession({ params: { id } }),
    meta: { handlesErrors: true },
    // Also after a failure: the session may have ended by itself.
    onSettled: () => queryClient.invalidateQueries({ queryKey: sessionsQuery.queryKey }),
  });
}

export const useDeleteAccount = () =>
  useMutation({ mutationFn: () => accountApi.delete(), meta: { handlesErrors: true } });
