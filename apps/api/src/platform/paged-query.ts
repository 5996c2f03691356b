/** The common parts of paged searches: text match, order, page; each search is one statement. */
import { foldWords, wordsOf } from '@servicebook/shared/fold-text';
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

type Place = readonly [before: string, after: string];
const anyPlace: Place = ['', ''];
const startOfWord: Place = [' ', ''];
const endOfWord: Place = ['', ' '];

/**
 * Where a word is looked for in a `search` column, each of whose words has a space on both sides. Of short words, only the
 * starts and, from two letters on, the ends have an index.
 * @returns what stands before and after the word
 */
export const placesOf = (length: number): Place[] =>
  length > 2 ? [anyPlace] : length === 2 ? [startOfWord, endOfWord] : [startOfWord];

/**
 * Matches a `search` column (maintained by the database) with every word of a text, ignoring case, accents, punctuation
 * and the spaces in names and numbers.
 */
export const textMatches = (column: Prisma.Sql, text: string): Prisma.Sql =>
  everyWord(text, (word) => {
    const key = Prisma.sql`serial_key(replace(${word}, '№', ''))`;
    const matches = placesOf(foldWords(word).length).map(
      ([before, after]) =>
        Prisma.sql`${column} LIKE ${Prisma.raw(`'%${before}'`)} || ${key} || ${Prisma.raw(`'${after}%'`)}`,
    );
    return Prisma.sql`(${Prisma.join(matches, ' OR ')})`;
  });

/** The same, but finds short words also within others, which takes longer: all rows are read. */
export const textMatchesAnywhere = (column: Prisma.Sql, text: string): Prisma.Sql =>
  everyWord(text, (word) => anywhere(column, word));

const anywhere = (column: Prisma.Sql, word: string) => Prisma.sql`${column} LIKE search_pattern(${word})`;

/** The same for a column that is not maintained for searches. It is slower, unless an index has this expression. */
export const wordsMatch = (column: Prisma.Sql, text: string): Prisma.Sql =>
  textMatchesAnywhere(Prisma.sql`search_words(${column})`, text);

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

/** A column of an order. */
interface OrderColumn {
  column: Prisma.Sql;
  direction: SortDirection;
  /** Only where they are not as PostgreSQL has them: behind all values ascending, before them descending. */
  nulls?: 'FIRST' | 'LAST' | undefined;
}

/** A list's order. Its columns together are unique, so that pages never overlap. */
export type Order = readonly OrderColumn[];

export const inOrder = (direction: SortDirection, ...columns: Prisma.Sql[]): Order =>
  columns.map((column) => ({ column, direction }));

/**
 * The order by a chosen column, then by a unique one.
 * @param between decides before the unique one
 */
export function orderBy<Key extends string>(
  columns: Record<Key, SortColumn>,
  { by, direction }: { by: Key; direction: SortDirection },
  id: Prisma.Sql,
  language: Language,
  between: Order = [],
): Order {
  const { column, named, nullable } = columns[by];
  const collation = named ? Prisma.raw(`COLLATE "${language}-x-icu"`) : Prisma.empty;
  return [
    { column: Prisma.sql`${column} ${collation}`, direction, nulls: nullable ? 'LAST' : undefined },
    ...between,
    ...inOrder(direction, id),
  ];
}

export const ordered = (order: Order): Prisma.Sql =>
  Prisma.sql`ORDER BY ${Prisma.join(
    order.map(
      ({ column, direction, nulls }) =>
        Prisma.sql`${column} ${Prisma.raw(direction)} ${nulls ? Prisma.raw(`NULLS ${nulls}`) : Prisma.empty}`,
    ),
  )}`;

/** From the end. */
const reversed = (order: Order): Order =>
  order.map(({ column, direction, nulls }) => ({
    column,
    direction: direction === 'asc' ? 'desc' : 'asc',
    nulls: nulls && (nulls === 'LAST' ? 'FIRST' : 'LAST'),
  }));

interface Total {
  totalElements: number;
}

interface PagedQuery {
  select: Prisma.Sql;
  from: Prisma.Sql;
  /** The same rows from fewer tables, if the count needs no joins: counting is most of the work of a search. */
  counted?: Prisma.Sql;
  order: Order;
  page: number;
  size: number;
}

/**
 * Runs a paged search. On the first page each row also contains the total count, so one round trip is enough; the count
 * stays on the rows: contracts drop unknown fields, and copying rows costs as much as reading them. Other pages are
 * counted first, and read from the end of the list if that is nearer: skipping rows costs almost as much as reading them.
 * @param from FROM … WHERE …, which must name the account; the scope of raw SQL is the caller's duty.
 */
