/**
 * The search of the whole app: one text, a few records of each kind. All kinds are read in one statement
 * (docs/decisions/0038-search.md says how its work is bounded).
 */
import { wordsOf } from '@servicebook/shared/fold-text';
import {
  type GlobalSearch,
  mostHits,
  type SearchHit,
  type SearchResult,
  searchKinds,
} from '@servicebook/shared/global-search';
import type { Deps } from '../../deps.ts';
import { Prisma } from '../../generated/prisma/client.ts';
import type { Ctx } from '../../platform/ctx.ts';
import { findSimilarWords } from './similar-words.ts';

/** A searched word as search columns have it, or several that stand for it. */
type Word = string[];

export async function searchEverything(deps: Deps, ctx: Ctx, { text }: GlobalSearch): Promise<SearchResult> {
  const typed = wordsOf(text);
  if (typed.length === 0) return { hits: [], similar: false };
  const [key = '', ...asked] = await asInColumns(deps, ctx, [text, ...typed]);
  const words = asked.filter((word) => word !== '');
  if (words.length === 0) return { hits: [], similar: false };
  const hits = await findHits(
    deps,
    ctx,
    { text, key },
    words.map((word) => [word]),
  );
  if (hits.length > 0) return { hits, similar: false };
  const similar = await findSimilarWords(deps, ctx, words);
  return { hits: similar ? await findHits(deps, ctx, { text, key }, similar) : [], similar: true };
}

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

/** One of one or two letters is looked for at the beginning of words: only that has an index. */
const needle = (word: string) => (word.length < 3 ? ` ${word}` : word);

const or = (conditions: Prisma.Sql[]) => Prisma.sql`(${Prisma.join(conditions, ' OR ')})`;
const and = (conditions: Prisma.Sql[]) => Prisma.join(conditions, ' AND ');

/** Whether a column has a word. */
type Has = (column: Prisma.Sql, word: Word) => Prisma.Sql;
/** For a row that is read anyway: unlike a LIKE, it is planned without the statistics of the column. */
const inText: Has = (column, word) =>
  or(word.map((each) => Prisma.sql`strpos(${column}, ${needle(each)}::text) > 0`));
/** For the index of a column. */
const inIndex: Has = (column, word) =>
  or(word.map((each) => Prisma.sql`${column} LIKE ${`%${needle(each)}%`}`));

const hasAll = (has: Has, column: Prisma.Sql, words: Word[]) => and(words.map((word) => has(column, word)));

/** Rows whose own text has one of the words, while what they belong to has the others. */
const ownOrRelated = (has: Has, words: Word[], own: Prisma.Sql, related: (word: Word) => Prisma.Sql) =>
  Prisma.sql`${or(words.map((word) => has(own, word)))}
    AND ${and(words.map((word) => or([inText(own, word), related(word)])))}`;

/** So many of the newest rows are looked at first. */
const newest = 1000;
/** So many records of a kind are compared, to show the best of them. */
const compared = 12;
/** So many are read through the index if the newest were too few. */
const mostRead = 100;

interface Candidates {
  table: string;
  alias: string;
  /** A column of an index that starts with the account. */
  order?: string;
  matches: (has: Has) => Prisma.Sql;
  /** More ids, which are always compared. */
  others?: Prisma.Sql[];
}

/**
 * Two parts of WITH that give the ids to compare. The newest rows come first: they are enough for a word that very many
 * rows have. A rare word is then read from its index, where there is little to read.
 */
function candidates({ accountId }: Ctx, { table, alias, order = 'id', matches, others = [] }: Candidates) {
  const name = Prisma.raw(table);
  const as = Prisma.raw(alias);
  return Prisma.sql`${name}_newest AS MATERIALIZED (
      SELECT id FROM (SELECT * FROM ${name} WHERE account_id = ${accountId}
                       ORDER BY ${Prisma.raw(order)} DESC LIMIT ${newest}) AS ${as}
       WHERE ${matches(inText)} LIMIT ${compared}),
    ${name}_ids AS MATERIALIZED (
      SELECT id FROM ${name}_newest
      UNION (SELECT id FROM ${name} ${as} WHERE account_id = ${accountId} AND ${matches(inIndex)}
               AND (SELECT count(*) FROM ${name}_newest) < ${compared} LIMIT ${mostRead})
      ${Prisma.join([Prisma.empty, ...others.map((other) => Prisma.sql`UNION (${other})`)], ' ')})`;
}

