/** The records that a user opened last in this browser, by kind and id. */
import { SearchRecord } from '@servicebook/shared/global-search';
import type { SessionUser } from '@servicebook/shared/user';
import { z } from 'zod';
import { keepChoice, readChoice } from '../../lib/browser-storage.ts';
import { openedKey } from '../../lib/last-opened.ts';

const mostRecent = 8;

type Owner = Pick<SessionUser, 'id' | 'account'>;

/** The newest first. What cannot be read is nothing. */
export const readRecent = (owner: Owner): SearchRecord[] =>
  z
    .array(SearchRecord)
    .catch([])
    .parse(readChoice(openedKey(owner)));

/** Puts a record on top. */
export function rememberRecord(owner: Owner, { kind, id }: SearchRecord): void {
  const others = readRecent(owner).filter((other) => kind !== other.kind || id !== other.id);
  keepChoice(openedKey(owner), [{ kind, id }, ...others].slice(0, mostRecent));
}
