/** The language that a user has chosen while the server did not answer. The server is told when it does. */
import { type Language, languages } from '@servicebook/i18n';
import type { SessionUser } from '@servicebook/shared/user';
import { keepChoice, readChoice } from './browser-storage.ts';

const key = 'untoldLanguage';
const ownerOf = ({ account, id }: SessionUser) => `${account.id}:${id}`;

/** @param language null: the server knows it */
export const keepUntold = (user: SessionUser, language: Language | null): void =>
  keepChoice(key, language && { owner: ownerOf(user), language });

export function untoldLanguage(user: SessionUser): Language | null {
  const { owner, language } = (readChoice(key) ?? {}) as { owner?: string; language?: Language };
  return owner === ownerOf(user) && language && languages.includes(language) ? language : null;
}
