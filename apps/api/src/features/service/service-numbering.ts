/**
 * Protocol numbers: unique per account and month, taken under a lock. A protocol that was signed once keeps its number
 * and the number's month, since they are on the customer's paper; the database holds it too.
 */
import type { ProtocolNumber } from '@servicebook/shared/service';
import type { Service } from '../../generated/prisma/client.ts';
import { AppError, refuseFields } from '../../platform/app-error.ts';
import type { Ctx } from '../../platform/ctx.ts';
import { type AccountTransaction, rowKey, unwaited } from '../../platform/tenancy.ts';
import { lockService } from './service-rows.ts';

export interface Month {
  year: number;
  month: number;
}

/** Locks a month's numbers until the transaction ends; others that take or return one must wait. */
export async function lockMonth(
  tx: AccountTransaction,
  { accountId }: Pick<Ctx, 'accountId'>,
  of: Month,
): Promise<void> {
  const { year, month } = of;
  await unwaited(tx)`
    INSERT INTO service_counter (account_id, year, month) VALUES (${accountId}, ${year}, ${month})
    ON CONFLICT DO NOTHING`;
  await unwaited(tx)`
    SELECT 1 FROM service_counter WHERE account_id = ${accountId} AND year = ${year} AND month = ${month} FOR UPDATE`;
}

/** The month's highest number plus one. The month must be locked. */
export async function nextNumber(
  tx: AccountTransaction,
  { accountId }: Pick<Ctx, 'accountId'>,
  { year, month }: Month,
): Promise<number> {
  // One look at the end of the index; Prisma's own would read the whole month, while others wait for it.
  const [highest] = await tx.$queryRaw<{ number: number | null }[]>`
    SELECT max(number) AS number FROM service WHERE account_id = ${accountId} AND year = ${year} AND month = ${month}`;
  return (highest?.number ?? 0) + 1;
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

type Numbering = Month & ProtocolNumber;

/**
 * The number of a deleted protocol that comes back: its own one if that is free and comes last, so that undoing changes
 * nothing. Otherwise the next one, which its day's paper has not seen either: only unsigned protocols can be deleted.
 * While a lower number lies in the bin too, that one is taken first, so that the numbering has no holes.
 */
export async function numberAgain(
  tx: AccountTransaction,
  ctx: Pick<Ctx, 'accountId'>,
  own: Numbering,
): Promise<ProtocolNumber> {
  const { year, month, number, numberExtension } = own;
  await lockMonth(tx, ctx, own);
  const next = await nextNumber(tx, ctx, own);
  const isTaken = (await tx.service.count({ where: { year, month, number, numberExtension } })) > 0;
  const [lower] = await tx.$queryRaw<unknown[]>`
    SELECT 1 FROM bin_row
     WHERE account_id = ${ctx.accountId} AND table_name = 'service' AND NOT is_link
       AND content @> ${JSON.stringify({ year, month })}::jsonb
       AND (content ->> 'number')::int BETWEEN ${next}::int AND ${number - 1}::int
     LIMIT 1`;
  if (!isTaken && !lower && (await isLastOfMonth(tx, own))) return { number, numberExtension };
  return { number: next, numberExtension: '' };
}

const isSameMonth = (one: Month, other: Month) => one.year === other.year && one.month === other.month;
const isSameNumber = (one: ProtocolNumber, other: ProtocolNumber) =>
  one.number === other.number && one.numberExtension === other.numberExtension;

/**
 * Locks a protocol whose date is to lie in a month, together with the months whose numbers this concerns, and says
 * which number it is to have. A given number is taken as it is. A protocol that was never signed follows its date into
 * another month and gets the next number there, even when that leaves a gap: the day on the paper must be right.
 * @param given leave out to keep the number
 * @throws AppError NOT_FOUND, SERVICE_CHANGED; a refused field when a signed protocol was to get another number
 */
export async function lockToNumber(
  tx: AccountTransaction,
  ctx: Pick<Ctx, 'accountId'>,
  id: number,
  to: { month: Month; given?: ProtocolNumber | null },
  revision?: number,
): Promise<{ before: Omit<Service, 'search'>; numbering: Numbering }> {
  const { month } = to;
  const seen = await tx.service.findUniqueOrThrow({
    where: rowKey(ctx, id),
    select: { year: true, month: true, number: true, numberExtension: true, currentVersion: true },
  });
  const given = to.given ?? seen;
  const moves = !isSameMonth(seen, month);
  if (seen.currentVersion === 0 && (moves || !isSameNumber(given, seen)))
    await lockMonths(tx, ctx, [seen, month]);
  // Months first and then the protocol, as for every change of numbers, so that none waits for another in a circle.
  const before = await lockService(tx, ctx, id, revision);
  if (!isSameMonth(before, seen) || !isSameNumber(before, seen)) throw new AppError('SERVICE_CHANGED');
  const current = {
    year: seen.year,
    month: seen.month,
    number: seen.number,
    numberExtension: seen.numberExtension,
  };
  if (before.currentVersion > 0) {
    if (!isSameNumber(given, seen)) throw refuseFields({ number: 'NUMBER_SIGNED' });
    return { before, numbering: current };
  }
  const { number, numberExtension } = given;
  if (!moves) return { before, numbering: { ...current, number, numberExtension } };
  const numbering = isSameNumber(given, seen)
    ? { ...month, number: await nextNumber(tx, ctx, month), numberExtension: '' }
    : { ...month, number, numberExtension };
  return { before, numbering };
}

/** Always the earlier month first, so that two moves never wait for each other. */
export async function lockMonths(
  tx: AccountTransaction,
  ctx: Pick<Ctx, 'accountId'>,
  months: readonly Month[],
): Promise<void> {
  const inOrder = [...new Map(months.map((one) => [`${one.year}-${one.month}`, one])).values()].sort(
    (a, b) => a.year - b.year || a.month - b.month,
  );
  for (const each of inOrder) await lockMonth(tx, ctx, each);
}
