/** The counts of the home page, read from indexes in one statement. */
import { dateIn } from '@servicebook/shared/calendar';
import { deviceStatuses } from '@servicebook/shared/device';
import { soonDays } from '@servicebook/shared/inspection-overview';
import type { HomeFigures } from '@servicebook/shared/statistics';
import type { Deps } from '../../deps.ts';
import { Prisma } from '../../generated/prisma/client.ts';
import type { Ctx } from '../../platform/ctx.ts';
import { todayIn } from '../../platform/today.ts';
import { isMailRefused } from '../service/service-search.ts';

/** The machines of each status. */
type Row = Omit<HomeFigures, 'machines'> & { machines: number[] };

/** @returns to-dos by the calendar of who asks, inspections by the account's, as the overviews have them */
export async function readHome(deps: Deps, ctx: Ctx): Promise<HomeFigures> {
  const { accountId, userId, timezone } = ctx;
  const dueUntil = dateIn(deps.clock().toISOString(), timezone);
  const [row] = await deps.db.read<Row>(
    ctx,
    Prisma.sql`SELECT
      (SELECT json_agg(each.count ORDER BY weight)
         FROM generate_series(1, ${deviceStatuses.length}::int) AS weight,
              -- Grouped, it would take twice as long.
              LATERAL (SELECT count(*) FROM device
                        WHERE account_id = ${accountId} AND status_weight = weight AND archived_at IS NULL) AS each
      ) AS machines,
      (SELECT count(*)::int FROM customer WHERE account_id = ${accountId}) AS customers,
      (SELECT count(*)::int FROM category WHERE account_id = ${accountId}) AS categories,
      (SELECT count(*)::int FROM app_user WHERE account_id = ${accountId} AND active) AS employees,
      (SELECT row_to_json(i) FROM (
         -- Each a count of a range of the index: to compare every row with today takes four times as long.
         SELECT (SELECT count(*) FROM device
                  WHERE account_id = ${accountId} AND next_inspection_date < a.today) AS overdue,
                (SELECT count(*) FROM device
                  WHERE account_id = ${accountId}
                    AND next_inspection_date BETWEEN a.today AND a.today + ${soonDays}::int) AS soon
           FROM (SELECT ${todayIn(deps.clock, Prisma.sql`timezone`)} AS today
                   FROM account WHERE id = ${accountId}) AS a
       ) AS i) AS inspections,
      (SELECT row_to_json(s) FROM (
         SELECT EXISTS (SELECT FROM service WHERE account_id = ${accountId}) AS any,
                count(*) AS unsigned,
                -- Those of others in which the user took part come apart, so that an index alone counts the rest.
                count(*) FILTER (WHERE user_id = ${userId})
                  + (SELECT count(*) FROM service_performer p
                       JOIN service o ON o.account_id = p.account_id AND o.id = p.service_id
                      WHERE p.account_id = ${accountId} AND p.user_id = ${userId}
                        AND o.state = 'NEW' AND o.user_id <> ${userId}) AS "ownUnsigned",
                (SELECT count(*) FROM service s
                  WHERE s.account_id = ${accountId} AND ${isMailRefused(accountId)}) AS "mailRefused"
           FROM service s WHERE account_id = ${accountId} AND state = 'NEW') AS s) AS services,
      (SELECT row_to_json(t) FROM (
         SELECT ${dueUntil} AS "dueUntil", count(*) AS "all",
                count(*) FILTER (WHERE assignee_id = ${userId}) AS own
           FROM todo WHERE account_id = ${accountId} AND status = 'TODO' AND date <= ${dueUntil}::date
       ) AS t) AS todos`,
    'home',
  );
  const { machines, ...figures } = row as Row;
  return {
    ...figures,
    machines: deviceStatuses
      .map((status, index) => ({ status, count: machines[index] ?? 0 }))
      .filter(({ count }) => count > 0),
  };
}
