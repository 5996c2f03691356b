import { type SessionUser, userContract } from '@servicebook/shared/user';
import { apiOf } from './api-client.ts';
import { ApiError } from './api-error.ts';
import { currentLanguage } from './i18n.ts';
import { isNoConnection } from './no-connection.ts';
import { onPhone } from './phone.ts';
import { isStored } from './stored-answers.ts';
import { keepUntold, untoldLanguage } from './untold-language.ts';

const userApi = apiOf(userContract);

/**
 * Asks the server who is signed in; null if nobody is. Without an answer, it is who was signed in when the server last
 * answered.
 */
export async function checkAuth(): Promise<SessionUser | null> {
  try {
    const user = await userApi.checkAuth();
    // What the phone remembers is no newer than the language chosen in this browser.
    // The same object: a copy would count as the server's answer.
    if (isStored(user)) return Object.assign(user, { language: currentLanguage() });
    const own = await withUntold(user);
    void onPhone((phone) => phone.remember(own));
    return own;
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) {
      await onPhone((phone) => phone.erase());
      return null;
    }
    throw error;
  }
}

/** The server's answer, with the language that was chosen while it did not answer. It is told now. */
async function withUntold(user: SessionUser): Promise<SessionUser> {
  const language = untoldLanguage(user);
  if (!language) return user;
  try {
    await userApi.setLanguage({ query: { language } });
    keepUntold(user, null);
  } catch (error) {
    // Next time. What is refused would be refused again.
    if (error instanceof ApiError && !isNoConnection(error)) keepUntold(user, null);
  }
  return { ...user, language };
}
