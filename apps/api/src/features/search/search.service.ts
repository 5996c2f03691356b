/**
 * The search of the whole app: one text, a few records of each kind (docs/decisions/0038-search.md says how its work is
 * bounded).
 */
import { wordsOf } from '@servicebook/shared/fold-text';
import {
  type GlobalSearch,
  mostHits,
  type SearchKind,
  type SearchResult,
} from '@servicebook/shared/global-search';
import type { Deps } from '../../deps.ts';
import { Prisma } from '../../generated/prisma/client.ts';
import type { Ctx } from '../../platform/ctx.ts';
import { placesOf } from '../../platform/paged-query.ts';
import { bestHits, type Found, personWords } from './search-hits.ts';
import { findSimilarWords } from './similar-words.ts';

/** A searched word as search columns have it, or several that stand for it. */
type Word = string[];

export async function searchEverything(deps: Deps, ctx: Ctx, { text }: GlobalSearch): Promise<SearchResult> {
  const typed = wordsOf(text);
  if (typed.length === 0) return { hits: [], similar: false };
  const [key = '', ...asked] = await asInColumns(deps, ctx, [text, ...typed]);
  const words = asked.filter((word) => word !== '');
  if (words.length === 0) return { hits: [], similar: false };
  const find = async (alternatives: Word[]) => {
    const found = await findRecords(deps, ctx, { text, key }, alternatives);
    return found.length === 0 ? [] : bestHits(deps, ctx, found, { key, words: alternatives.map(anyOf) });
  };
  const hits = await find(words.map((word) => [word]));
  if (hits.length > 0) return { hits, similar: false };
  const similar = await findSimilarWords(deps, ctx, words);
  return { hits: similar ? await find(similar) : [], similar: true };
}

/** A regular expression: words have only letters and digits. */
const anyOf = (word: Word) => word.flatMap(needlesOf).join('|');

/**
 * Texts in the form of search columns, without spaces. Asked first, and once: the planner would run the function again
 * wherever a word is compared.
 */
async function asInColumns(deps: Deps, { accountId }: Ctx, texts: string[]): Promise<string[]> {
  const rows = await deps.db.read<{ word: string }>(
    { accountId },
    Prisma.sql`SELECT serial_key(replace(text, '№', '')) AS word
      FROM unnest(${texts}::text[]) WITH ORDINALITY AS given (text, place) WHERE ${accountId}::int > 0 ORDER BY place`,
    'words as in search columns',
  );
  return rows.map(({ word }) => word);
}

/** What a search column contains if it has the word. */
const needlesOf = (word: string): string[] =>
  placesOf(word.length).map(([before, after]) => `${before}${word}${after}`);

const or = (conditions: Prisma.Sql[]) => Prisma.sql`(${Prisma.join(conditions, ' OR ')})`;
const and = (conditions: Prisma.Sql[]) => Prisma.join(conditions, ' AND ');

/** Whether a column has a word. */
type Has = (column: Prisma.Sql, word: Word) => Prisma.Sql;
/** For a row that is read anyway: unlike a LIKE, it is planned without the statistics of the column. */
const inText: Has = (column, word) =>
  or(word.flatMap(needlesOf).map((needle) => Prisma.sql`strpos(${column}, ${needle}::text) > 0`));
/** For the index of a column. */
const inIndex: Has = (column, word) =>
  or(word.flatMap(needlesOf).map((needle) => Prisma.sql`${column} LIKE ${`%${needle}%`}`));

const hasAll = (has: Has, column: Prisma.Sql, words: Word[]) => and(words.map((word) => has(column, word)));

/** Rows whose own text has one of the words, while what they belong to has the others. */
const ownOrRelated = (has: Has, words: Word[], own: Prisma.Sql, related: (word: Word) => Prisma.Sql) =>
  and([
    or(words.map((word) => has(own, word))),
    ...(words.length > 1 ? words.map((word) => or([inText(own, word), related(word)])) : []),
  ]);

/** So many of the newest rows are looked at first. */
const newest = 1000;
/** So many of a kind found there are enough to choose the best of. */
const enough = 12;
/** So many are read through the index if the newest were too few. */
const mostRead = 100;
/** So many of the newest rows tell which words are common. */
const sampled = 100;

