/** Protocol numbers: unique per account and month, gapless when automatic, taken under a lock. */
import type { Ctx } from '../../context.ts';
import type { AccountTransaction } from '../../platform/tenancy.ts';

export interface Month {
  year: number;
  month: number;
}

/** Locks a month's numbers until the transaction ends; whoever else takes or gives back one waits. */
export async function lockMonth(
  tx: AccountTransaction,
  { accountId }: Pick<Ctx, 'accountId'>,
  of: Month,
): Promise<void> {
  const { year, month } = of;
  await tx.serviceCounter.createMany({ data: { accountId, year, month }, skipDuplicates: true });
  await tx.$queryRaw`
    SELECT 1 FROM service_counter WHERE account_id = ${accountId} AND year = ${year} AND month = ${month} FOR UPDATE`;
}

/** The month's highest number plus one. The month must be locked. */
export async function nextNumber(tx: AccountTransaction, of: Month): Promise<number> {
  const highest = await tx.service.aggregate({
    where: { year: of.year, month: of.month },
    _max: { number: true },
  });
  return (highest._max.number ?? 0) + 1;
}

/** Whether no protocol of the month comes after this one. The month must be locked. */
export async function isLastOfMonth(
  tx: AccountTransaction,
  { year, month, number, numberExtension }: Month & { number: number; numberExtension: string },
): Promise<boolean> {
  const later = await tx.service.findFirst({
    where: {
      year,
      month,
      OR: [{ number: { gt: number } }, { number, numberExtension: { gt: numberExtension } }],
    },
    select: { id: true },
  });
  return later === null;
}