export async function readPage<Row>(
  db: Pick<Databases, 'read'>,
  account: { accountId: number },
  query: PagedQuery,
): Promise<Page<Row>> {
  const { select, from, counted = from, order, page, size } = query;
  const count = Prisma.sql`SELECT count(*)::int AS "totalElements" ${counted}`;
  if (page === 0) {
    const rows = await db.read<Row & Total>(
      account,
      Prisma.sql`SELECT ${select}, (${count}) ${from} ${ordered(order)} LIMIT ${size}`,
    );
    return toPage<Row>(rows, rows[0]?.totalElements ?? 0, page, size);
  }
  const [total] = await db.read<Total>(account, count);
  const all = total?.totalElements ?? 0;
  const before = page * size;
  const onPage = Math.min(size, all - before);
  if (onPage <= 0) return toPage<Row>([], all, page, size);
  const behind = all - before - onPage;
  const read = (direction: Order, skipped: number) =>
    db.read<Row>(
      account,
      Prisma.sql`SELECT ${select} ${from} ${ordered(direction)} LIMIT ${onPage} OFFSET ${skipped}`,
    );
  const rows = before <= behind ? await read(order, before) : (await read(reversed(order), behind)).reverse();
  return toPage<Row>(rows, all, page, size);
}

/** Few enough that nobody waits noticeably while one batch is turned into text. */
const batchSize = 250;

/**
 * @param from FROM … WHERE …, as for a page; not grouped
 * @param order by columns of `from`, not by names of `select`
 */
type WholeQuery = Pick<PagedQuery, 'select' | 'from' | 'order'> & { id: Prisma.Sql };

/**
 * The statements that read all rows of a search in order, a batch each. The ids are read first, so that rows added or
 * removed in the meantime do not shift or repeat others, and no cursor holds a connection while somebody takes in a batch.
 */
async function* batchesOf(
  db: Pick<Databases, 'read'>,
  account: { accountId: number },
  { select, from, order, id }: WholeQuery,
): AsyncGenerator<Prisma.Sql> {
  // As the text of an array, which goes back as it came: reading a million numbers takes long.
  const batches = await db.read<{ ids: string }>(
    account,
    Prisma.sql`SELECT array_agg(id ORDER BY place)::text AS ids
      FROM (SELECT ${id} AS id, row_number() OVER (${ordered(order)}) AS place ${from}) AS rows
      GROUP BY (place - 1) / ${batchSize}::int ORDER BY min(place)`,
  );
  for (const { ids } of batches)
    yield Prisma.sql`SELECT ${select} ${from} AND ${id} = ANY(${ids}::int[]) ${ordered(order)}`;
}

/** All rows of a search in order, in batches, for exports. */
export async function* readBatches<Row>(
  db: Pick<Databases, 'read'>,
  account: { accountId: number },
  query: WholeQuery,
): AsyncGenerator<Row[]> {
  for await (const batch of batchesOf(db, account, query)) yield db.read<Row>(account, batch);
}

/** The same as JSON arrays that the database writes, so that no row is taken apart and written again here. */
export async function* readJson(
  db: Pick<Databases, 'read'>,
  account: { accountId: number },
  query: WholeQuery,
): AsyncGenerator<Buffer> {
  for await (const batch of batchesOf(db, account, query))
    yield* await readTexts(
      db,
      account,
      Prisma.sql`SELECT coalesce(json_agg(batch), '[]')::text AS text FROM (${batch}) AS batch`,
    );
}

/**
 * Long texts, as bytes. Their rows let go of them at once: the answer of a statement may stay in memory until the next full
 * collection, which comes after hundreds of megabytes of such texts (docs/decisions/0076-short-collections.md).
 * @param statement selects one column, `text`
 */
export async function readTexts(
  db: Pick<Databases, 'read'>,
  account: { accountId: number },
  statement: Prisma.Sql,
): Promise<Buffer[]> {
  const rows = await db.read<{ text: string }>(account, statement);
  return rows.map((row) => {
    const bytes = Buffer.from(row.text);
    row.text = '';
    return bytes;
  });
}

/** A moment as answers write it. */
export const instantText = (column: Prisma.Sql): Prisma.Sql =>
  Prisma.sql`to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** Maps the items of a page. */
export const mapPage = <From, To>(page: Page<From>, map: (item: From) => To): Page<To> => ({
  ...page,
  content: page.content.map(map),
});