interface Source {
  kind: SearchKind;
  table: string;
  alias: string;
  /** A column of an index that starts with the account. */
  order?: string;
  matches: (has: Has) => Prisma.Sql;
  /** Records whose name or number is the text. */
  exact?: Prisma.Sql[];
  /** The column of a large table that must have all words. */
  column?: Prisma.Sql;
  /** All rows, of a table with few rows and without an index of words. */
  rows?: Prisma.Sql;
}

/**
 * The records to compare, in two statements. Exact names and numbers come first, and what the newest rows have: that is
 * enough for a word that very many rows have. Kinds with too few are then read from their index, where a rare word has
 * little to read.
 */
async function findRecords(
  deps: Deps,
  ctx: Ctx,
  { text, key }: { text: string; key: string },
  words: Word[],
): Promise<Found[]> {
  const { accountId } = ctx;
  const sources = sourcesOf(ctx, { text, key }, words);
  const newestRows = ({ table, alias, order = 'id', rows: all }: Source, rows: number) =>
    all ??
    Prisma.sql`(
    SELECT * FROM ${Prisma.raw(table)} WHERE account_id = ${accountId}
     ORDER BY ${Prisma.raw(order)} DESC LIMIT ${rows}) AS ${Prisma.raw(alias)}`;
  type Row = { kind: SearchKind; id: number; what: 'FOUND' | 'EXACT' | 'COMMON' };
  const select = ({ kind }: Source, what: Row['what'], from: Prisma.Sql) =>
    Prisma.sql`(SELECT ${kind} AS kind, id, ${what} AS what FROM ${from})`;
  /** The places of words that more than half of the newest rows have. */
  const common = (source: Source, column: Prisma.Sql) => {
    const shares = words.map((word) => Prisma.sql`avg(${inText(column, word)}::int)`);
    return Prisma.sql`(
      SELECT place::int - 1 AS id
        FROM (SELECT ARRAY[${Prisma.join(shares)}] AS shares FROM ${newestRows(source, sampled)}) AS sample,
             unnest(shares) WITH ORDINALITY AS word (share, place)
       WHERE share > 0.5) AS common`;
  };
  const read = (selects: Prisma.Sql[]) =>
    deps.db.read<Row>(
      ctx,
      Prisma.sql`WITH people AS MATERIALIZED (
          SELECT u.id, ${personWords} AS search FROM app_user u WHERE u.account_id = ${accountId})
        ${Prisma.join(selects, ' UNION ALL ')}`,
    );
  const rows = await read(
    sources.flatMap((source) => [
      ...(source.exact ?? []).map((exact) => select(source, 'EXACT', Prisma.sql`(${exact}) AS exact`)),
      select(
        source,
        'FOUND',
        Prisma.sql`${newestRows(source, newest)} WHERE ${source.matches(inText)} LIMIT ${source.rows ? mostRead : enough}`,
      ),
      ...(source.column && words.length > 1 ? [select(source, 'COMMON', common(source, source.column))] : []),
    ]),
  );
  const of = (kind: SearchKind, what: Row['what']) =>
    rows.filter((row) => row.kind === kind && row.what === what);
  const tooFew = sources.filter(({ kind, rows: all }) => !all && of(kind, 'FOUND').length < enough);
  const more = tooFew.map((source) => {
    const places = new Set(of(source.kind, 'COMMON').map(({ id }) => id));
    const isCommon = (word: Word) => places.size < words.length && places.has(words.indexOf(word));
    // Reading a common word from the index takes longer than looking for it in the rows that the others name.
    const has: Has = (column, word) => (isCommon(word) ? inText(column, word) : inIndex(column, word));
    const { table, alias } = source;
    return select(
      source,
      'FOUND',
      Prisma.sql`${Prisma.raw(`${table} ${alias}`)}
        WHERE account_id = ${accountId} AND ${source.matches(has)} LIMIT ${mostRead}`,
    );
  });
  if (more.length > 0) rows.push(...(await read(more)));
  return rows.flatMap(({ kind, id, what }) =>
    what === 'COMMON' ? [] : { kind, id, exact: what === 'EXACT' },
  );
}

