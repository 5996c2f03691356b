/** The common parts of paged searches: text match, order, page; each search is one statement. */
import { wordsOf } from '@servicebook/shared/fold-text';
import { type Language, type Page, type SortDirection, toPage } from '@servicebook/shared/primitives';
import { Prisma } from '../generated/prisma/client.ts';
import type { Databases } from './tenancy.ts';

/** A column to sort by; names use the collation of the language. */
export interface SortColumn {
  column: Prisma.Sql;
  named?: boolean;
  /** May be null; nulls come last in both directions. Only for nullable columns, because no index has that order backwards. */
  nullable?: boolean;
}

/** What a statement selects: each column under its name on the wire. */
export const selected = (columns: Record<string, Pick<SortColumn, 'column'>>): Prisma.Sql =>
  Prisma.join(
    Object.entries(columns).map(([name, { column }]) => Prisma.sql`${column} AS ${Prisma.raw(`"${name}"`)}`),
  );

/** Matches a condition with each word of a text, in any order; a text without words matches all. */
export function everyWord(text: string, matches: (word: string) => Prisma.Sql): Prisma.Sql {
  const words = wordsOf(text);
  return words.length === 0 ? Prisma.sql`TRUE` : Prisma.sql`(${Prisma.join(words.map(matches), ' AND ')})`;
}

/**
 * Matches a `search` column (maintained by the database) with every word of a text, ignoring case, accents, punctuation
 * and the spaces in names and numbers.
 */
export const textMatches = (column: Prisma.Sql, text: string): Prisma.Sql =>
  everyWord(text, (word) => Prisma.sql`${column} LIKE search_pattern(${word})`);

/** The same for a column that is not maintained for searches. It is slower, unless an index has this expression. */
export const wordsMatch = (column: Prisma.Sql, text: string): Prisma.Sql =>
  textMatches(Prisma.sql`search_words(${column})`, text);

/** Matches a single filter field. A text with a digit is also found as a whole, across the spaces of the field. */
export function contains(column: Prisma.Sql, text: string): Prisma.Sql {
  const words = wordsMatch(column, text);
  return /\p{N}/u.test(text)
    ? Prisma.sql`(${words} OR serial_key(${column}) LIKE search_pattern(${text}))`
    : words;
}

/** One of the values; an empty list matches all. */
export const isOneOf = (
  column: Prisma.Sql,
  values: readonly (string | number)[],
  cast = Prisma.empty,
): Prisma.Sql =>
  values.length === 0
    ? Prisma.sql`TRUE`
    : Prisma.sql`${column} IN (${Prisma.join(values.map((value) => Prisma.sql`${value}${cast}`))})`;

/** One of the chosen rows; without a choice, any. */
export const isChosen = (column: Prisma.Sql, ids: readonly number[] | null | undefined): Prisma.Sql =>
  ids ? Prisma.sql`${column} = ANY(${ids}::int[])` : Prisma.sql`TRUE`;

/** One of the codes that match a text; an empty list matches nothing. */
export const isNamed = (column: Prisma.Sql, codes: readonly (string | number)[]): Prisma.Sql =>
  codes.length === 0 ? Prisma.sql`FALSE` : isOneOf(column, codes);

/** ORDER BY with a unique last column, so that pages never overlap. */
export function orderBy<Key extends string>(
  columns: Record<Key, SortColumn>,
  sort: { by: Key; direction: SortDirection },
  id: Prisma.Sql,
  language: Language,
): Prisma.Sql {
  const { column, named, nullable } = columns[sort.by];
  const collation = named ? Prisma.raw(`COLLATE "${language}-x-icu"`) : Prisma.empty;
  const direction = Prisma.raw(sort.direction === 'asc' ? 'ASC' : 'DESC');
  const nulls = nullable ? Prisma.sql`NULLS LAST` : Prisma.empty;
  return Prisma.sql`ORDER BY ${column} ${collation} ${direction} ${nulls}, ${id} ${direction}`;
}

interface Total {
  totalElements: number;
}

interface PagedQuery {
  select: Prisma.Sql;
  from: Prisma.Sql;
  /** The same rows from fewer tables, if the count needs no joins: counting is most of the work of a search. */
  counted?: Prisma.Sql;
  order: Prisma.Sql;
  page: number;
  size: number;
}

/**
 * Runs a paged search: each row of the page also contains the total count, so one round trip is enough. An empty page
 * is counted only if it is beyond the end. The count stays on the rows: contracts drop unknown fields, and copying rows
 * costs as much as reading them.
 * @param from FROM … WHERE …, which must name the account; the scope of raw SQL is the caller's duty.
 */
export async function readPage<Row>(
  db: Pick<Databases, 'read'>,
  account: { accountId: number },
  query: PagedQuery,
): Promise<Page<Row>> {
  const { select, from, counted = from, order, page, size } = query;
  const count = Prisma.sql`SELECT count(*)::int AS "totalElements" ${counted}`;
  const rows = await db.read<Row & Total>(
    account,
    Prisma.sql`SELECT ${select}, (${count}) ${from} ${order} LIMIT ${size} OFFSET ${page * size}`,
  );
  const [total] = rows.length > 0 || page === 0 ? rows : await db.read<Total>(account, count);
  return toPage<Row>(rows, total?.totalElements ?? 0, page, size);
}

const batchSize = 1000;

/**
 * All rows of a search in order, a thousand at a time, for exports. The ids are read first, so that rows added or
 * removed in the meantime do not shift or repeat others, and no cursor holds a connection.
 * @param from FROM … WHERE …, as for a page; not grouped
 * @param order by columns of `from`, not by names of `select`, which must give the id as `id`
 */
export async function* readBatches<Row extends { id: number }>(
  db: Pick<Databases, 'read'>,
  account: { accountId: number },
  { select, from, order, id }: Pick<PagedQuery, 'select' | 'from' | 'order'> & { id: Prisma.Sql },
): AsyncGenerator<Row[]> {
  // As one array: a million numbers are a few megabytes, a million rows of one number are hundreds.
  const [all] = await db.read<{ ids: number[] | null }>(
    account,
    Prisma.sql`SELECT array_agg(id) AS ids FROM (SELECT ${id} AS id ${from} ${order}) AS rows`,
  );
  const allIds = all?.ids ?? [];
  for (let start = 0; start < allIds.length; start += batchSize) {
    const ids = allIds.slice(start, start + batchSize);
    const rows = await db.read<Row>(
      account,
      Prisma.sql`SELECT ${select} ${from} AND ${id} = ANY(${ids}::int[])`,
    );
    const byId = new Map(rows.map((row) => [row.id, row]));
    yield ids.flatMap((each) => byId.get(each) ?? []);
  }
}

/** Maps the items of a page. */
export const mapPage = <From, To>(page: Page<From>, map: (item: From) => To): Page<To> => ({
  ...page,
  content: page.content.map(map),
});
