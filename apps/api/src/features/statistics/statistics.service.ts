/** Figures of protocols: who wrote how many, by month and type. Counted by the database, one statement a table. */
import { addMonths } from '@servicebook/shared/calendar';
import type { ServiceType } from '@servicebook/shared/service';
import type { StatisticsOverview, StatisticsSpan, UserServices } from '@servicebook/shared/statistics';
import type { Deps } from '../../deps.ts';
import { Prisma } from '../../generated/prisma/client.ts';
import type { Ctx } from '../../platform/ctx.ts';
import { scopedAccount } from '../../platform/tenancy.ts';
import { readRepairs } from './repairs.ts';
import { within } from './statistics-span.ts';

/** Everybody who works here, and who left but did work in the span, by last name. Each performer of a protocol counts. */
export function listServicesOfUsers(deps: Deps, ctx: Ctx, span: StatisticsSpan): Promise<UserServices[]> {
  const collation = Prisma.raw(`COLLATE "${ctx.language}-x-icu"`);
  return deps.db.read<UserServices>(
    ctx,
    Prisma.sql`SELECT u.id AS "userId", u.last_name AS "lastName", u.first_name AS "firstName",
        coalesce(written.all, 0) AS "countUserServices", coalesce(written.signed, 0) AS "countUserSignedServices"
      FROM app_user u
      LEFT JOIN (SELECT p.user_id, count(*)::int AS "all", count(*) FILTER (WHERE s.state = 'SIGNED')::int AS signed
                   FROM service s CROSS JOIN LATERAL (
                     SELECT s.user_id UNION ALL
                     SELECT x.user_id FROM service_performer x
                      WHERE x.account_id = ${scopedAccount} AND x.service_id = s.id) AS p
                  WHERE ${within(ctx, span)} GROUP BY p.user_id) AS written ON written.user_id = u.id
      WHERE u.account_id = ${ctx.accountId} AND (u.active OR written.user_id IS NOT NULL)
      ORDER BY u.last_name ${collation}, u.first_name ${collation}, u.id`,
  );
}

interface Counts {
  all: number;
  signed: number;
}
interface ProtocolFigures {
  totals: Counts & { customers: number; machines: number };
  months: (Counts & { month: string })[];
  types: (Counts & { type: ServiceType })[];
}

export async function readOverview(deps: Deps, ctx: Ctx, span: StatisticsSpan): Promise<StatisticsOverview> {
  const [{ totals, months, types }, { overall, ...repairs }] = await Promise.all([
    readProtocols(deps, ctx, span),
    readRepairs(deps, ctx, span),
  ]);
  return { totals: { ...totals, ...overall }, months: withQuietMonths(months), types, ...repairs };
}

async function readProtocols(deps: Deps, ctx: Ctx, span: StatisticsSpan): Promise<ProtocolFigures> {
  const counts = Prisma.sql`sum("all")::int AS "all", sum(signed)::int AS signed`;
  const [figures] = await deps.db.read<ProtocolFigures>(
    ctx,
    Prisma.sql`WITH found AS MATERIALIZED (
        SELECT s.id, s.customer_id, s.types, s.state = 'SIGNED' AS signed,
               date_trunc('month', s.date AT TIME ZONE ${ctx.timezone}) AS month
          FROM service s WHERE ${within(ctx, span)}),
      counted AS MATERIALIZED (
        SELECT month, types, count(*) AS "all", count(*) FILTER (WHERE signed) AS signed
          FROM found GROUP BY month, types)
      SELECT (SELECT row_to_json(t) FROM (
                SELECT coalesce(sum("all"), 0)::int AS "all", coalesce(sum(signed), 0)::int AS signed,
                  (SELECT count(*) FROM (SELECT DISTINCT customer_id FROM found) AS each) AS customers,
                  (SELECT count(*) FROM (
                     SELECT DISTINCT sd.device_id FROM service_device sd JOIN found f ON f.id = sd.service_id
                      WHERE sd.account_id = ${ctx.accountId}) AS each) AS machines
                  FROM counted) AS t) AS totals,
             (SELECT coalesce(json_agg(m ORDER BY m.month), '[]')
                FROM (SELECT to_char(month, 'YYYY-MM') AS month, ${counts} FROM counted GROUP BY counted.month) AS m)
               AS months,
             (SELECT coalesce(json_agg(t ORDER BY t.all DESC, t.type), '[]')
                FROM (SELECT type, ${counts} FROM counted, unnest(types) AS type GROUP BY type) AS t) AS types`,
  );
  return figures as ProtocolFigures;
}

/** A month without a protocol between two with some is a fact as well. */
function withQuietMonths(months: ProtocolFigures['months']): ProtocolFigures['months'] {
  const byMonth = new Map(months.map((each) => [each.month, each]));
  const [first, last] = [months[0]?.month, months.at(-1)?.month];
  if (!first || !last) return [];
  const all = [];
  for (let month = first; month <= last; month = addMonths(`${month}-01`, 1).slice(0, 7))
    all.push(byMonth.get(month) ?? { month, all: 0, signed: 0 });
  return all;
}
