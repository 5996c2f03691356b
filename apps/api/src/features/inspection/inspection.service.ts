/**
 * All machines' inspections at a glance. The days are kept in the machines' rows by the database (see the migration
 * inspection_dates), so that an overview sorts and counts by an index however many machines there are.
 */

import { addressLine } from '@servicebook/i18n/names.ts';
import { dateIn } from '@servicebook/shared/calendar';
import { closestZoom, type MapArea } from '@servicebook/shared/geo';
import {
  type InspectionCalendarFilter,
  type InspectionCluster,
  type InspectionExport,
  type InspectionMapFilter,
  type InspectionMapPart,
  type InspectionPoint,
  type InspectionRow,
  type InspectionSearch,
  maxNamesPerDay,
  maxPoints,
  soonDays,
} from '@servicebook/shared/inspection-overview';
import type { MachineName } from '@servicebook/shared/machine-name';
import { maxChosen, type Page } from '@servicebook/shared/primitives';
import type { Deps } from '../../deps.ts';
import { Prisma } from '../../generated/prisma/client.ts';
import { AppError } from '../../platform/app-error.ts';
import type { Ctx } from '../../platform/ctx.ts';
import type { FileAnswer } from '../../platform/file-transfer.ts';
import {
  isChosen,
  isOneOf,
  mapPage,
  orderBy,
  ordered,
  readBatches,
  readPage,
} from '../../platform/paged-query.ts';
import { tableColumns, tableFile } from '../../platform/table-file.ts';
import { scopedAccount } from '../../platform/tenancy.ts';
import { textsOf } from '../../platform/texts.ts';
import { matchesDeviceText } from '../device/device-search.ts';
import { isNear, placedMachines } from '../geo/machine-point.ts';
import { gridOf, inCells, isInGrid, opensAt, spread } from '../geo/map-grid.ts';
import { isOpen } from '../visit-news/visit-rows.ts';

interface Row extends Omit<InspectionRow, 'device'>, Omit<InspectionRow['device'], 'category' | 'customer'> {
  categoryId: number;
  categoryName: string;
  customerId: number;
  customerShortName: string;
}

/** The account's calendar: its timezone decides the current day. */
interface Today {
  today: string;
  timezone: string;
}

async function readToday(deps: Deps, { accountId }: Ctx): Promise<Today> {
  const [account] = await deps.db.read<{ timezone: string }>(
    { accountId },
    Prisma.sql`SELECT timezone FROM account WHERE id = ${accountId}`,
    'account timezone',
  );
  if (!account) throw new AppError('NOT_FOUND');
  const { timezone } = account;
  return { today: dateIn(deps.clock().toISOString(), timezone), timezone };
}

/** Whether one of the machine's inspections was done within its warranty. */
const doneInWarranty = (timezone: Prisma.Sql) => Prisma.sql`(EXISTS (
  SELECT FROM service_device sd JOIN service s ON s.account_id = sd.account_id AND s.id = sd.service_id
   WHERE sd.account_id = ${scopedAccount} AND sd.device_id = d.id
     AND s.state = 'SIGNED' AND s.withdrawn_at IS NULL AND 'PERIODIC_INSPECTION' = ANY (s.types)
     AND (s.date AT TIME ZONE ${timezone})::date BETWEEN d.transfer_date AND d.warranty_end_date)
  OR EXISTS (
  SELECT FROM past_service p
   WHERE p.account_id = ${scopedAccount} AND p.device_id = d.id AND 'PERIODIC_INSPECTION' = ANY (p.types)
     AND p.date BETWEEN d.transfer_date AND d.warranty_end_date))`;

/** The open visits that inspect machine `d`. */
const inspectingVisits = Prisma.sql`FROM visit_device x
  JOIN visit v ON v.account_id = x.account_id AND v.id = x.visit_id
 WHERE x.account_id = ${scopedAccount} AND x.device_id = d.id
   AND ${isOpen} AND 'PERIODIC_INSPECTION' = ANY (v.types)`;

/** What the overview says of machine `d` that does not depend on the day. @param timezone of the account */
export const inspectionFacts = (timezone: Prisma.Sql) => Prisma.sql`
  d.last_inspection_date::text AS "lastInspection",
  coalesce(d.next_inspection_date > d.warranty_end_date AND d.last_inspection_date IS NOT NULL
    AND ${doneInWarranty(timezone)}, FALSE) AS "lastWarrantyInspectionDone",
  (SELECT json_build_object('id', v.id, 'day', v.day, 'technicians', coalesce((
      SELECT json_agg(json_build_object('id', u.id, 'firstName', u.first_name, 'lastName', u.last_name)
               ORDER BY t.position)
        FROM visit_technician t JOIN app_user u ON u.account_id = t.account_id AND u.id = t.user_id
       WHERE t.account_id = ${scopedAccount} AND t.visit_id = v.id), '[]'))
    ${inspectingVisits} ORDER BY v.day NULLS LAST, v.id LIMIT 1) AS planned`;

