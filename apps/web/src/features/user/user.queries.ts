import { userContract } from '@servicebook/shared/user';
import { useMutation } from '@tanstack/react-query';
import { apiOf } from '../../lib/api-client.ts';
import type { currentLanguage } from '../../lib/i18n.ts';

const userApi = apiOf(userContract);

/** Tells the server the language of mails to the signed-in user. The screens have switched already. */
export const useTellLanguage = () =>
  useMutation({
    mutationFn: (language: ReturnType<typeof currentLanguage>) =>
      userApi.setLanguage({ query: { language } }),
    meta: { handlesErrors: true },
  });

/** Mails a new password to the address. */
export const useResetPassword = () =>
  useMutation({
    mutationFn: (email: string) => userApi.resetPassword({ body: { recipients: [email] } }),
    meta: { handlesErrors: true },
  });

export const signOut = () => userApi.logout();