function sourcesOf(
  { accountId }: Ctx,
  { text, key }: { text: string; key: string },
  words: Word[],
): Source[] {
  /** Whether a row that is joined to the searched one has a word. */
  const joined = (from: Prisma.Sql, column: Prisma.Sql, word: Word) =>
    Prisma.sql`EXISTS (SELECT FROM ${from} AND ${inText(column, word)})`;
  const rowOf = (table: string, alias: string, id: string) =>
    Prisma.sql`${Prisma.raw(`${table} ${alias}`)} WHERE ${Prisma.raw(alias)}.account_id = ${accountId}
      AND ${Prisma.raw(`${alias}.id = ${id}`)}`;
  const [device, customer, service] = [Prisma.sql`d.search`, Prisma.sql`k.search`, Prisma.sql`s.search`];
  const ofVisit = Prisma.sql`visit_device x JOIN device d ON d.account_id = ${accountId} AND d.id = x.device_id
    WHERE x.account_id = ${accountId} AND x.visit_id = v.id`;
  return [
    {
      ...{ kind: 'device', table: 'device', alias: 'd', column: device },
      matches: (has) => hasAll(has, device, words),
      exact: [
        Prisma.sql`SELECT id FROM device WHERE account_id = ${accountId} AND serial_number <> ''
          AND serial_key(serial_number) = nullif(${key}, '') LIMIT ${mostHits}`,
        Prisma.sql`SELECT id FROM device WHERE account_id = ${accountId} AND serial_key(name) = ${key} LIMIT ${mostHits}`,
      ],
    },
    {
      ...{ kind: 'customer', table: 'customer', alias: 'k', column: customer },
      matches: (has) => hasAll(has, customer, words),
      exact: [
        Prisma.sql`SELECT id FROM customer
          WHERE account_id = ${accountId} AND lower(btrim(short_name)) = lower(btrim(${text}))`,
      ],
    },
    {
      ...{ kind: 'contact', table: 'customer_contact', alias: 'p' },
      matches: (has) =>
        ownOrRelated(has, words, Prisma.sql`p.search`, (word) =>
          joined(rowOf('customer', 'k', 'p.customer_id'), customer, word),
        ),
    },
    {
      ...{ kind: 'service', table: 'service', alias: 's', order: 'date', column: service },
      matches: (has) => hasAll(has, service, words),
      exact: protocolOfNumber(accountId, text),
    },
    {
      ...{ kind: 'visit', table: 'visit', alias: 'v' },
      matches: (has) =>
        ownOrRelated(has, words, Prisma.sql`v.search`, (word) =>
          or([
            joined(ofVisit, device, word),
            joined(rowOf('customer', 'k', 'v.customer_id'), customer, word),
          ]),
        ),
    },
    {
      ...{ kind: 'todo', table: 'todo', alias: 't' },
      matches: (has) =>
        ownOrRelated(has, words, Prisma.sql`t.search`, (word) =>
          or([
            joined(Prisma.sql`people u WHERE u.id = t.assignee_id`, Prisma.sql`u.search`, word),
            joined(rowOf('service', 's', 't.service_id'), service, word),
          ]),
        ),
    },
    {
      ...{ kind: 'incident', table: 'incident', alias: 'i' },
      matches: (has) =>
        Prisma.sql`i.service_id IS NULL AND ${ownOrRelated(has, words, Prisma.sql`i.search`, (word) =>
          joined(rowOf('device', 'd', 'i.device_id'), device, word),
        )}`,
    },
    {
      ...{ kind: 'employee', table: 'app_user', alias: 'u' },
      matches: (has) => hasAll(has, Prisma.sql`u.search`, words),
      rows: Prisma.sql`people AS u`,
    },
  ];
}

/** The protocols that a text names by number and month, and perhaps the year: 5/11, 25A/11/2026. */
function protocolOfNumber(accountId: number, text: string): Prisma.Sql[] {
  const named = /^(\d{1,8})([a-z]?)[/.\- ]+(\d{1,2})(?:[/.\- ]+(\d{4}))?$/i.exec(text);
  if (!named) return [];
  const [, number, letter = '', month, year] = named;
  const thisYear = new Date().getFullYear();
  const years = year ? [Number(year)] : Array.from({ length: 10 }, (_, ago) => thisYear - ago);
  return [
    Prisma.sql`SELECT id FROM service WHERE account_id = ${accountId} AND year = ANY(${years}::int[])
      AND month = ${Number(month)}::int AND number = ${Number(number)}::int AND number_extension = ${letter.toUpperCase()}`,
  ];
}
