/** The first steps of a new company, ticked by what it has. */
import { mayBeInvoiced } from '@servicebook/shared/company';
import type { FirstSteps } from '@servicebook/shared/first-steps';
import type { Deps } from '../../deps.ts';
import type { Ctx } from '../../platform/ctx.ts';
import { inTransaction, rowKey } from '../../platform/tenancy.ts';

const withInterval = { inspectionPeriodInMonths: { not: null } } as const;

export async function readFirstSteps(deps: Deps, ctx: Ctx): Promise<FirstSteps> {
  const db = deps.db.of(ctx);
  const first = { select: { id: true }, orderBy: { id: 'asc' } } as const;
  const [company, user, colleague, category, machine, without] = await Promise.all([
    db.account.findUniqueOrThrow({ where: { id: ctx.accountId } }),
    db.user.findUniqueOrThrow({ where: rowKey(ctx, ctx.userId), select: { weeklyDigest: true } }),
    db.user.findFirst({ where: { id: { not: ctx.userId } }, ...first }),
    db.category.findFirst({ where: withInterval, ...first }),
    db.device.findFirst({ where: withInterval, select: { id: true } }),
    db.category.findFirst({ where: { inspectionPeriodInMonths: null }, ...first }),
  ]);
  return {
    hidden: company.firstStepsHidden,
    done: {
      employees: colleague !== null,
      intervals: category !== null || machine !== null,
      company: mayBeInvoiced(company),
      logo: company.logoFileId !== null,
      reminders: user.weeklyDigest,
    },
    categoryId: without?.id ?? null,
  };
}

/** Puts the list away for everybody in the company, or shows it again. */
export async function hideFirstSteps(deps: Deps, ctx: Ctx, hidden: boolean): Promise<FirstSteps> {
  await inTransaction(deps, ctx, (tx) =>
    tx.account.update({ where: { id: ctx.accountId }, data: { firstStepsHidden: hidden } }),
  );
  return readFirstSteps(deps, ctx);
}
