/** Which protocols a span of days holds, by the calendar of who asks. */
import { startOfDay } from '@servicebook/shared/calendar';
import type { StatisticsSpan } from '@servicebook/shared/statistics';
import { Prisma } from '../../generated/prisma/client.ts';
import type { Ctx } from '../../platform/ctx.ts';

/** For the WHERE of a table `service s`. Withdrawn protocols count for nothing. */
export function within(
  { accountId, timezone }: Pick<Ctx, 'accountId' | 'timezone'>,
  { dateFrom, dateTo }: StatisticsSpan,
): Prisma.Sql {
  const conditions = [Prisma.sql`s.account_id = ${accountId} AND s.withdrawn_at IS NULL`];
  if (dateFrom) conditions.push(Prisma.sql`s.date >= ${startOfDay(dateFrom, timezone)}::timestamptz`);
  if (dateTo) conditions.push(Prisma.sql`s.date < ${startOfDay(dateTo, timezone, 1)}::timestamptz`);
  return Prisma.join(conditions, ' AND ');
}
