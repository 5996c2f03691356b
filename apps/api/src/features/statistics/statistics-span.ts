/** Which protocols a span of days holds, by the calendar of who asks. */
import { startOfDay } from '@servicebook/shared/calendar';
import type { StatisticsSpan } from '@servicebook/shared/statistics';
import { Prisma } from '../../generated/prisma/client.ts';
import type { Ctx } from '../../platform/ctx.ts';

type Asking = Pick<Ctx, 'accountId' | 'timezone'>;

/**
 * For the WHERE of a table `service s`. Withdrawn protocols count for nothing. Whatever is read of the protocols beside it
 * should be in the index of their dates (`service_account_id_date_idx`): a year of them takes a third of the time there.
 */
export const within = (ctx: Asking, span: StatisticsSpan): Prisma.Sql =>
  Prisma.sql`s.account_id = ${ctx.accountId} AND s.withdrawn_at IS NULL ${dates(ctx, span, Prisma.sql`s.date`)}`;

/** FROM and WHERE of the machines of the same protocols, as a table `service_device sd`. All of it is in one index. */
export const machinesWithin = (ctx: Asking, span: StatisticsSpan): Prisma.Sql =>
  Prisma.sql`FROM service_device sd
    WHERE sd.account_id = ${ctx.accountId} AND sd.counted_date IS NOT NULL ${dates(ctx, span, Prisma.sql`sd.counted_date`)}`;

function dates({ timezone }: Asking, { dateFrom, dateTo }: StatisticsSpan, date: Prisma.Sql): Prisma.Sql {
  const from = dateFrom
    ? Prisma.sql`AND ${date} >= ${startOfDay(dateFrom, timezone)}::timestamptz`
    : Prisma.empty;
  const to = dateTo
    ? Prisma.sql`AND ${date} < ${startOfDay(dateTo, timezone, 1)}::timestamptz`
    : Prisma.empty;
  return Prisma.sql`${from} ${to}`;
}
