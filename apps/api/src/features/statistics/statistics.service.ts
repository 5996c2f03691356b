/** Figures of protocols: who wrote how many, by month and type. Counted by the database, one statement a table. */
import type { ServiceType } from '@servicebook/shared/service';
import type { StatisticsOverview, StatisticsSpan, UserServices } from '@servicebook/shared/statistics';
import type { Deps } from '../../deps.ts';
import { Prisma } from '../../generated/prisma/client.ts';
import type { Ctx } from '../../platform/ctx.ts';
import { readRepairs } from './repairs.ts';
import { machinesWithin, within } from './statistics-span.ts';

/** Everybody who works here, and who left but did work in the span, by last name. Each performer of a protocol counts. */
export function listServicesOfUsers(deps: Deps, ctx: Ctx, span: StatisticsSpan): Promise<UserServices[]> {
  const collation = Prisma.raw(`COLLATE "${ctx.language}-x-icu"`);
  return deps.db.read<UserServices>(
    ctx,
    Prisma.sql`SELECT u.id AS "userId", u.last_name AS "lastName", u.first_name AS "firstName",
        coalesce(written.all, 0) AS "countUserServices", coalesce(written.signed, 0) AS "countUserSignedServices"
      FROM app_user u
      LEFT JOIN (SELECT p.user_id, count(*)::int AS "all", count(*) FILTER (WHERE p.state = 'SIGNED')::int AS signed
                   FROM (SELECT s.user_id, s.state FROM service s WHERE ${within(ctx, span)}
                         UNION ALL
                         SELECT x.user_id, s.state
                           FROM service s
                           JOIN service_performer x ON x.account_id = ${ctx.accountId} AND x.service_id = s.id
                          WHERE ${within(ctx, span)}) AS p
                  GROUP BY p.user_id) AS written ON written.user_id = u.id
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
  const [{ totals, ...protocols }, { overall, ...repairs }] = await Promise.all([
    readProtocols(deps, ctx, span),
    readRepairs(deps, ctx, span),
  ]);
  return { totals: { ...totals, ...overall }, ...protocols, ...repairs };
}

/** A month without a protocol between two with some is a fact as well. */
async function readProtocols(deps: Deps, ctx: Ctx, span: StatisticsSpan): Promise<ProtocolFigures> {
  const { timezone } = ctx;
  const found = Prisma.sql`FROM service s WHERE ${within(ctx, span)}`;
  const counts = Prisma.sql`coalesce(sum("all"), 0)::int AS "all", coalesce(sum(signed), 0)::int AS signed`;
  const [figures] = await deps.db.read<ProtocolFigures>(
    ctx,
    Prisma.sql`WITH month AS (
        SELECT to_char(start, 'YYYY-MM') AS month, start AT TIME ZONE ${timezone} AS begins,
               (start + interval '1 month') AT TIME ZONE ${timezone} AS ends
          FROM (SELECT min(s.date) AS first, max(s.date) AS last ${found}) AS all_of_them,
               generate_series(date_trunc('month', first AT TIME ZONE ${timezone}), last AT TIME ZONE ${timezone},
                               interval '1 month') AS start),
      counted AS MATERIALIZED (
        -- Month by month, since to ask of each protocol which month it is in takes five times as long.
        SELECT month, types, "all", signed
          FROM month LEFT JOIN LATERAL (
            SELECT s.types, count(*) AS "all", count(*) FILTER (WHERE s.state = 'SIGNED') AS signed
              ${found} AND s.date >= begins AND s.date < ends GROUP BY s.types) AS of_month ON true)
      SELECT (SELECT row_to_json(t) FROM (
                SELECT ${counts},
                  (SELECT count(*) FROM (SELECT DISTINCT s.customer_id ${found}) AS each) AS customers,
                  (SELECT count(*) FROM (SELECT DISTINCT sd.device_id ${machinesWithin(ctx, span)}) AS each) AS machines
                  FROM counted) AS t) AS totals,
             (SELECT coalesce(json_agg(m ORDER BY m.month), '[]')
                FROM (SELECT month, ${counts} FROM counted GROUP BY month) AS m) AS months,
             (SELECT coalesce(json_agg(t ORDER BY t.all DESC, t.type), '[]')
                FROM (SELECT type, ${counts} FROM counted, unnest(types) AS type GROUP BY type) AS t) AS types`,
  );
  return figures as ProtocolFigures;
}
