import { userContract } from '@servicebook/shared/user';
import { type Query, useMutation, useQueryClient } from '@tanstack/react-query';
import { apiOf } from '../../lib/api-client.ts';
import type { currentLanguage } from '../../lib/i18n.ts';
import { mutationOf } from '../../lib/mutation.ts';
import { sessionQuery } from '../../lib/use-session.ts';

const userApi = apiOf(userContract);

/**
 * Stores the language of mails to the signed-in user. The screens have switched already; texts created by the server,
 * such as the log and the names of plans, are refetched.
 */
export function useSaveLanguage() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (language: ReturnType<typeof currentLanguage>) =>
      userApi.setLanguage({ query: { language } }),
    onMutate: (language) => {
      queryClient.setQueryData(sessionQuery.queryKey, (user) => user && { ...user, language });
      const predicate = ({ queryKey }: Query) => queryKey[0] !== sessionQuery.queryKey[0];
      void queryClient.invalidateQueries({ predicate });
    },
  });
}

/** Mails a new password to the address. */
export const useResetPassword = mutationOf((email: string) =>
  userApi.resetPassword({ body: { recipients: [email] } }),
);

/** Uses up the mailed link of a locked address. */
export const useUnlockSignIn = mutationOf((token: string) => userApi.unlockSignIn({ body: { token } }));

export const signOut = () => userApi.logout();
