/** Finding machines: every filter of the specification, free text, order and page in one statement. */
import {
  attentionStatuses,
  type Device,
  type DeviceFilter,
  type DeviceIds,
  type DeviceSearch,
  deviceStatuses,
  maxNames,
  type SameSerialNumber,
  statusWeight,
} from '@servicebook/shared/device';
import { type Language, maxChosen, type Page } from '@servicebook/shared/primitives';
import { warrantyKindOf, warrantyKinds } from '@servicebook/shared/warranty';
import type { Deps } from '../../deps.ts';
import { Prisma } from '../../generated/prisma/client.ts';
import { countriesNamed } from '../../platform/country-search.ts';
import type { Ctx } from '../../platform/ctx.ts';
import { namedCodes } from '../../platform/named-codes.ts';
import {
  contains,
  everyWord,
  inOrder,
  isChosen,
  isNamed,
  isOneOf,
  mapPage,
  type Order,
  orderBy,
  ordered,
  readBatches,
  readJson,
  readPage,
  readTexts,
  type SortColumn,
  selected,
  textMatches,
  textMatchesAnywhere,
} from '../../platform/paged-query.ts';
import { rowKey, scopedAccount } from '../../platform/tenancy.ts';
import { textsOf } from '../../platform/texts.ts';
import { todayIn } from '../../platform/today.ts';

/** A machine as its statement gives it. */
export type DeviceRow = Omit<Device, 'category' | 'customer'> & {
  categoryId: number;
  categoryName: string;
  customerId: number;
  customerShortName: string;
  customerFullName: string;
};

/** Plain texts of a machine: each is read, sorted and filtered by its column. */
const plainTexts = {
  ownNumber: { column: Prisma.sql`d.own_number` },
  manufacturer: { column: Prisma.sql`d.manufacturer`, named: true },
  model: { column: Prisma.sql`d.model`, named: true },
  serialNumber: { column: Prisma.sql`d.serial_number` },
  sourcePower: { column: Prisma.sql`d.source_power` },
} as const satisfies Partial<Record<keyof DeviceFilter & keyof Device, SortColumn>>;
const plainNames = Object.keys(plainTexts) as (keyof typeof plainTexts)[];

const ownColumns = Prisma.sql`d.id, d.name, d.status, d.status_weight AS "statusWeight",
  ${selected(plainTexts)}, d.year_built AS "yearBuilt", d.transfer_date::text AS "transferDate",
  d.warranty, d.warranty_length AS "warrantyLength", d.street_address AS "streetAddress", d.zip_code AS "zipCode",
  d.city, d.country, d.gps_latitude AS "gpsLatitude", d.gps_longitude AS "gpsLongitude",
  d.is_periodic_inspection_enabled AS "isPeriodicInspectionEnabled",
  d.inspection_period_in_months AS "inspectionPeriodInMonths", d.last_service_date::text AS "lastService",
  d.next_inspection_date::text AS "nextInspection", d.warranty_end_date::text AS "warrantyUntil",
  CASE WHEN d.archived_at IS NOT NULL THEN json_build_object('at', d.archived_at, 'reason', d.archived_reason,
    'note', d.archive_note, 'by', (SELECT json_build_object('id', u.id, 'firstName', u.first_name,
      'lastName', u.last_name) FROM app_user u WHERE u.account_id = ${scopedAccount} AND u.id = d.archived_by_id))
    END AS archived, d.revision`;

export const deviceColumns = Prisma.sql`${ownColumns}, c.id AS "categoryId", c.name AS "categoryName",
  k.id AS "customerId", k.short_name AS "customerShortName", k.full_name AS "customerFullName"`;

/** A machine as its contract has it. */
const jsonColumns = Prisma.sql`${ownColumns}, json_build_object('id', c.id, 'name', c.name) AS category,
  json_build_object('id', k.id, 'shortName', k.short_name, 'fullName', k.full_name) AS customer`;

export const deviceTables = Prisma.sql`FROM device d
  JOIN category c ON c.account_id = d.account_id AND c.id = d.category_id
  JOIN customer k ON k.account_id = d.account_id AND k.id = d.customer_id`;

/** The kinds of warranty sort by their names, as they stand in the list. */
const warrantyAsRead = (language: Language) =>
  Prisma.sql`(CASE d.warranty ${Prisma.join(
    warrantyKinds.map(
      (kind) => Prisma.sql`WHEN ${kind} THEN ${textsOf(language, 'device')(`warrantyKinds.${kind}`)}`,
    ),
    ' ',
  )} ELSE d.warranty END)`;

