/** Plans and the cost of an order line. Amounts are minor units internally. */
import { z } from 'zod';
import { endpoint } from './contract.ts';
import type { FieldCode } from './error-codes.ts';
import { toDecimal, toMinor, vatOf } from './money.ts';

export const periods = ['month', 'year'] as const;
export type Period = (typeof periods)[number];

/** The prices of a plan: net prices per unit in minor units, VAT in whole percent. */
export interface Pricing {
  monthNetPrice: number;
  yearNetPrice: number;
  vatRate: number;
}

/** Net, VAT and gross in minor units. */
export interface Amounts {
  net: number;
  vat: number;
  gross: number;
}

/** At most ten years at once; prices beyond that are unknown. */
export const maxQuantity: Record<Period, number> = { month: 120, year: 10 };

/**
 * A typed quantity as a whole number, rounded down; below 1 it becomes 0, which empties the field.
 * @returns the error of the field: INCORRECT_QTY below 1, TOO_LARGE above the maximum (the quantity stays).
 */
export function wholeQuantity(
  typed: number,
  period: Period = 'month',
): { quantity: number; warning: Extract<FieldCode, 'INCORRECT_QTY' | 'TOO_LARGE'> | null } {
  const quantity = Math.floor(typed);
  if (!(quantity >= 1)) return { quantity: 0, warning: 'INCORRECT_QTY' };
  return { quantity, warning: quantity > maxQuantity[period] ? 'TOO_LARGE' : null };
}

/** Checks the quantity of a line. @returns the error, or null */
export function quantityProblem(
  quantity: number,
  period: Period,
): Extract<FieldCode, 'QTY_MUST_BE_BIGGER_THAN_ZERO' | 'TOO_LARGE'> | null {
  if (!(quantity >= 1)) return 'QTY_MUST_BE_BIGGER_THAN_ZERO';
  return quantity > maxQuantity[period] ? 'TOO_LARGE' : null;
}

/** The net price of one month or one year. */
export const unitNetPrice = (pricing: Pricing, period: Period): number =>
  period === 'year' ? pricing.yearNetPrice : pricing.monthNetPrice;

/** The saving of a year over twelve months, in whole percent, rounded down; 0 if there is none. */
export const yearlySaving = ({ monthNetPrice, yearNetPrice }: Pricing): number =>
  monthNetPrice > 0 ? Math.max(0, Math.floor(100 - (yearNetPrice * 100) / (monthNetPrice * 12))) : 0;

/** The cost of one line: net price times quantity, VAT of the line rounded half up, and the sum of both. */
export function lineAmounts(pricing: Pricing, period: Period, quantity: number): Amounts {
  const net = unitNetPrice(pricing, period) * quantity;
  const vat = vatOf(net, pricing.vatRate);
  return { net, vat, gross: net + vat };
}

/** The cost of all lines: the sum of amounts rounded per line. */
export const totalAmounts = (lines: readonly Amounts[]): Amounts =>
  lines.reduce(
    (sum, line) => ({ net: sum.net + line.net, vat: sum.vat + line.vat, gross: sum.gross + line.gross }),
    { net: 0, vat: 0, gross: 0 },
  );

/** A plan on the wire; amounts are decimal numbers. Period, quantity and totals are those of a new line. */
export const AccountPlan = z.object({
  id: z.number(),
  name: z.string(),
  description: z.string(),
  /** JSON text of a list of texts; `parseFunctions` reads it. */
  functions: z.string(),
  type: z.enum(['FREE', 'DEFAULT']),
  period: z.enum(periods),
  monthNetPrice: z.number(),
  monthGrossPrice: z.number(),
  yearNetPrice: z.number(),
  yearGrossPrice: z.number(),
  vatRate: z.number(),
  quantity: z.number(),
  totalNetAmount: z.number(),
  totalVatAmount: z.number(),
  totalGrossAmount: z.number(),
  currency: z.string(),
  language: z.string(),
});
export type AccountPlan = z.infer<typeof AccountPlan>;

/** The prices of a plan from the wire, in minor units. */
export const pricingOf = (
  plan: Pick<AccountPlan, 'monthNetPrice' | 'yearNetPrice' | 'vatRate'>,
): Pricing => ({
  monthNetPrice: toMinor(plan.monthNetPrice),
  yearNetPrice: toMinor(plan.yearNetPrice),
  vatRate: plan.vatRate,
});

/** The totals of a line for the wire. */
export const totalsOnWire = ({ net, vat, gross }: Amounts) => ({
  totalNetAmount: toDecimal(net),
  totalVatAmount: toDecimal(vat),
  totalGrossAmount: toDecimal(gross),
});

/** A plan with another period and quantity and recalculated totals. */
export const withLine = (plan: AccountPlan, period: Period, quantity: number): AccountPlan => ({
  ...plan,
  period,
  quantity,
  ...totalsOnWire(lineAmounts(pricingOf(plan), period, quantity)),
});

/** The features of a plan, line by line; malformed text gives none. */
export function parseFunctions(functions: string): string[] {
  try {
    return z.array(z.string()).parse(JSON.parse(functions));
  } catch {
    return [];
  }
}

export const planContract = {
  findAllActive: endpoint({
    method: 'get',
    path: '/api/accountPlan/findAllActive',
    summary: 'The plans on offer, one row a plan and language',
    access: 'public',
    response: z.array(AccountPlan),
  }),
};
