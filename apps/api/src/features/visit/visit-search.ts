/** Finding visits. Lists stand by day, the earliest first; visits without a day come last. */
import { maxChosen, type Page } from '@servicebook/shared/primitives';
import {
  maxVisitsPerDay,
  type Visit,
  type VisitCalendarDay,
  type VisitIds,
  type VisitSearch,
} from '@servicebook/shared/visit';
import type { Deps } from '../../deps.ts';
import { Prisma } from '../../generated/prisma/client.ts';
import type { Ctx } from '../../platform/ctx.ts';
import {
  contains,
  everyWord,
  inOrder,
  isChosen,
  isOneOf,
  mapPage,
  type Order,
  orderBy,
  readPage,
  textMatches,
} from '../../platform/paged-query.ts';
import { scopedAccount } from '../../platform/tenancy.ts';
import { isNear } from '../geo/machine-point.ts';
import { readVisit, toVisit, type VisitRow, visitColumns, visitTables } from '../visit-news/visit-rows.ts';

export const findVisit = (deps: Deps, ctx: Ctx, id: number): Promise<Visit> =>
  readVisit(deps.db.of(ctx), ctx, id);

const sortColumns = {
  id: { column: Prisma.sql`v.id` },
  day: { column: Prisma.sql`v.day`, nullable: true },
  priority: { column: Prisma.sql`v.priority` },
  state: { column: Prisma.sql`v.state` },
  customer: { column: Prisma.sql`k.short_name`, named: true },
};

/** Whether a machine of the visit meets a condition on `device d`. */
const hasMachine = (condition: Prisma.Sql) => Prisma.sql`EXISTS (
  SELECT FROM visit_device x JOIN device d ON d.account_id = x.account_id AND d.id = x.device_id
   WHERE x.account_id = ${scopedAccount} AND x.visit_id = v.id AND ${condition})`;
const hasTechnician = (condition: Prisma.Sql) => Prisma.sql`EXISTS (
  SELECT FROM visit_technician t WHERE t.account_id = ${scopedAccount} AND t.visit_id = v.id AND ${condition})`;

/** Whether a word is in the name of technician `t`. */
const isNamedWith = (word: string) => Prisma.sql`EXISTS (
  SELECT FROM app_user u WHERE u.account_id = ${scopedAccount} AND u.id = t.user_id
     AND ${contains(Prisma.sql`u.first_name || ' ' || u.last_name`, word)})`;

/** The condition of a search on `visit v`; no other table is needed for it. */
export function matchesVisit(ctx: Ctx, search: VisitIds): Prisma.Sql {
  const { text, states, customerId, deviceId, categoryId, userId, unassigned, types, priorities } = search;
  const { ids, dateFrom, dateTo, near } = search;
  const conditions = [Prisma.sql`v.account_id = ${ctx.accountId}`, isChosen(Prisma.sql`v.id`, ids)];
  if (states.length > 0) conditions.push(isOneOf(Prisma.sql`v.state`, states, Prisma.sql`::visit_state`));
  if (customerId) conditions.push(Prisma.sql`v.customer_id = ${customerId}`);
  if (deviceId) conditions.push(hasMachine(Prisma.sql`d.id = ${deviceId}`));
  if (categoryId) conditions.push(hasMachine(Prisma.sql`d.category_id = ${categoryId}`));
  if (userId) conditions.push(hasTechnician(Prisma.sql`t.user_id = ${userId}`));
  if (unassigned) conditions.push(Prisma.sql`NOT ${hasTechnician(Prisma.sql`TRUE`)}`);
  if (types.length > 0) conditions.push(Prisma.sql`v.types && ${types}::service_type[]`);
  if (priorities.length > 0)
    conditions.push(isOneOf(Prisma.sql`v.priority`, priorities, Prisma.sql`::visit_priority`));
  if (dateFrom) conditions.push(Prisma.sql`v.day >= ${dateFrom}::date`);
  if (dateTo) conditions.push(Prisma.sql`v.day <= ${dateTo}::date`);
  if (near) conditions.push(hasMachine(isNear(near, Prisma.sql`d.customer_id = v.customer_id`)));
  // A machine's text names its customer and category too.
  if (text)
    conditions.push(
      everyWord(
        text,
        (word) => Prisma.sql`(${textMatches(Prisma.sql`v.search`, word)}
          OR ${hasMachine(textMatches(Prisma.sql`d.search`, word))}
          OR ${hasTechnician(isNamedWith(word))})`,
      ),
    );
  return Prisma.join(conditions, ' AND ');
}

/** The order of a search, for `visitTables`. A day goes from morning to evening. */
export function visitOrder({ language }: Ctx, { sort }: Pick<VisitSearch, 'sort'>): Order {
  const { by, direction } = sort ?? { by: 'day', direction: 'asc' };
  const ofTheDay = by === 'day' ? inOrder('asc', Prisma.sql`v.from_minute`) : [];
  return orderBy(sortColumns, { by, direction }, Prisma.sql`v.id`, language, ofTheDay);
}

export async function searchVisits(deps: Deps, ctx: Ctx, search: VisitSearch): Promise<Page<Visit>> {
  const where = matchesVisit(ctx, search);
  const rows = await readPage<VisitRow>(deps.db, ctx, {
    select: visitColumns,
    from: Prisma.sql`${visitTables} WHERE ${where}`,
    counted: Prisma.sql`FROM visit v WHERE ${where}`,
    order: visitOrder(ctx, search),
    page: search.page,
    size: search.size,
  });
  return mapPage(rows, toVisit);
}

/** The first of them, to choose them all. */
export async function findVisitIds(deps: Deps, ctx: Ctx, search: VisitIds): Promise<number[]> {
  const rows = await deps.db.read<{ id: number }>(
    ctx,
    Prisma.sql`SELECT v.id FROM visit v WHERE ${matchesVisit(ctx, search)} ORDER BY v.id LIMIT ${maxChosen}`,
  );
  return rows.map(({ id }) => id);
}

/** The days of a month with their visits, those with a time first. */
export const readVisitCalendar = (
  deps: Deps,
  ctx: Ctx,
  { month }: { month: string },
): Promise<VisitCalendarDay[]> => {
  const first = `${month}-01`;
  return deps.db.read<VisitCalendarDay>(
    ctx,
    Prisma.sql`SELECT day::text AS date, max(place)::int AS count,
        json_agg(json_build_object('id', id, 'customer', customer, 'state', state, 'technicians', coalesce((
            SELECT json_agg(json_build_object('id', u.id, 'firstName', u.first_name, 'lastName', u.last_name)
                     ORDER BY t.position)
              FROM visit_technician t JOIN app_user u ON u.account_id = t.account_id AND u.id = t.user_id
             WHERE t.account_id = ${ctx.accountId} AND t.visit_id = days.id), '[]')) ORDER BY place)
          FILTER (WHERE place <= ${maxVisitsPerDay}::int) AS visits
      FROM (SELECT v.id, v.day, v.state, k.short_name AS customer,
                   row_number() OVER (PARTITION BY v.day ORDER BY v.from_minute NULLS LAST, v.id) AS place
              FROM visit v JOIN customer k ON k.account_id = v.account_id AND k.id = v.customer_id
             WHERE v.account_id = ${ctx.accountId} AND v.state <> 'CANCELLED'
               AND v.day >= ${first}::date AND v.day < ${first}::date + interval '1 month') AS days
      GROUP BY day ORDER BY day`,
  );
};