const shortened = (column: Prisma.Sql) => Prisma.sql`left(split_part(btrim(${column}), E'\n', 1), 120)`;
const detailsOf = (...texts: Prisma.Sql[]) =>
  Prisma.sql`array_remove(array_remove(ARRAY[${Prisma.join(texts)}]::text[], ''), NULL)`;

interface Group {
  kind: SearchHit['kind'];
  title: Prisma.Sql;
  details: Prisma.Sql;
  day?: Prisma.Sql;
  mark?: Prisma.Sql;
  deviceId?: Prisma.Sql;
  customerId?: Prisma.Sql;
  from: Prisma.Sql;
  order: Prisma.Sql;
  id: Prisma.Sql;
}

const none = Prisma.sql`NULL`;
const groupOf = (group: Group) => {
  const { kind, id, title, details, day = none, mark = none, from, order } = group;
  const { deviceId = none, customerId = none } = group;
  return Prisma.sql`(SELECT ${kind} AS kind, row_number() OVER (ORDER BY ${order})::int AS place, ${id} AS id,
      ${title} AS title, ${details} AS details, (${day})::text AS day, (${mark})::text AS mark,
      (${deviceId})::int AS "deviceId", (${customerId})::int AS "customerId"
    ${from} ORDER BY place LIMIT ${mostHits})`;
};

interface Row extends SearchHit {
  place: number;
}

