/** Words that were probably meant: a letter wrong, missing, or in the wrong place. */

import { distance } from 'fastest-levenshtein';
import type { Deps } from '../../deps.ts';
import { Prisma } from '../../generated/prisma/client.ts';
import type { Ctx } from '../../platform/ctx.ts';
import type { AccountTransaction } from '../../platform/tenancy.ts';

/** Shorter words are like too many others. */
const shortest = 4;
/** How much of a word's groups of three letters must be the same. Two swapped letters in a word of nine leave 0.4. */
const likeness = 0.35;
/** So many words may stand for one. */
const most = 3;
/** So many rows of a table are looked at for a word. */
const rowsRead = 200;
/** Guessing is given up after this time. */
const milliseconds = 300;

/**
 * The words of machines, customers and protocols that are most like the searched ones.
 * @param words as search columns have them
 * @returns for each word itself and what may stand for it; null if there is nothing like any of them
 */
export async function findSimilarWords(deps: Deps, ctx: Ctx, words: string[]): Promise<string[][] | null> {
  const found = await withinTime(() =>
    deps.db.of(ctx).$transaction(async (tx) => {
      await tx.$executeRaw`SELECT set_config('pg_trgm.word_similarity_threshold', ${String(likeness)}, TRUE),
      set_config('statement_timeout', ${String(milliseconds)}, TRUE) FROM account WHERE id = ${ctx.accountId}`;
      const result: string[][] = [];
      for (const word of words) result.push([word, ...(await likeWord(tx, ctx, word))]);
      return result;
    }),
  );
  return found?.some((each) => each.length > 1) ? found : null;
}

/** The result, or null if the database gave up. */
const withinTime = <Result>(work: () => Promise<Result>): Promise<Result | null> =>
  work().catch((error) => {
    if (/57014|statement timeout/.test(String(error))) return null;
    throw error;
  });

/** What was meant is most often on a machine, a customer or a person: protocols, which are many, are only read if not. */
async function likeWord(tx: AccountTransaction, { accountId }: Ctx, word: string): Promise<string[]> {
  if (word.length < shortest) return [];
  const rowsLike = (table: string, typed: Prisma.Sql) => Prisma.sql`(SELECT search FROM ${Prisma.raw(table)}
    WHERE account_id = ${accountId} AND search %> ${typed} LIMIT ${rowsRead})`;
  const named = Prisma.sql`
    -- The sub-select hides the word from the planner, which would compare it with all statistics of the column, and
    -- then read the whole table instead of the index.
    ${rowsLike('customer', Prisma.sql`(SELECT ${word}::text)`)} UNION ALL ${rowsLike('device', Prisma.sql`${word}`)}
    UNION ALL (SELECT search_words(first_name || ' ' || last_name) FROM app_user WHERE account_id = ${accountId})`;
  const found = await closest(tx, word, named);
  return found.length > 0 ? found : closest(tx, word, rowsLike('service', Prisma.sql`${word}`));
}

/** The words of texts that differ least from a word. */
async function closest(tx: AccountTransaction, word: string, texts: Prisma.Sql): Promise<string[]> {
  const rows = await tx.$queryRaw<{ word: string }[]>`
    SELECT word FROM (
      SELECT DISTINCT word FROM (${texts}) AS found, string_to_table(search, ' ') AS word) AS words
    WHERE similarity(${word}, word) > 0 AND length(word) >= ${word.length - 2}
    ORDER BY word_similarity(${word}, word) DESC, word LIMIT ${rowsRead}`;
  const mistakes = word.length < 6 ? 1 : 2;
  return rows
    .map((row) => ({ word: row.word, mistakes: mistakesIn(word, row.word) }))
    .filter((each) => each.mistakes <= mistakes)
    .sort((one, other) => one.mistakes - other.mistakes)
    .slice(0, most)
    .map((each) => each.word);
}

/** How many letters differ, also while the end of the word is not typed yet. */
const mistakesIn = (typed: string, word: string): number =>
  Math.min(...[-1, 0, 1].map((more) => distance(typed, word.slice(0, typed.length + more))));
