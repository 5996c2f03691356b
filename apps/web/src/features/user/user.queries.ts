import { userContract } from '@servicebook/shared/user';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { apiOf, http } from '../../lib/api-client.ts';
import { currentLanguage, languageIsChosen } from '../../lib/i18n.ts';
import { sessionQuery } from '../../lib/use-session.ts';

const userApi = apiOf(userContract);

export interface Credentials {
  username: string;
  password: string;
}

/** HTTP Basic carries bytes; names and passwords beyond ASCII travel as UTF-8. */
function basicHeader({ username, password }: Credentials): string {
  const bytes = new TextEncoder().encode(`${username}:${password}`);
  return `Basic ${btoa(String.fromCharCode(...bytes))}`;
}

export function useSignIn() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (credentials: Credentials) => {
      const { data } = await http.get<Awaited<ReturnType<typeof userApi.auth>>>(userContract.auth.path, {
        headers: { Authorization: basicHeader(credentials) },
      });
      return data;
    },
    meta: { handlesErrors: true },
    onSuccess: (user) => {
      // Nothing of who was signed in before may shine through.
      queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== sessionQuery.queryKey[0] });
      queryClient.setQueryData(sessionQuery.queryKey, user);
      const language = currentLanguage();
      if (languageIsChosen() && user.language !== language)
        userApi.setLanguage({ query: { language } }).catch(() => {
          // Only the language of mails hangs on it; the next choice tells again.
        });
    },
  });
}

/** Tells the server the language of mails to the signed-in user. The screens have switched already. */
export const useTellLanguage = () =>
  useMutation({
    mutationFn: (language: ReturnType<typeof currentLanguage>) => userApi.setLanguage({ query: { language } }),
    meta: { handlesErrors: true },
  });

/** Mails a new password to the address. */
export const useResetPassword = () =>
  useMutation({
    mutationFn: (email: string) => userApi.resetPassword({ body: { recipients: [email] } }),
    meta: { handlesErrors: true },
  });

export const signOut = () => userApi.logout();