const columns = ({
  today,
  timezone,
}: Today) => Prisma.sql`d.id, d.name, d.status, d.serial_number AS "serialNumber",
  d.street_address AS "streetAddress", d.zip_code AS "zipCode", d.city, d.country,
  d.transfer_date::text AS "transferDate",
  d.next_inspection_date::text AS "nextInspection",
  d.next_inspection_date - ${today}::date AS "daysToNextInspection",
  d.warranty_end_date - ${today}::date AS "daysToEndWarranty",
  ${inspectionFacts(Prisma.sql`${timezone}`)}, c.id AS "categoryId", c.name AS "categoryName", k.id AS "customerId", k.short_name AS "customerShortName"`;

const machines = Prisma.sql`FROM device d`;
const tables = Prisma.sql`${machines}
  JOIN category c ON c.account_id = d.account_id AND c.id = d.category_id
  JOIN customer k ON k.account_id = d.account_id AND k.id = d.customer_id`;

const sortColumns = {
  name: { column: Prisma.sql`d.name`, named: true },
  status: { column: Prisma.sql`d.status_weight` },
  category: { column: Prisma.sql`c.name`, named: true },
  customer: { column: Prisma.sql`k.short_name`, named: true },
  city: { column: Prisma.sql`d.city`, named: true },
  transferDate: { column: Prisma.sql`d.transfer_date`, nullable: true },
  lastInspection: { column: Prisma.sql`d.last_inspection_date`, nullable: true },
  daysToNextInspection: { column: Prisma.sql`d.next_inspection_date`, nullable: true },
  daysToEndWarranty: { column: Prisma.sql`d.warranty_end_date`, nullable: true },
};
const orderOf = (
  { language }: Ctx,
  { sort = { by: 'daysToNextInspection', direction: 'asc' } }: Pick<InspectionSearch, 'sort'>,
) => orderBy(sortColumns, sort, Prisma.sql`d.id`, language);

function matches(ctx: Ctx, { today }: Today, filter: Partial<InspectionMapFilter>): Prisma.Sql {
  const { text = '', onlyActual, due, planned, ids, categoryId, customerId, near, dateFrom, dateTo } = filter;
  const conditions = [
    Prisma.sql`d.account_id = ${ctx.accountId} AND d.is_periodic_inspection_enabled AND d.archived_at IS NULL`,
  ];
  if (onlyActual)
    conditions.push(Prisma.sql`(d.warranty_end_date IS NULL OR d.warranty_end_date > ${today}::date)`);
  if (due === 'OVERDUE') conditions.push(Prisma.sql`d.next_inspection_date < ${today}::date`);
  if (due === 'SOON')
    conditions.push(
      Prisma.sql`d.next_inspection_date BETWEEN ${today}::date AND ${today}::date + ${soonDays}::int`,
    );
  if (dateFrom) conditions.push(Prisma.sql`d.next_inspection_date >= ${dateFrom}::date`);
  if (dateTo) conditions.push(Prisma.sql`d.next_inspection_date <= ${dateTo}::date`);
  if (planned === 'PLANNED') conditions.push(Prisma.sql`EXISTS (SELECT ${inspectingVisits})`);
  if (planned === 'UNPLANNED') conditions.push(Prisma.sql`NOT EXISTS (SELECT ${inspectingVisits})`);
  if (ids) conditions.push(isOneOf(Prisma.sql`d.id`, ids));
  if (categoryId) conditions.push(Prisma.sql`d.category_id = ${categoryId}`);
  if (customerId) conditions.push(Prisma.sql`d.customer_id = ${customerId}`);
  if (near) conditions.push(isNear(near));
  if (text) conditions.push(matchesDeviceText(ctx, text));
  return Prisma.join(conditions, ' AND ');
}

/** All of them, as specified. For a long list, searching or exporting is better. */
export async function* listInspections(
  deps: Deps,
  ctx: Ctx,
  onlyActual: boolean,
): AsyncGenerator<InspectionRow[]> {
  const batches = readInspectionBatches(deps, ctx, await readToday(deps, ctx), { onlyActual });
  for await (const rows of batches) yield rows.map(toInspectionRow);
}

