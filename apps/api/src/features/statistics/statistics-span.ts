/** Which protocols a span of days holds, by the calendar of who asks. */
import { startOfDay } from '@servicebook/shared/calendar';
import type { StatisticsSpan } from '@servicebook/shared/statistics';
import type { Deps } from '../../deps.ts';
import { Prisma } from '../../generated/prisma/client.ts';
import type { Ctx } from '../../platform/ctx.ts';

/**
 * For the WHERE of a table `service s`. Withdrawn protocols count for nothing. Whatever is read of the protocols beside it
 * should be in the index of their dates (`service_account_id_date_idx`): a year of them takes a third of the time there.
 */
export function within(
  { accountId, timezone }: Pick<Ctx, 'accountId' | 'timezone'>,
  { dateFrom, dateTo }: StatisticsSpan,
): Prisma.Sql {
  const conditions = [Prisma.sql`s.account_id = ${accountId} AND s.withdrawn_at IS NULL`];
  if (dateFrom) conditions.push(Prisma.sql`s.date >= ${startOfDay(dateFrom, timezone)}::timestamptz`);
  if (dateTo) conditions.push(Prisma.sql`s.date < ${startOfDay(dateTo, timezone, 1)}::timestamptz`);
  return Prisma.join(conditions, ' AND ');
}

/**
 * FROM and WHERE of `service s` with its machines, `service_device sd`. Protocols get their ids as time goes by, so the
 * first and the last id of a span leave out most machines of other years.
 */
export async function machinesWithin(deps: Deps, ctx: Ctx, span: StatisticsSpan): Promise<Prisma.Sql> {
  // Without the count, PostgreSQL would look for the first id along all ids.
  const [ids] = await deps.db.read<{ first: number | null; last: number | null }>(
    ctx,
    Prisma.sql`SELECT min(s.id) AS first, max(s.id) AS last, count(*) FROM service s WHERE ${within(ctx, span)}`,
  );
  return Prisma.sql`FROM service s
    JOIN service_device sd ON sd.account_id = ${ctx.accountId} AND sd.service_id = s.id
   WHERE ${within(ctx, span)} AND sd.service_id BETWEEN ${ids?.first}::int AND ${ids?.last}::int`;
}
