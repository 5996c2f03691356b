/**
 * How often machines break down. A protocol of type REPAIR is a repair of each of its machines; the time between
 * repairs is counted in days of the calendar, from one repair of a machine to its next within the span.
 */
import {
  type CategoryRepairs,
  type MachineRepairs,
  namedMachines,
  type StatisticsOverview,
  type StatisticsSpan,
} from '@servicebook/shared/statistics';
import type { Deps } from '../../deps.ts';
import { Prisma } from '../../generated/prisma/client.ts';
import type { Ctx } from '../../platform/ctx.ts';
import { scopedAccount } from '../../platform/tenancy.ts';
import { within } from './statistics-span.ts';

type Figures = Pick<StatisticsOverview, 'categories' | 'mostRepaired' | 'shortestBetweenRepairs'> & {
  overall: Pick<StatisticsOverview['totals'], 'repairs' | 'daysBetweenRepairs'>;
};

/**
 * A row for each machine that was repaired: how often, and the days between. Its name is fetched here, once for all
 * lists: each of them would read most of the machines again.
 */
const machinesRepaired = (ctx: Ctx, span: StatisticsSpan) => Prisma.sql`
  repair AS (
    SELECT sd.device_id, s.id, (s.date AT TIME ZONE ${ctx.timezone})::date AS day
      FROM service s JOIN service_device sd ON sd.account_id = s.account_id AND sd.service_id = s.id
     WHERE ${within(ctx, span)} AND 'REPAIR' = ANY (s.types)),
  interval_before AS (
    SELECT device_id, day - lag(day) OVER (PARTITION BY device_id ORDER BY day, id) AS days FROM repair),
  machine AS MATERIALIZED (
    SELECT d.id, d.name, d.serial_number, d.category_id, d.customer_id, counted.repairs, counted.intervals, counted.days
      FROM (SELECT device_id, count(*) AS repairs, count(days) AS intervals, sum(days) AS days
              FROM interval_before GROUP BY device_id) AS counted
      JOIN device d ON d.account_id = ${ctx.accountId} AND d.id = counted.device_id)`;

/** Of rows of `machine` taken together; each interval weighs the same. */
const together = Prisma.sql`sum(m.repairs)::int AS repairs,
  (sum(m.days)::float / nullif(sum(m.intervals), 0))::float AS "daysBetweenRepairs"`;

const named = Prisma.sql`SELECT m.id, m.name, m.serial_number AS "serialNumber", m.repairs::int AS repairs,
    (m.days::float / nullif(m.intervals, 0))::float AS "daysBetweenRepairs",
    json_build_object('id', k.id, 'shortName', k.short_name) AS customer,
    json_build_object('id', c.id, 'name', c.name) AS category`;

const namedFrom = ({ accountId }: Ctx) => Prisma.sql`FROM machine m
    JOIN customer k ON k.account_id = ${accountId} AND k.id = m.customer_id
    JOIN category c ON c.account_id = ${accountId} AND c.id = m.category_id`;

const mostFirst = Prisma.sql`repairs DESC, "daysBetweenRepairs" NULLS LAST, name, id`;
const shortestFirst = Prisma.sql`"daysBetweenRepairs", repairs DESC, name, id`;

const categoriesOf = ({ accountId }: Ctx) => Prisma.sql`SELECT c.id, c.name, ${together},
    (SELECT count(*) FROM device o WHERE o.account_id = ${scopedAccount} AND o.category_id = c.id)::int AS machines
  FROM machine m JOIN category c ON c.account_id = ${accountId} AND c.id = m.category_id
  GROUP BY c.account_id, c.id`;

export async function readRepairs(deps: Deps, ctx: Ctx, span: StatisticsSpan): Promise<Figures> {
  const list = (rows: Prisma.Sql, order: Prisma.Sql) =>
    Prisma.sql`(SELECT coalesce(json_agg(r ORDER BY ${order}), '[]') FROM (${rows}) AS r)`;
  const [figures] = await deps.db.read<Figures>(
    ctx,
    Prisma.sql`WITH ${machinesRepaired(ctx, span)}
      SELECT (SELECT row_to_json(t) FROM (SELECT coalesce(sum(m.repairs), 0)::int AS repairs,
                (sum(m.days)::float / nullif(sum(m.intervals), 0))::float AS "daysBetweenRepairs"
                FROM machine m) AS t) AS overall,
        ${list(categoriesOf(ctx), mostFirst)} AS categories,
        ${list(Prisma.sql`${named} ${namedFrom(ctx)} ORDER BY ${mostFirst} LIMIT ${namedMachines}`, mostFirst)}
          AS "mostRepaired",
        ${list(
          Prisma.sql`${named} ${namedFrom(ctx)} WHERE m.intervals > 0 ORDER BY ${shortestFirst} LIMIT ${namedMachines}`,
          shortestFirst,
        )} AS "shortestBetweenRepairs"`,
  );
  return figures as Figures;
}

export const listCategoryRepairs = (deps: Deps, ctx: Ctx, span: StatisticsSpan): Promise<CategoryRepairs[]> =>
  deps.db.read(
    ctx,
    Prisma.sql`WITH ${machinesRepaired(ctx, span)} ${categoriesOf(ctx)} ORDER BY ${mostFirst}`,
  );

/** All that were repaired, not only the first. */
export const listMachineRepairs = (deps: Deps, ctx: Ctx, span: StatisticsSpan): Promise<MachineRepairs[]> =>
  deps.db.read(
    ctx,
    Prisma.sql`WITH ${machinesRepaired(ctx, span)} ${named} ${namedFrom(ctx)} ORDER BY ${mostFirst}`,
  );