const readInspectionBatches = (
  deps: Deps,
  ctx: Ctx,
  today: Today,
  { sort, ...filter }: Partial<InspectionMapFilter> & Pick<InspectionSearch, 'sort'>,
): AsyncGenerator<Row[]> =>
  readBatches<Row>(deps.db, ctx, {
    select: columns(today),
    from: Prisma.sql`${tables} WHERE ${matches(ctx, today, filter)}`,
    order: orderOf(ctx, { sort }),
    id: Prisma.sql`d.id`,
  });

export async function searchInspections(
  deps: Deps,
  ctx: Ctx,
  search: InspectionSearch,
): Promise<Page<InspectionRow>> {
  const today = await readToday(deps, ctx);
  const where = matches(ctx, today, search);
  const rows = await readPage<Row>(deps.db, ctx, {
    select: columns(today),
    from: Prisma.sql`${tables} WHERE ${where}`,
    counted: Prisma.sql`${machines} WHERE ${where}`,
    order: orderOf(ctx, search),
    page: search.page,
    size: search.size,
  });
  return mapPage(rows, toInspectionRow);
}

/** The most urgent of what is found, to choose them all. */
export async function findInspectionIds(
  deps: Deps,
  ctx: Ctx,
  filter: InspectionMapFilter,
): Promise<number[]> {
  const today = await readToday(deps, ctx);
  const rows = await deps.db.read<{ id: number }>(
    ctx,
    Prisma.sql`SELECT d.id ${tables} WHERE ${matches(ctx, today, filter)} ${ordered(orderOf(ctx, {}))} LIMIT ${maxChosen}`,
  );
  return rows.map(({ id }) => id);
}

/** Everything that is found, as a table to take along. @throws AppError EXPORT_TOO_LARGE */
export async function exportInspections(
  deps: Deps,
  ctx: Ctx,
  { format, ...search }: InspectionExport,
): Promise<FileAnswer> {
  const today = await readToday(deps, ctx);
  const texts = textsOf(ctx.language, 'inspection-overview');
  const statuses = textsOf(ctx.language, 'device');
  const { text, number, date } = tableColumns<Row>((key) => texts(`columns.${key}`));
  return tableFile<Row>(deps, ctx, format, {
    name: texts('title'),
    columns: [
      text('name'),
      text('serialNumber'),
      text('status', ({ status }) => statuses(`status.${status}`)),
      text('category', ({ categoryName }) => categoryName),
      text('customer', ({ customerShortName }) => customerShortName),
      text('address', (row) => addressLine(row, row.country ?? '')),
      date('transferDate'),
      date('lastInspection'),
      date('nextInspection'),
      number('daysToNextInspection'),
      number('daysToEndWarranty'),
    ],
    batches: readInspectionBatches(deps, ctx, today, search),
  });
}

/** The most urgent of `placedMachines`. */
const readPlaced = (deps: Deps, ctx: Ctx, { today }: Today, placed: Prisma.Sql): Promise<InspectionPoint[]> =>
  deps.db.read<InspectionPoint>(
    ctx,
    Prisma.sql`SELECT d.id, d.name, d.serial_number AS "serialNumber", k.short_name AS customer,
        placed.latitude, placed.longitude, placed.is_customers AS "isCustomers",
        d.next_inspection_date::text AS "nextInspection",
        d.next_inspection_date - ${today}::date AS "daysToNextInspection"
      FROM ${placed}
      JOIN device d ON d.account_id = ${ctx.accountId} AND d.id = placed.id
      JOIN customer k ON k.account_id = d.account_id AND k.id = d.customer_id
      ${ordered(orderOf(ctx, {}))} LIMIT ${maxPoints}`,
  );

interface Extent extends Record<keyof MapArea, number | null> {
  total: number;
  placed: number;
}

/** All points of a search if they are few; otherwise a map asks for the part that it shows. */
export async function readInspectionPoints(
  deps: Deps,
  ctx: Ctx,
  filter: InspectionMapFilter,
): Promise<{ total: number; placed: number; area: MapArea | null; points: InspectionPoint[] }> {
  const today = await readToday(deps, ctx);
  const where = matches(ctx, today, filter);
  const [extent] = await deps.db.read<Extent>(
    ctx,
    Prisma.sql`SELECT (SELECT count(*)::int ${machines} WHERE ${where}) AS total, count(*)::int AS placed,
        min(longitude) AS west, min(latitude) AS south, max(longitude) AS east, max(latitude) AS north
      FROM ${placedMachines(where)}`,
  );
  const { total = 0, placed = 0, ...area } = extent ?? {};
  const isFew = placed > 0 && placed <= maxPoints;
  return {
    total,
    placed,
    area: placed > 0 ? (area as MapArea) : null,
    points: isFew ? await readPlaced(deps, ctx, today, placedMachines(where)) : [],
  };
}