async function findHits(
  deps: Deps,
  ctx: Ctx,
  { text, key: exact }: { text: string; key: string },
  words: Word[],
): Promise<SearchHit[]> {
  const { accountId, timezone } = ctx;
  const key = Prisma.sql`${exact}::text`;
  /** Whether the name is the text, and whether it has all words: these come first. */
  const byName = (name: Prisma.Sql) => Prisma.sql`serial_key(${name}) = ${key} DESC,
    (${hasAll(inText, Prisma.sql`(' ' || search_words(${name}) || ' ' || serial_key(${name}))`, words)}) DESC`;
  const hasMachine = (word: Word) => Prisma.sql`EXISTS (
    SELECT FROM visit_device x JOIN device d ON d.account_id = ${accountId} AND d.id = x.device_id
     WHERE x.account_id = ${accountId} AND x.visit_id = v.id AND ${inText(Prisma.sql`d.search`, word)})`;
  const machinesOf = (table: 'service' | 'visit', owner: Prisma.Sql) => Prisma.sql`(
    SELECT string_agg(d.name, ', ' ORDER BY x.position)
      FROM ${Prisma.raw(`${table}_device`)} x JOIN device d ON d.account_id = ${accountId} AND d.id = x.device_id
     WHERE x.account_id = ${accountId} AND x.${Prisma.raw(`${table}_id`)} = ${owner})`;
  const ids = (table: string) => Prisma.raw(`(SELECT id FROM ${table}_ids)`);

  const parts = [
    candidates(ctx, {
      table: 'device',
      alias: 'd',
      matches: (has) => hasAll(has, Prisma.sql`d.search`, words),
      others: [
        Prisma.sql`SELECT id FROM device WHERE account_id = ${accountId} AND serial_number <> ''
          AND serial_key(serial_number) = nullif(${key}, '') LIMIT ${mostHits}`,
        Prisma.sql`SELECT id FROM device WHERE account_id = ${accountId} AND serial_key(name) = ${key} LIMIT ${mostHits}`,
      ],
    }),
    candidates(ctx, {
      table: 'customer',
      alias: 'k',
      matches: (has) => hasAll(has, Prisma.sql`k.search`, words),
      others: [
        Prisma.sql`SELECT id FROM customer
          WHERE account_id = ${accountId} AND lower(btrim(short_name)) = lower(btrim(${text}))`,
      ],
    }),
    candidates(ctx, {
      table: 'customer_contact',
      alias: 'p',
      matches: (has) =>
        ownOrRelated(
          has,
          words,
          Prisma.sql`p.search`,
          (
            word,
          ) => Prisma.sql`EXISTS (SELECT FROM customer k WHERE k.account_id = ${accountId} AND k.id = p.customer_id
          AND ${inText(Prisma.sql`k.search`, word)})`,
        ),
    }),
    candidates(ctx, {
      table: 'service',
      alias: 's',
      order: 'date',
      matches: (has) => hasAll(has, Prisma.sql`s.search`, words),
      others: protocolOfNumber(accountId, text),
    }),
    candidates(ctx, {
      table: 'visit',
      alias: 'v',
      matches: (has) =>
        ownOrRelated(has, words, Prisma.sql`v.search`, (word) =>
          or([
            hasMachine(word),
            Prisma.sql`EXISTS (SELECT FROM customer k WHERE k.account_id = ${accountId} AND k.id = v.customer_id
            AND ${inText(Prisma.sql`k.search`, word)})`,
          ]),
        ),
      // A visit often has no text: it is found by its machines and its customer.
      others: [
        Prisma.sql`SELECT visit_id FROM visit_device WHERE account_id = ${accountId}
          AND device_id IN ${ids('device')} ORDER BY visit_id DESC LIMIT ${compared}`,
        Prisma.sql`SELECT id FROM visit WHERE account_id = ${accountId}
          AND customer_id IN ${ids('customer')} ORDER BY id DESC LIMIT ${compared}`,
      ],
    }),
    candidates(ctx, {
      table: 'todo',
      alias: 't',
      matches: (has) =>
        ownOrRelated(
          has,
          words,
          Prisma.sql`t.search`,
          (
            word,
          ) => Prisma.sql`(EXISTS (SELECT FROM app_user u WHERE u.account_id = ${accountId} AND u.id = t.assignee_id
            AND ${inText(personWords, word)})
          OR EXISTS (SELECT FROM service s WHERE s.account_id = ${accountId} AND s.id = t.service_id
            AND ${inText(Prisma.sql`s.search`, word)}))`,
        ),
    }),
    candidates(ctx, {
      table: 'incident',
      alias: 'i',
      matches: (has) =>
        Prisma.sql`i.service_id IS NULL AND ${ownOrRelated(
          has,
          words,
          Prisma.sql`i.search`,
          (
            word,
          ) => Prisma.sql`EXISTS (SELECT FROM device d WHERE d.account_id = ${accountId} AND d.id = i.device_id
          AND ${inText(Prisma.sql`d.search`, word)})`,
        )}`,
    }),
  ];

  const groups = [
    groupOf({
      kind: 'device',
      id: Prisma.sql`d.id`,
      title: Prisma.sql`d.name`,
      details: detailsOf(Prisma.sql`d.serial_number`, Prisma.sql`k.short_name`, Prisma.sql`d.city`),
      mark: Prisma.sql`CASE WHEN d.archived_at IS NOT NULL THEN 'ARCHIVED' END`,
      customerId: Prisma.sql`d.customer_id`,
      from: Prisma.sql`FROM device d JOIN customer k ON k.account_id = ${accountId} AND k.id = d.customer_id
        WHERE d.account_id = ${accountId} AND d.id IN ${ids('device')}`,
      order: Prisma.sql`d.archived_at IS NOT NULL, serial_key(d.serial_number) = ${key} DESC,
        ${byName(Prisma.sql`d.name`)}, d.id DESC`,
    }),
    groupOf({
      kind: 'customer',
      id: Prisma.sql`k.id`,
      title: Prisma.sql`k.short_name`,
      details: detailsOf(
        Prisma.sql`nullif(k.full_name, k.short_name)`,
        Prisma.sql`k.city`,
        Prisma.sql`k.phone_number`,
      ),
      from: Prisma.sql`FROM customer k WHERE k.account_id = ${accountId} AND k.id IN ${ids('customer')}`,
      order: Prisma.sql`${byName(Prisma.sql`k.short_name`)}, ${byName(Prisma.sql`k.full_name`)}, k.id DESC`,
    }),
    groupOf({
      kind: 'contact',
      id: Prisma.sql`p.id`,
      title: Prisma.sql`p.name`,
      details: detailsOf(Prisma.sql`p.role`, Prisma.sql`k.short_name`, Prisma.sql`p.phone`),
      customerId: Prisma.sql`p.customer_id`,
      from: Prisma.sql`FROM customer_contact p
        JOIN customer k ON k.account_id = ${accountId} AND k.id = p.customer_id
        WHERE p.account_id = ${accountId} AND p.id IN ${ids('customer_contact')}`,
      order: Prisma.sql`${byName(Prisma.sql`p.name`)}, p.is_main DESC, p.id DESC`,
    }),
    groupOf({
      kind: 'service',
      id: Prisma.sql`s.id`,
      title: protocolNumber,
      details: detailsOf(
        Prisma.sql`k.short_name`,
        machinesOf('service', Prisma.sql`s.id`),
        shortened(Prisma.sql`s.fault_description`),
      ),
      day: Prisma.sql`(s.date AT TIME ZONE ${timezone})::date`,
      mark: Prisma.sql`CASE WHEN s.withdrawn_at IS NOT NULL THEN 'WITHDRAWN' END`,
      deviceId: Prisma.sql`SELECT x.device_id FROM service_device x
        WHERE x.account_id = ${accountId} AND x.service_id = s.id ORDER BY x.position LIMIT 1`,
      from: Prisma.sql`FROM service s JOIN customer k ON k.account_id = ${accountId} AND k.id = s.customer_id
        WHERE s.account_id = ${accountId} AND s.id IN ${ids('service')}`,
      order: Prisma.sql`s.id IN (${Prisma.join([...protocolOfNumber(accountId, text), Prisma.sql`SELECT NULL::int`], ' UNION ')})
          IS TRUE DESC, serial_key(${protocolNumber}) = ${key} DESC, s.withdrawn_at IS NOT NULL, s.date DESC, s.id DESC`,
    }),
    groupOf({
      kind: 'visit',
      id: Prisma.sql`v.id`,
      title: Prisma.sql`coalesce(nullif(${shortened(Prisma.sql`v.text`)}, ''), k.short_name)`,
      details: detailsOf(
        Prisma.sql`CASE WHEN btrim(v.text) <> '' THEN k.short_name END`,
        machinesOf('visit', Prisma.sql`v.id`),
      ),
      day: Prisma.sql`v.day`,
      mark: Prisma.sql`CASE WHEN v.state IN ('DONE', 'CANCELLED') THEN v.state::text END`,
      from: Prisma.sql`FROM visit v JOIN customer k ON k.account_id = ${accountId} AND k.id = v.customer_id
        WHERE v.account_id = ${accountId} AND v.id IN ${ids('visit')}`,
      order: Prisma.sql`v.state IN ('DONE', 'CANCELLED'), v.day DESC, v.id DESC`,
    }),
    groupOf({
      kind: 'todo',
      id: Prisma.sql`t.id`,
      title: shortened(Prisma.sql`t.description`),
      details: detailsOf(Prisma.sql`k.short_name`, Prisma.sql`btrim(u.first_name || ' ' || u.last_name)`),
      day: Prisma.sql`t.date`,
      mark: Prisma.sql`CASE WHEN t.status = 'DONE' THEN 'DONE' END`,
      from: Prisma.sql`FROM todo t
        LEFT JOIN app_user u ON u.account_id = ${accountId} AND u.id = t.assignee_id
        LEFT JOIN service s ON s.account_id = ${accountId} AND s.id = t.service_id
        LEFT JOIN customer k ON k.account_id = ${accountId} AND k.id = s.customer_id
        WHERE t.account_id = ${accountId} AND t.id IN ${ids('todo')}`,
      order: Prisma.sql`t.status = 'DONE', t.id DESC`,
    }),
    groupOf({
      kind: 'incident',
      id: Prisma.sql`i.id`,
      title: shortened(Prisma.sql`i.text`),
      details: detailsOf(Prisma.sql`d.name`, Prisma.sql`k.short_name`),
      day: Prisma.sql`(i.date AT TIME ZONE ${timezone})::date`,
      deviceId: Prisma.sql`i.device_id`,
      from: Prisma.sql`FROM incident i JOIN device d ON d.account_id = ${accountId} AND d.id = i.device_id
        JOIN customer k ON k.account_id = ${accountId} AND k.id = d.customer_id
        WHERE i.account_id = ${accountId} AND i.id IN ${ids('incident')}`,
      order: Prisma.sql`i.date DESC, i.id DESC`,
    }),
    groupOf({
      kind: 'employee',
      id: Prisma.sql`u.id`,
      title: Prisma.sql`btrim(u.first_name || ' ' || u.last_name)`,
      details: detailsOf(Prisma.sql`u.position`, Prisma.sql`u.email`),
      mark: Prisma.sql`CASE WHEN NOT u.active THEN 'INACTIVE' END`,
      from: Prisma.sql`FROM app_user u WHERE u.account_id = ${accountId} AND ${hasAll(inText, personWords, words)}`,
      order: Prisma.sql`NOT u.active, ${byName(Prisma.sql`(u.first_name || ' ' || u.last_name)`)}, u.last_name, u.id`,
    }),
  ];

  const rows = await deps.db.read<Row>(
    ctx,
    Prisma.sql`WITH ${Prisma.join(parts, ', ')} ${Prisma.join(groups, ' UNION ALL ')}`,
  );
  const order = ({ kind, place }: Row) => searchKinds.indexOf(kind) * (mostHits + 1) + place;
  return rows.sort((one, other) => order(one) - order(other));
}

const personWords = Prisma.sql`(' ' || search_words(concat_ws(' ', u.first_name, u.last_name, u.position, u.email)))`;

/** As documents show it. */
const protocolNumber = Prisma.sql`(s.number || s.number_extension || '/' || lpad(s.month::text, 2, '0') || '/' || s.year)`;

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
