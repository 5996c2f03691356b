/** The plans on offer, and which of them an extension is on. */
import { toDecimal } from '@servicebook/shared/money';
import { type AccountPlan, lineAmounts, totalsOnWire } from '@servicebook/shared/plan';
import type { Deps } from '../../deps.ts';
import type { AccountPlan as PlanRow } from '../../generated/prisma/client.ts';
import type { AccountTransaction } from '../../platform/tenancy.ts';

export async function listPlans(deps: Deps): Promise<AccountPlan[]> {
  const rows = await deps.db.global.accountPlan.findMany({
    where: { active: true },
    orderBy: [{ language: 'asc' }, { monthNetPrice: 'asc' }, { id: 'asc' }],
  });
  return rows.map((row) => toPlan(row));
}

/**
 * The plan a user's extension is on: the own one, or the account's default plan for who is on FREE or on a plan that is
 * not sold any more.
 */
export const planOfExtension = (own: PlanRow, defaultPlan: PlanRow): PlanRow =>
  own.type === 'DEFAULT' && own.active ? own : defaultPlan;

/** The account's default plan: the one set for it, else the one of its language, else the English one. */
export async function findDefaultPlan(
  tx: Pick<AccountTransaction, 'account' | 'accountPlan'>,
  { accountId }: { accountId: number },
): Promise<PlanRow> {
  const { defaultPlanId, language } = await tx.account.findUniqueOrThrow({
    where: { id: accountId },
    select: { defaultPlanId: true, language: true },
  });
  const onSale = await tx.accountPlan.findMany({
    where: { type: 'DEFAULT', active: true },
    orderBy: { id: 'asc' },
  });
  const plan =
    onSale.find(({ id }) => id === defaultPlanId) ??
    onSale.find((plan) => plan.language === language) ??
    onSale.find((plan) => plan.language === 'en') ??
    onSale[0];
  if (!plan) throw new Error('no plan is on sale');
  return plan;
}

type PlanTexts = Pick<PlanRow, 'name' | 'description' | 'functions'>;

/** How the plans are called and described in a language; a plan without a row of that language in its own. */
export async function readPlanTexts(deps: Deps, language: string): Promise<(plan: PlanRow) => PlanTexts> {
  const rows = await deps.db.global.accountPlan.findMany({ where: { language } });
  return (plan) => rows.find(({ code }) => code === plan.code) ?? plan;
}

/** As the wire has it; period, quantity and totals are those of a new line: one month. */
export function toPlan(row: PlanRow, texts: PlanTexts = row): AccountPlan {
  const month = lineAmounts(row, 'month', 1);
  const year = lineAmounts(row, 'year', 1);
  return {
    id: row.id,
    name: texts.name,
    description: texts.description,
    functions: JSON.stringify(texts.functions),
    type: row.type,
    period: 'month',
    monthNetPrice: toDecimal(month.net),
    monthGrossPrice: toDecimal(month.gross),
    yearNetPrice: toDecimal(year.net),
    yearGrossPrice: toDecimal(year.gross),
    vatRate: row.vatRate,
    quantity: 1,
    ...totalsOnWire(month),
    currency: row.currency,
    language: row.language,
  };
}