interface Cell extends Omit<InspectionCluster, 'opensAt'> {
  /** One of its machines. */
  id: number;
  spread: number;
}

/** The points of a part of a map. If they are many, cells count them, and only a machine alone in its cell is named. */
export async function readInspectionPointsInPart(
  deps: Deps,
  ctx: Ctx,
  { part, ...filter }: InspectionMapPart,
): Promise<{ points: InspectionPoint[]; clusters: InspectionCluster[] }> {
  const today = await readToday(deps, ctx);
  const grid = gridOf(part);
  const placed = (which: Prisma.Sql) =>
    placedMachines(Prisma.sql`${matches(ctx, today, filter)} AND ${which}`, isInGrid(grid));
  const readPoints = (which = Prisma.sql`TRUE`) => readPlaced(deps, ctx, today, placed(which));
  const readCells = (which = Prisma.sql`TRUE`): Promise<Cell[]> =>
    deps.db.read<Cell>(
      ctx,
      Prisma.sql`SELECT round(avg(latitude)::numeric, 6)::float AS latitude,
          round(avg(longitude)::numeric, 6)::float AS longitude, count(*)::int AS count,
          (count(*) FILTER (WHERE next_inspection_date < ${today.today}::date))::int AS overdue,
          (count(*) FILTER (WHERE next_inspection_date
             BETWEEN ${today.today}::date AND ${today.today}::date + ${soonDays}::int))::int AS soon,
          min(id) AS id, ${spread} AS spread
        FROM ${inCells(grid, placed(which))} GROUP BY cell ORDER BY cell`,
    );
  const cells = await readCells();
  const count = cells.reduce((sum, cell) => sum + cell.count, 0);
  if (count <= maxPoints) return { points: await readPoints(), clusters: [] };
  if (part.zoom < closestZoom) {
    const alone = cells.filter((cell) => cell.count === 1).map(({ id }) => id);
    return {
      points: await readPoints(isChosen(Prisma.sql`d.id`, alone)),
      clusters: cells.filter((cell) => cell.count > 1).map(toCluster),
    };
  }
  // No zoom parts what stands in one place, so the most urgent are named here.
  const points = await readPoints();
  const named = points.map(({ id }) => id);
  const others = await readCells(Prisma.sql`NOT ${isChosen(Prisma.sql`d.id`, named)}`);
  return { points, clusters: others.map(toCluster) };
}

const toCluster = ({ id: _, spread: spreadOfCell, ...cell }: Cell): InspectionCluster => ({
  ...cell,
  opensAt: opensAt(spreadOfCell),
});

interface CalendarDay {
  date: string;
  count: number;
  daysToNextInspection: number;
  devices: (MachineName & { customer: string })[];
}

/** The days of a month that have inspections, each with its count and the first of its machines by name. */
export async function readInspectionCalendar(
  deps: Deps,
  ctx: Ctx,
  { month, ...filter }: InspectionCalendarFilter,
): Promise<CalendarDay[]> {
  const today = await readToday(deps, ctx);
  const first = `${month}-01`;
  return deps.db.read<CalendarDay>(
    ctx,
    Prisma.sql`SELECT due::text AS date, max(place)::int AS count,
        due - ${today.today}::date AS "daysToNextInspection",
        json_agg(json_build_object('id', id, 'name', name, 'serialNumber', serial, 'customer', customer) ORDER BY place)
          FILTER (WHERE place <= ${maxNamesPerDay}::int) AS devices
      FROM (SELECT d.id, d.name, d.serial_number AS serial, k.short_name AS customer,
                   d.next_inspection_date AS due,
                   row_number() OVER (PARTITION BY d.next_inspection_date ORDER BY d.name, d.id) AS place
              ${tables} WHERE ${matches(ctx, today, filter)}
                AND d.next_inspection_date >= ${first}::date
                AND d.next_inspection_date < ${first}::date + interval '1 month') AS month
      GROUP BY due ORDER BY due`,
  );
}

const toInspectionRow = (row: Row): InspectionRow => ({
  planned: row.planned,
  device: {
    id: row.id,
    name: row.name,
    status: row.status,
    serialNumber: row.serialNumber,
    category: { id: row.categoryId, name: row.categoryName },
    customer: { id: row.customerId, shortName: row.customerShortName },
    streetAddress: row.streetAddress,
    zipCode: row.zipCode,
    city: row.city,
    country: row.country,
    transferDate: row.transferDate,
  },
  lastInspection: row.lastInspection,
  nextInspection: row.nextInspection,
  daysToNextInspection: row.daysToNextInspection,
  daysToEndWarranty: row.daysToEndWarranty,
  lastWarrantyInspectionDone: row.lastWarrantyInspectionDone,
});
