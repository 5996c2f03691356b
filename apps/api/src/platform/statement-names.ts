/** Which statements are prepared, and under which name. */
import { LRUCache } from 'lru-cache';

/** Each takes memory on each connection. */
const most = 200;
/** How many statements that came once are remembered. */
const remembered = 1_000;

/** What a text search finds depends on the text, and so does its best plan. */
const search = /\bI?LIKE\b|~/;
/** Each number of rows or keys makes another statement. */
const list = /\bIN \(\$\d+ ?,|\) ?, ?\(\$/;

/**
 * Names statements that come again, the first of them for good: a name stands for one text, as each connection keeps what
 * it has prepared.
 */
export function createStatementNames(limit = most): (text: string) => string | undefined {
  const names = new Map<string, string>();
  const seen = new LRUCache<string, true>({ max: remembered });
  return (text) => {
    const known = names.get(text);
    if (known || names.size >= limit || search.test(text) || list.test(text)) return known;
    if (!seen.has(text)) {
      seen.set(text, true);
      return undefined;
    }
    seen.delete(text);
    const name = `again_${names.size + 1}`;
    names.set(text, name);
    return name;
  };
}
