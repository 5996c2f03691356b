import { ownTimezone } from '@servicebook/i18n/intl.ts';
import { type FirstAnswers, firstAnswersId } from '@servicebook/shared/first-answers';

/**
 * Who is signed in, and the settings, if the server has put them into the page: the app then starts without asking. The
 * page that the service worker stores has none.
 */
export function firstAnswers(): FirstAnswers | null {
  const json = document.getElementById(firstAnswersId)?.textContent;
  if (!json) return null;
  const { user, config }: FirstAnswers = JSON.parse(json);
  // The server does not know the browser's, which counts as long as the user has chosen none.
  const timezone = user.timezone || ownTimezone();
  return { user: { ...user, timezone }, config };
}
