import type { Language } from '@servicebook/i18n';
import { userContract } from '@servicebook/shared/user';
import { type Query, useMutation, useQueryClient } from '@tanstack/react-query';
import { apiOf } from '../../lib/api-client.ts';
import { i18n } from '../../lib/i18n.ts';
import { mutationOf } from '../../lib/mutation.ts';
import { isNoConnection } from '../../lib/no-connection.ts';
import { showToast } from '../../lib/toast.ts';
import { keepUntold } from '../../lib/untold-language.ts';
import { sessionQuery } from '../../lib/use-session.ts';

const userApi = apiOf(userContract);

/**
 * Stores the language of mails to the signed-in user. The screens have switched already; texts created by the server,
 * such as the log and the names of plans, are refetched. Without a connection, the server is told later.
 */
export function useSaveLanguage() {
  const queryClient = useQueryClient();
  const keep = (language: Language | null) => {
    const user = queryClient.getQueryData(sessionQuery.queryKey);
    if (user) keepUntold(user, language);
  };
  return useMutation({
    mutationFn: (language: Language) => userApi.setLanguage({ query: { language } }),
    onSuccess: () => keep(null),
    onError: (error, language) => {
      if (!isNoConnection(error)) return;
      keep(language);
      showToast({ message: i18n.t('components:language.untold') });
    },
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
