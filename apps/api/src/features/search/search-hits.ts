/** What the search shows of records, and which of many are shown. */
import { mostHits, type SearchHit, type SearchRecord, searchKinds } from '@servicebook/shared/global-search';
import type { Deps } from '../../deps.ts';
import { Prisma } from '../../generated/prisma/client.ts';
import type { Ctx } from '../../platform/ctx.ts';

/** The words that an employee is found by. */
export const personWords = Prisma.sql`(' ' || search_words(concat_ws(' ', u.first_name, u.last_name, u.position, u.email)) || ' ')`;

/** As documents show it. */
const protocolNumber = Prisma.sql`(s.number || s.number_extension || '/' || lpad(s.month::text, 2, '0') || '/' || s.year)`;

const shortened = (column: Prisma.Sql) => Prisma.sql`left(split_part(btrim(${column}), E'\n', 1), 120)`;
const detailsOf = (...texts: Prisma.Sql[]) =>
  Prisma.sql`array_remove(array_remove(ARRAY[${Prisma.join(texts)}]::text[], ''), NULL)`;

/** A record that a text found. */
export interface Found extends SearchRecord {
  /** Its name or number is the text. */
  exact: boolean;
}

interface Searched {
  /** The text without spaces, as search columns have it. */
  key: string;
  /** A regular expression for each word. */
  words: string[];
}

interface Shown {
  kind: SearchHit['kind'];
  table: string;
  alias: string;
  title: Prisma.Sql;
  details: Prisma.Sql;
  day?: Prisma.Sql;
  mark?: Prisma.Sql;
  deviceId?: Prisma.Sql;
  customerId?: Prisma.Sql;
  joins?: Prisma.Sql;
  /** The best first. */
  order: Prisma.Sql;
}

const none = Prisma.sql`NULL`;
/** So many visits are compared of all that belong to the found machines or customers. */
const mostVisits = 12;
const keyOf = ({ kind, id }: SearchRecord) => `${kind} ${id}`;

/**
 * Records that were found before, as they are now, in the given order. Those that are gone are left out, and so are
 * another account's.
 */
export async function readRecords(deps: Deps, ctx: Ctx, records: SearchRecord[]): Promise<SearchHit[]> {
  if (records.length === 0) return [];
  const found = records.map((record) => ({ ...record, exact: false }));
  const hits = await readHits(deps, ctx, found, { key: '', words: [] }, { each: records.length, visits: 0 });
  const byKey = new Map(hits.map((hit) => [keyOf(hit), hit]));
  return records.flatMap((record) => byKey.get(keyOf(record)) ?? []);
}

/**
 * The best of the found records, a few of each kind, and the visits of found machines and customers: a visit often has
 * no text to be found by.
 */
export const bestHits = (deps: Deps, ctx: Ctx, found: Found[], searched: Searched): Promise<SearchHit[]> =>
  readHits(deps, ctx, found, searched, { each: mostHits, visits: mostVisits });

/**
 * One statement for all kinds, the same for all records and words, and prepared: planning it takes longer than running
 * it. `ANY((SELECT …))` hides the number of ids, so that PostgreSQL does not plan it again for each.
 */
