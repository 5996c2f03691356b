import type { Language } from '@servicebook/i18n';
import { userContract } from '@servicebook/shared/user';
import { type Query, useMutation, useQueryClient } from '@tanstack/react-query';
import { tellAway } from '../../components/language-select.tsx';
import { apiOf } from '../../lib/api-client.ts';
import { chooseInterfaceLanguage, i18n } from '../../lib/i18n.ts';
import { mutationOf } from '../../lib/mutation.ts';
import { isNoConnection } from '../../lib/no-connection.ts';
import { showToast } from '../../lib/toast.ts';
import { keepUntold } from '../../lib/untold-language.ts';
import { sessionQuery } from '../../lib/use-session.ts';

const userApi = apiOf(userContract);

/**
 * Switches the screens, and stores the language of mails to the signed-in user. Texts created by the server, such as the
 * log and the names of plans, are refetched. Without a connection, the server is told later.
 */
export function useChooseLanguage(): (language: Language) => Promise<void> {
  const queryClient = useQueryClient();
  const keep = (language: Language | null) => {
    const user = queryClient.getQueryData(sessionQuery.queryKey);
    if (user) keepUntold(user, language);
  };
  const tell = useMutation({
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
  return async (language) => {
    const away = () => {
      // The app may be closed before its texts arrive.
      keep(language);
      tellAway();
    };
    if (await chooseInterfaceLanguage(language, away)) tell.mutate(language);
  };
}

/** Mails a new password to the address. */
export const useResetPassword = mutationOf((email: string) =>
  userApi.resetPassword({ body: { recipients: [email] } }),
);

/** Uses up the mailed link of a locked address. */
export const useUnlockSignIn = mutationOf((token: string) => userApi.unlockSignIn({ body: { token } }));

export const signOut = () => userApi.logout();
