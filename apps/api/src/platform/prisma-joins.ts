/**
 * Names the account in the joins of Prisma. It joins by columns, `"t0"."account_id" = "t1"."account_id"`, and a database
 * that is spread by account does not carry the value of `t0` into the subquery of `t1`: it would ask all its servers.
 */
import { LRUCache } from 'lru-cache';

/** The root of a statement bound to its account, beside all its other conditions. */
function boundBy(column: string): RegExp {
  const root = String.raw`"t0"\."${column}" = (?<account>\$\d+)`;
  const end = '(?= ORDER BY | LIMIT | OFFSET |$)';
  return new RegExp(
    [
      ` WHERE ${root}${end}`,
      ` WHERE \\(${root} AND `,
      ` WHERE \\(\\(${root} AND [^()]*\\) AND `,
      ` AND ${root}\\)${end}`,
    ].join('|'),
  );
}
const bound = { account_id: boundBy('account_id'), id: boundBy('id') };
const joined = /"(t\d+)"\."(account_id|id)" = "(t\d+)"\."(account_id|id)"/g;

const known = new LRUCache<string, string>({ max: 300 });

/**
 * @returns the statement with the account as a value in each join; as it was, if it joins nothing or names no account
 */
export function nameAccountInJoins(text: string): string {
  if (!text.includes('"__prisma_data__"')) return text;
  const before = known.get(text);
  if (before) return before;
  const named = rewrite(text);
  known.set(text, named);
  return named;
}

function rewrite(text: string): string {
  const keyOf = (alias: string) => (text.includes(`"public"."account" AS "${alias}"`) ? 'id' : 'account_id');
  const account = bound[keyOf('t0')].exec(text)?.groups?.account;
  if (!account) return text;
  return text.replace(joined, (join, parent, of, child, own) =>
    of === keyOf(parent) && own === keyOf(child) ? `"${child}"."${own}" = ${account}` : join,
  );
}
