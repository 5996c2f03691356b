/**
 * What a user opened last in this browser is kept by kind and id. Names are read when they are shown, so that nothing in
 * clear stays here.
 */
import type { SessionUser } from '@servicebook/shared/user';
import { forgetChoices } from './browser-storage.ts';

const start = 'opened.';

/** The key under which it is kept. */
export const openedKey = ({ id, account }: Pick<SessionUser, 'id' | 'account'>): string =>
  `${start}${account.id}.${id}`;

/** Only that of the user who is signed in stays. */
export function forgetOpened(user: SessionUser | null): void {
  forgetChoices(start, user && openedKey(user));
  // Earlier versions kept names.
  forgetChoices('recent.', null);
}