const sortColumns = (language: Language) => ({
  id: { column: Prisma.sql`d.id` },
  status: { column: Prisma.sql`d.status_weight` },
  name: { column: Prisma.sql`d.name`, named: true },
  category: { column: Prisma.sql`c.name`, named: true },
  customer: { column: Prisma.sql`k.short_name`, named: true },
  ...plainTexts,
  yearBuilt: { column: Prisma.sql`d.year_built`, nullable: true },
  transferDate: { column: Prisma.sql`d.transfer_date`, nullable: true },
  warranty: { column: warrantyAsRead(language), named: true },
  warrantyLength: { column: Prisma.sql`d.warranty_length`, nullable: true },
  warrantyUntil: { column: Prisma.sql`d.warranty_end_date`, nullable: true },
  lastService: { column: Prisma.sql`d.last_service_date`, nullable: true },
  nextInspection: { column: Prisma.sql`d.next_inspection_date`, nullable: true },
  streetAddress: { column: Prisma.sql`d.street_address`, named: true },
  zipCode: { column: Prisma.sql`d.zip_code` },
  city: { column: Prisma.sql`d.city`, named: true },
  country: { column: Prisma.sql`d.country` },
});

/** By urgency; of the same urgency the oldest first. */
const byUrgency = inOrder('asc', Prisma.sql`d.status_weight`, Prisma.sql`d.id`);

const yes = Prisma.sql`TRUE`;

/** Still serviced. */
const current = Prisma.sql`d.archived_at IS NULL`;

const attentionWeights = attentionStatuses.map(statusWeight);

/** In danger, broken, faulty, in repair, or its inspection is overdue today, by the account's calendar. */
const needsAttention = ({ clock }: Deps, { accountId }: Ctx): Prisma.Sql =>
  Prisma.sql`(${isOneOf(Prisma.sql`d.status_weight`, attentionWeights)} OR d.next_inspection_date < (
    SELECT ${todayIn(clock, Prisma.sql`timezone`)} FROM account WHERE id = ${accountId}))`;

function conditions(deps: Deps, ctx: Ctx, filter: DeviceFilter): Prisma.Sql[] {
  return [
    Prisma.sql`d.account_id = ${ctx.accountId}`,
    filter.id ? Prisma.sql`d.id = ${filter.id}` : yes,
    isOneOf(Prisma.sql`d.status_weight`, filter.statuses.map(statusWeight)),
    isOneOf(Prisma.sql`d.category_id`, filter.categories),
    isOneOf(Prisma.sql`d.country`, filter.countries),
    contains(Prisma.sql`k.short_name || ' ' || k.full_name`, filter.customer),
    ...plainNames.map((name) => contains(plainTexts[name].column, filter[name])),
    filter.builtFrom === null ? yes : Prisma.sql`d.year_built >= ${filter.builtFrom}`,
    filter.builtTo === null ? yes : Prisma.sql`d.year_built <= ${filter.builtTo}`,
    warrantyContains(ctx, filter.warranty),
    contains(Prisma.sql`d.street_address`, filter.street),
    contains(Prisma.sql`d.zip_code`, filter.zipCode),
    contains(Prisma.sql`d.city`, filter.city),
    filter.dateFrom ? Prisma.sql`d.transfer_date >= ${filter.dateFrom}::date` : yes,
    filter.dateTo ? Prisma.sql`d.transfer_date <= ${filter.dateTo}::date` : yes,
    filter.needsAttention ? needsAttention(deps, ctx) : yes,
    filter.archived ? Prisma.sql`d.archived_at IS NOT NULL` : current,
  ];
}

const statusesNamed = namedCodes(deviceStatuses, (status, language) =>
  textsOf(language, 'device')(`status.${status}`),
);
const warrantiesNamed = namedCodes(warrantyKinds, (kind, language) =>
  textsOf(language, 'device')(`warrantyKinds.${kind}`),
);

/** A warranty whose text contains this one: as the reader sees it, by its code, or as another language names it. */
function warrantyContains({ language }: Ctx, text: string): Prisma.Sql {
  if (text === '') return yes;
  const warranty = Prisma.sql`d.warranty`;
  const kind = warrantyKindOf(text);
  const asRead = everyWord(
    text,
    (word) =>
      Prisma.sql`(${contains(warranty, word)} OR ${isNamed(warranty, warrantiesNamed(language, word))})`,
  );
  return Prisma.sql`(${asRead} OR ${isNamed(warranty, kind ? [kind] : [])})`;
}