async function readHits(
  deps: Deps,
  ctx: Ctx,
  found: Found[],
  { key, words }: Searched,
  most: { each: number; visits: number },
): Promise<SearchHit[]> {
  const { accountId, timezone } = ctx;
  const idsOf = (kind: SearchHit['kind'], onlyExact = false) => {
    const ids = found.filter((each) => each.kind === kind && (!onlyExact || each.exact)).map(({ id }) => id);
    return Prisma.sql`(SELECT ${[...new Set(ids)]}::int[])::int[]`;
  };
  /** Whether the name is the text, and whether it has all words: these come first. */
  const byName = (name: Prisma.Sql) => Prisma.sql`serial_key(${name}) = ${key}::text DESC,
    (' ' || search_words(${name}) || ' ' || serial_key(${name})) ~ ALL(${words}::text[]) DESC`;
  const idsOfVisits = Prisma.sql`ARRAY(
    SELECT unnest(${idsOf('visit')})
    UNION (SELECT visit_id FROM visit_device WHERE account_id = ${accountId}
            AND device_id = ANY(${idsOf('device')}) ORDER BY visit_id DESC LIMIT ${most.visits})
    UNION (SELECT id FROM visit WHERE account_id = ${accountId}
            AND customer_id = ANY(${idsOf('customer')}) ORDER BY id DESC LIMIT ${most.visits}))`;
  const selectOf = (shown: Shown) => {
    const { kind, alias, title, details, day = none, mark = none, joins = Prisma.empty, order } = shown;
    const { deviceId = none, customerId = none } = shown;
    const [table, as] = [Prisma.raw(`${shown.table} ${alias}`), Prisma.raw(alias)];
    const ids = kind === 'visit' ? idsOfVisits : idsOf(kind);
    return Prisma.sql`SELECT ${kind} AS kind, best.place, ${as}.id, ${title} AS title, ${details} AS details,
        (${day})::text AS day, (${mark})::text AS mark, (${deviceId})::int AS "deviceId", (${customerId})::int AS "customerId"
      FROM (SELECT ${as}.id, row_number() OVER (ORDER BY ${order}) AS place FROM ${table}
             WHERE ${as}.account_id = ${accountId} AND ${as}.id = ANY(${ids}) ORDER BY place LIMIT ${most.each}) AS best
      JOIN ${table} ON ${as}.account_id = ${accountId} AND ${as}.id = best.id ${joins}`;
  };
  const machinesOf = (table: 'service' | 'visit', owner: Prisma.Sql) => Prisma.sql`(
    SELECT string_agg(d.name, ', ' ORDER BY x.position)
      FROM ${Prisma.raw(`${table}_device`)} x JOIN device d ON d.account_id = ${accountId} AND d.id = x.device_id
     WHERE x.account_id = ${accountId} AND x.${Prisma.raw(`${table}_id`)} = ${owner})`;
  const all: Shown[] = [
    {
      ...{ kind: 'device', table: 'device', alias: 'd' },
      title: Prisma.sql`d.name`,
      details: detailsOf(Prisma.sql`d.serial_number`, Prisma.sql`k.short_name`, Prisma.sql`d.city`),
      mark: Prisma.sql`CASE WHEN d.archived_at IS NOT NULL THEN 'ARCHIVED' END`,
      customerId: Prisma.sql`d.customer_id`,
      joins: Prisma.sql`JOIN customer k ON k.account_id = ${accountId} AND k.id = d.customer_id`,
      order: Prisma.sql`d.archived_at IS NOT NULL, serial_key(d.serial_number) = ${key}::text DESC,
        ${byName(Prisma.sql`d.name`)}, d.id DESC`,
    },
    {
      ...{ kind: 'customer', table: 'customer', alias: 'k' },
      title: Prisma.sql`k.short_name`,
      details: detailsOf(
        Prisma.sql`nullif(k.full_name, k.short_name)`,
        Prisma.sql`k.city`,
        Prisma.sql`k.phone_number`,
      ),
      order: Prisma.sql`${byName(Prisma.sql`k.short_name`)}, ${byName(Prisma.sql`k.full_name`)}, k.id DESC`,
    },
    {
      ...{ kind: 'contact', table: 'customer_contact', alias: 'p' },
      title: Prisma.sql`p.name`,
      details: detailsOf(Prisma.sql`p.role`, Prisma.sql`k.short_name`, Prisma.sql`p.phone`),
      customerId: Prisma.sql`p.customer_id`,
      joins: Prisma.sql`JOIN customer k ON k.account_id = ${accountId} AND k.id = p.customer_id`,
      order: Prisma.sql`${byName(Prisma.sql`p.name`)}, p.is_main DESC, p.id DESC`,
    },
    {
      ...{ kind: 'service', table: 'service', alias: 's' },
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
      joins: Prisma.sql`JOIN customer k ON k.account_id = ${accountId} AND k.id = s.customer_id`,
      order: Prisma.sql`s.id = ANY(${idsOf('service', true)}) DESC, serial_key(${protocolNumber}) = ${key}::text DESC,
        s.withdrawn_at IS NOT NULL, s.date DESC, s.id DESC`,
    },
    {
      ...{ kind: 'visit', table: 'visit', alias: 'v' },
      title: Prisma.sql`coalesce(nullif(${shortened(Prisma.sql`v.text`)}, ''), k.short_name)`,
      details: detailsOf(
        Prisma.sql`CASE WHEN btrim(v.text) <> '' THEN k.short_name END`,
        machinesOf('visit', Prisma.sql`v.id`),
      ),
      day: Prisma.sql`v.day`,
      mark: Prisma.sql`CASE WHEN v.state IN ('DONE', 'CANCELLED') THEN v.state::text END`,
      joins: Prisma.sql`JOIN customer k ON k.account_id = ${accountId} AND k.id = v.customer_id`,
      order: Prisma.sql`v.state IN ('DONE', 'CANCELLED'), v.day DESC, v.id DESC`,
    },
    {
      ...{ kind: 'todo', table: 'todo', alias: 't' },
      title: shortened(Prisma.sql`t.description`),
      details: detailsOf(Prisma.sql`k.short_name`, Prisma.sql`btrim(u.first_name || ' ' || u.last_name)`),
      day: Prisma.sql`t.date`,
      mark: Prisma.sql`CASE WHEN t.status = 'DONE' THEN 'DONE' END`,
      joins: Prisma.sql`LEFT JOIN app_user u ON u.account_id = ${accountId} AND u.id = t.assignee_id
        LEFT JOIN service s ON s.account_id = ${accountId} AND s.id = t.service_id
        LEFT JOIN customer k ON k.account_id = ${accountId} AND k.id = s.customer_id`,
      order: Prisma.sql`t.status = 'DONE', t.id DESC`,
    },
    {
      ...{ kind: 'incident', table: 'incident', alias: 'i' },
      title: shortened(Prisma.sql`i.text`),
      details: detailsOf(Prisma.sql`d.name`, Prisma.sql`k.short_name`),
      day: Prisma.sql`(i.date AT TIME ZONE ${timezone})::date`,
      deviceId: Prisma.sql`i.device_id`,
      joins: Prisma.sql`JOIN device d ON d.account_id = ${accountId} AND d.id = i.device_id
        JOIN customer k ON k.account_id = ${accountId} AND k.id = d.customer_id`,
      order: Prisma.sql`i.date DESC, i.id DESC`,
    },
    {
      ...{ kind: 'employee', table: 'app_user', alias: 'u' },
      title: Prisma.sql`btrim(u.first_name || ' ' || u.last_name)`,
      details: detailsOf(Prisma.sql`u.position`, Prisma.sql`u.email`),
      mark: Prisma.sql`CASE WHEN NOT u.active THEN 'INACTIVE' END`,
      order: Prisma.sql`NOT u.active, ${byName(Prisma.sql`(u.first_name || ' ' || u.last_name)`)}, u.last_name, u.id`,
    },
  ];
  const rows = await deps.db.read<SearchHit & { place: string }>(
    ctx,
    Prisma.join(all.map(selectOf), ' UNION ALL '),
    'best hits of a search',
  );
  const order = ({ kind, place }: (typeof rows)[number]) => searchKinds.indexOf(kind) * 1000 + Number(place);
  return rows.sort((one, other) => order(one) - order(other)).map(({ place: _, ...hit }) => hit);
}
