/**
 * Which statements end a session or change what it may do, and how all servers are told: by a notification in the same
 * transaction. A trigger could not tell them: in a database spread over servers it runs where nobody listens.
 */

/** Notifications of changed sessions: account:user, an account alone, or nothing for everybody. */
export const sessionChannel = 'session_changed';

/** A write to one of the tables that a session is read from (platform/session.ts). */
const write =
  /\b(?:(?:UPDATE|DELETE\s+FROM)\s+(?:ONLY\s+)?(?:"?public"?\.)?"?(app_user|session|account)"?(?![\w$])|INSERT\s+INTO\s+(?:"?public"?\.)?"?(?:app_user|session|account)"?(?![\w$])[\s\S]*\bDO\s+UPDATE\b)/i;
/** That a session was seen again tells nobody anything. */
const seenAgain = /\bUPDATE\s+(?:"?public"?\.)?"?session"?\s+SET\s+"?last_seen_at"?\s*=\s*\$\d+\s+WHERE\b/i;
/** What a session is read from in an account. */
const ofAccount = /\b(?:deleted_at|closed_at|retrieval_until)\b/i;
/** Where a value in a condition may be that of another table, or of some of the rows. */
const intricate = /\b(?:OR|NOT|SELECT|FROM|USING|CASE)\b/i;

const columns = {
  account: { account: 'id', user: undefined },
  app_user: { account: 'account_id', user: 'id' },
  session: { account: 'account_id', user: 'user_id' },
};

/**
 * Whose sessions a statement may end or change, as the channel tells it; undefined if nobody's. A statement that does not
 * say plainly whose they are counts as everybody's.
 */
export function sessionsChangedBy(text: string, values: readonly unknown[] = []): string | undefined {
  const found = write.exec(text);
  if (!found || seenAgain.test(text)) return undefined;
  const table = found[1]?.toLowerCase() as keyof typeof columns | undefined;
  const rest = text.slice(found.index + found[0].length);
  if (!table || write.test(rest)) return '';
  const [changes = '', condition = ''] = rest.split(/\bWHERE\b/i);
  if (table === 'account' && /^UPDATE/i.test(found[0]) && !ofAccount.test(changes)) return undefined;
  if (intricate.test(rest)) return '';
  const { account, user } = columns[table];
  const given = (column: string | undefined) => {
    const at = column && new RegExp(`\\b${column}"?\\s*=\\s*\\$(\\d+)`, 'i').exec(condition)?.[1];
    const value = at && values[Number(at) - 1];
    return typeof value === 'number' ? value : undefined;
  };
  const accountId = given(account);
  const userId = given(user);
  if (accountId === undefined) return '';
  return userId === undefined ? `${accountId}` : `${accountId}:${userId}`;
}

/** Tells all servers whose sessions have changed, when the transaction that it belongs to commits. */
export const sessionsChanged = (whose: Iterable<string>) => ({
  text: `SELECT pg_notify('${sessionChannel}', whose) FROM unnest($1::text[]) AS whose`,
  values: [[...whose]],
});