/**
 * Matches a machine (`d`): each word by its search column, or by codes that the user sees as names. Each part has an
 * index of its own.
 */
export const matchesDeviceText = ({ language }: Ctx, text: string): Prisma.Sql =>
  everyWord(
    text,
    (word) => Prisma.sql`(${textMatches(Prisma.sql`d.search`, word)}
      OR ${isNamed(Prisma.sql`d.status_weight`, statusesNamed(language, word).map(statusWeight))}
      OR ${isNamed(Prisma.sql`d.country`, countriesNamed(language, word))}
      OR ${isNamed(Prisma.sql`d.warranty`, warrantiesNamed(language, word))})`,
  );

type Found = Omit<DeviceSearch, 'page' | 'size'>;

/** Whether a machine is among the results of a search. */
function matchesDevice(
  deps: Deps,
  ctx: Ctx,
  { text, sort: _, customerId, categoryId, ids, ...filter }: Found,
): Prisma.Sql {
  return Prisma.join(
    [
      ...conditions(deps, ctx, filter),
      customerId ? Prisma.sql`d.customer_id = ${customerId}` : yes,
      isChosen(Prisma.sql`d.id`, ids),
      categoryId ? Prisma.sql`d.category_id = ${categoryId}` : yes,
      matchesDeviceText(ctx, text),
    ],
    ' AND ',
  );
}

const deviceOrder = ({ language }: Ctx, { sort }: Found): Order =>
  sort ? orderBy(sortColumns(language), sort, Prisma.sql`d.id`, language) : byUrgency;

export async function searchDevices(deps: Deps, ctx: Ctx, search: DeviceSearch): Promise<Page<Device>> {
  const { page, size, ...found } = search;
  const where = matchesDevice(deps, ctx, found);
  const rows = await readPage<DeviceRow>(deps.db, ctx, {
    select: deviceColumns,
    from: Prisma.sql`${deviceTables} WHERE ${where}`,
    // Every machine has one category and one customer, so only a filter by the customer's name needs the joins.
    counted: found.customer ? undefined : Prisma.sql`FROM device d WHERE ${where}`,
    order: deviceOrder(ctx, found),
    page,
    size,
  });
  return mapPage(rows, toDevice);
}

/** The first of them, to choose them all. */
export async function findDeviceIds(deps: Deps, ctx: Ctx, filter: DeviceIds): Promise<number[]> {
  const rows = await deps.db.read<{ id: number }>(
    ctx,
    Prisma.sql`SELECT d.id ${deviceTables} WHERE ${matchesDevice(deps, ctx, filter)} ORDER BY d.id LIMIT ${maxChosen}`,
  );
  return rows.map(({ id }) => id);
}

/** All results of a search, for an export. */
export const readAllDevices = (deps: Deps, ctx: Ctx, search: Found): AsyncGenerator<DeviceRow[]> =>
  readBatches<DeviceRow>(deps.db, ctx, {
    select: deviceColumns,
    from: Prisma.sql`${deviceTables} WHERE ${matchesDevice(deps, ctx, search)}`,
    order: deviceOrder(ctx, search),
    id: Prisma.sql`d.id`,
  });

/** How many machines of the account need attention; the indexes of status and next inspection answer it. */
export async function countNeedingAttention(deps: Deps, ctx: Ctx): Promise<number> {
  const [row] = await deps.db.read<{ count: number }>(
    ctx,
    Prisma.sql`SELECT count(*)::int AS count FROM device d
      WHERE d.account_id = ${ctx.accountId} AND ${current} AND ${needsAttention(deps, ctx)}`,
    'machines needing attention',
  );
  return row?.count ?? 0;
}

const mostTwins = 5;

/** Other machines of the account with this serial number. A number without a letter or digit is none. */
export function findBySerialNumber(
  deps: Deps,
  ctx: Ctx,
  { serialNumber, except }: { serialNumber: string; except?: number | null | undefined },
): Promise<SameSerialNumber[]> {
  return deps.db.read<SameSerialNumber>(
    ctx,
    Prisma.sql`SELECT d.id, d.name, d.serial_number AS "serialNumber",
        json_build_object('id', k.id, 'shortName', k.short_name) AS customer
      ${deviceTables}
      WHERE d.account_id = ${ctx.accountId} AND d.serial_number <> ''
        AND serial_key(d.serial_number) = nullif(serial_key(${serialNumber}), '')
        AND d.id <> ${except ?? 0}
      ORDER BY d.id LIMIT ${mostTwins}`,
  );
}

