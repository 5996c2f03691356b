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
import { machinesWithin } from './statistics-span.ts';

type Figures = Pick<StatisticsOverview, 'categories' | 'mostRepaired' | 'shortestBetweenRepairs'> & {
  overall: Pick<StatisticsOverview['totals'], 'repairs' | 'daysBetweenRepairs'>;
};

/**
 * A row for each machine that was repaired: how often, and the days from the first repair to the last, which is the sum of
 * the times between them.
 */
const machinesRepaired = (ctx: Ctx, span: StatisticsSpan) => Prisma.sql`
  machine AS MATERIALIZED (
    SELECT id, repairs, intervals, days, (days::float / nullif(intervals, 0))::float AS "daysBetweenRepairs"
      FROM (SELECT sd.device_id AS id, count(*)::int AS repairs, count(*)::int - 1 AS intervals,
                   -- Most have one repair, and to work out a day is slow.
                   CASE WHEN count(*) = 1 THEN 0
                        ELSE (max(sd.counted_date) AT TIME ZONE ${ctx.timezone})::date
                           - (min(sd.counted_date) AT TIME ZONE ${ctx.timezone})::date
                   END AS days
              ${machinesWithin(ctx, span)} AND sd.is_repair
             GROUP BY sd.device_id) AS counted)`;

/** Of rows of `machine` taken together; each interval weighs the same. */
const together = Prisma.sql`coalesce(sum(m.repairs), 0)::int AS repairs,
  (sum(m.days)::float / nullif(sum(m.intervals), 0))::float AS "daysBetweenRepairs"`;

/** @param from rows of `machine` */
const named = ({ accountId }: Ctx, from = Prisma.sql`machine`) => Prisma.sql`
  SELECT d.id, d.name, d.serial_number AS "serialNumber", m.repairs, m."daysBetweenRepairs",
         json_build_object('id', k.id, 'shortName', k.short_name) AS customer,
         json_build_object('id', c.id, 'name', c.name) AS category
    FROM ${from} AS m
    JOIN device d ON d.account_id = ${accountId} AND d.id = m.id
    JOIN customer k ON k.account_id = ${accountId} AND k.id = d.customer_id
    JOIN category c ON c.account_id = ${accountId} AND c.id = d.category_id`;

const mostFirst = Prisma.sql`repairs DESC, "daysBetweenRepairs" NULLS LAST`;
const shortestFirst = Prisma.sql`"daysBetweenRepairs", repairs DESC`;

/** WITH TIES sorts all rows that it is given, and most machines have one repair. */
const amongMost = Prisma.sql`repairs >= (
  SELECT min(repairs) FROM (SELECT repairs FROM machine ORDER BY repairs DESC LIMIT ${namedMachines}) AS most)`;

/** Only those that can be among the first get their names, which decide between equal ones. */
const firstNamed = (ctx: Ctx, order: Prisma.Sql, condition: Prisma.Sql) => Prisma.sql`
  ${named(
    ctx,
    Prisma.sql`(SELECT * FROM machine WHERE ${condition}
                 ORDER BY ${order} FETCH FIRST ${namedMachines} ROWS WITH TIES)`,
  )} ORDER BY ${order}, name, id LIMIT ${namedMachines}`;

const categoriesOf = ({ accountId }: Ctx) => Prisma.sql`
  SELECT c.id, c.name, r.repairs, r."daysBetweenRepairs", of_category.machines
    FROM (SELECT d.category_id, ${together}
            FROM machine m JOIN device d ON d.account_id = ${accountId} AND d.id = m.id
           GROUP BY d.category_id) AS r
    JOIN (SELECT category_id, count(*)::int AS machines FROM device WHERE account_id = ${accountId}
           GROUP BY category_id) AS of_category USING (category_id)
    JOIN category c ON c.account_id = ${accountId} AND c.id = r.category_id
   ORDER BY ${mostFirst}, name, id`;

export async function readRepairs(deps: Deps, ctx: Ctx, span: StatisticsSpan): Promise<Figures> {
  const list = (rows: Prisma.Sql) => Prisma.sql`(SELECT coalesce(json_agg(r), '[]') FROM (${rows}) AS r)`;
  const [figures] = await deps.db.read<Figures>(
    ctx,
    Prisma.sql`WITH ${machinesRepaired(ctx, span)}
      SELECT (SELECT row_to_json(t) FROM (SELECT ${together} FROM machine m) AS t) AS overall,
        ${list(categoriesOf(ctx))} AS categories,
        ${list(firstNamed(ctx, mostFirst, amongMost))} AS "mostRepaired",
        ${list(firstNamed(ctx, shortestFirst, Prisma.sql`intervals > 0`))} AS "shortestBetweenRepairs"`,
  );
  return figures as Figures;
}

export const listCategoryRepairs = (deps: Deps, ctx: Ctx, span: StatisticsSpan): Promise<CategoryRepairs[]> =>
  deps.db.read(ctx, Prisma.sql`WITH ${machinesRepaired(ctx, span)} ${categoriesOf(ctx)}`);

/** All that were repaired, not only the first. */
export const listMachineRepairs = (deps: Deps, ctx: Ctx, span: StatisticsSpan): Promise<MachineRepairs[]> =>
  deps.db.read(
    ctx,
    Prisma.sql`WITH ${machinesRepaired(ctx, span)} ${named(ctx)} ORDER BY ${mostFirst}, name, id`,
  );
