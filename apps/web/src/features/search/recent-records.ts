/** The records that a user opened last on this device. Signing out forgets them. */
import { SearchKind } from '@servicebook/shared/global-search';
import type { SessionUser } from '@servicebook/shared/user';
import { z } from 'zod';
import { keepChoice, readChoice, storageKey } from '../../lib/browser-storage.ts';

const mostRecent = 8;

const RecentRecord = z.object({
  kind: SearchKind,
  id: z.number(),
  title: z.string(),
  details: z.array(z.string()),
  to: z.string(),
});
export type RecentRecord = z.infer<typeof RecentRecord>;

type Owner = Pick<SessionUser, 'id' | 'account'>;
const keyOf = ({ id, account }: Owner) => `recent.${account.id}.${id}`;

/** The newest first. What cannot be read is nothing. */
export const readRecent = (owner: Owner): RecentRecord[] =>
  z
    .array(RecentRecord)
    .catch([])
    .parse(readChoice(keyOf(owner)));

/** Puts a record on top. */
export function rememberRecord(owner: Owner, record: RecentRecord): void {
  const others = readRecent(owner).filter(({ kind, id }) => kind !== record.kind || id !== record.id);
  keepChoice(keyOf(owner), [record, ...others].slice(0, mostRecent));
}

/** Replaces those that were asked for by what they are now. What was opened meanwhile stays. */
export function refreshRecent(owner: Owner, asked: RecentRecord[], now: RecentRecord[]): void {
  const keyOfRecord = ({ kind, id }: RecentRecord) => `${kind} ${id}`;
  const known = new Set(asked.map(keyOfRecord));
  const current = new Map(now.map((record) => [keyOfRecord(record), record]));
  const kept = readRecent(owner).flatMap(
    (record) => current.get(keyOfRecord(record)) ?? (known.has(keyOfRecord(record)) ? [] : record),
  );
  keepChoice(keyOf(owner), kept);
}

export function forgetRecent(owner: Owner): void {
  try {
    localStorage.removeItem(storageKey(keyOf(owner)));
  } catch {
    // Then nothing was stored either.
  }
}