/**
 * The names in use, each once and in order: all of them, or the first that have the words of a text. All come with one
 * statement: they are a small share of what is stored of the machines.
 */
export async function* listDeviceNames(
  deps: Deps,
  ctx: Ctx,
  { text }: { text?: string | undefined },
): AsyncGenerator<Buffer> {
  const isFound =
    text === undefined
      ? Prisma.sql`TRUE`
      : // The first condition is read from the index of the names, and few names are left for the second.
        Prisma.sql`${textMatchesAnywhere(Prisma.sql`serial_key(replace(d.name, '№', ''))`, text)}
          AND ${everyWord(text, (word) => contains(Prisma.sql`d.name`, word))}`;
  yield* await readTexts(
    deps.db,
    ctx,
    Prisma.sql`SELECT json_agg(name ORDER BY place)::text AS text
      FROM (SELECT name, row_number() OVER (ORDER BY name) AS place
        FROM (SELECT DISTINCT d.name FROM device d WHERE d.account_id = ${ctx.accountId} AND ${isFound}
          ORDER BY d.name LIMIT ${text === undefined ? null : maxNames}::int) AS used) AS names
      GROUP BY (place - 1) / 500 ORDER BY min(place)`,
  );
}

export const filterDevices = (deps: Deps, ctx: Ctx, filter: DeviceFilter): AsyncGenerator<Buffer> =>
  readDevicesAsJson(deps, ctx, Prisma.join(conditions(deps, ctx, filter), ' AND '));

/** All machines of the account that are not archived. */
export const listDevices = (deps: Deps, ctx: Ctx): AsyncGenerator<Buffer> =>
  readDevicesAsJson(deps, ctx, Prisma.sql`d.account_id = ${ctx.accountId} AND ${current}`);

/** The same of one customer or one category. @throws when that one is not the account's. */
export async function listDevicesOf(
  deps: Deps,
  ctx: Ctx,
  of: { customerId: number } | { categoryId: number },
): Promise<AsyncGenerator<Buffer>> {
  const db = deps.db.of(ctx);
  const { accountId } = ctx;
  if ('customerId' in of)
    await db.customer.findUniqueOrThrow({ where: rowKey({ accountId }, of.customerId) });
  else await db.category.findUniqueOrThrow({ where: rowKey({ accountId }, of.categoryId) });
  const owner =
    'customerId' in of
      ? Prisma.sql`d.customer_id = ${of.customerId}`
      : Prisma.sql`d.category_id = ${of.categoryId}`;
  return readDevicesAsJson(deps, ctx, Prisma.sql`d.account_id = ${accountId} AND ${owner} AND ${current}`);
}

const readDevicesAsJson = (deps: Deps, ctx: Ctx, where: Prisma.Sql): AsyncGenerator<Buffer> =>
  readJson(deps.db, ctx, {
    select: jsonColumns,
    from: Prisma.sql`${deviceTables} WHERE ${where}`,
    order: byUrgency,
    id: Prisma.sql`d.id`,
  });

/** Those of the account among these ids. */
export async function readDevicesById(deps: Deps, ctx: Ctx, ids: readonly number[]): Promise<Device[]> {
  const rows = await deps.db.read<DeviceRow>(
    ctx,
    Prisma.sql`SELECT ${deviceColumns} ${deviceTables}
      WHERE d.account_id = ${ctx.accountId} AND d.id = ANY(${ids}::int[]) ${ordered(byUrgency)}`,
  );
  return rows.map(toDevice);
}

/** One machine, or null. */
export async function readDevice(deps: Deps, ctx: Ctx, id: number): Promise<Device | null> {
  const [row] = await deps.db.read<DeviceRow>(
    ctx,
    Prisma.sql`SELECT ${deviceColumns} ${deviceTables} WHERE d.account_id = ${ctx.accountId} AND d.id = ${id}`,
    'device',
  );
  return row ? toDevice(row) : null;
}

/** The flat columns stay in the row: the contract drops them at a tenth of the cost of copying. */
const toDevice = (row: DeviceRow): Device => ({
  ...row,
  category: { id: row.categoryId, name: row.categoryName },
  customer: { id: row.customerId, shortName: row.customerShortName, fullName: row.customerFullName },
});
