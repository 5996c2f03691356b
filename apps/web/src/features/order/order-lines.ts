/** The lines of the order screen: the choices per user and their prices. Amounts are minor units. */
import { extendedUntil, type OrderOffer } from '@servicebook/shared/order';
import {
  type Amounts,
  lineAmounts,
  type Period,
  pricingOf,
  quantityProblem,
  totalAmounts,
} from '@servicebook/shared/plan';

export type OfferedUser = OrderOffer['users'][number];

export interface LineChoice {
  period: Period;
  /** 0 while the field is empty. */
  quantity: number;
}

/** The specified defaults. */
export const newLine: LineChoice = { period: 'month', quantity: 1 };

export interface OrderLine extends LineChoice {
  user: OfferedUser;
  amounts: Amounts;
  /** The end of access after the payment; null without a quantity. */
  until: string | null;
  problem: ReturnType<typeof quantityProblem>;
}

/**
 * Calculates a line from the choices.
 * @param now an instant, ISO 8601
 */
export function priceLine(
  user: OfferedUser,
  choice: LineChoice,
  { timezone, now }: { timezone: string; now: string },
): OrderLine {
  const { period, quantity } = choice;
  const problem = quantityProblem(quantity, period);
  return {
    ...choice,
    user,
    problem,
    amounts: lineAmounts(pricingOf(user.accountPlan), period, problem ? 0 : quantity),
    until: problem ? null : extendedUntil(user.planExpired, now, timezone, period, quantity),
  };
}

export const totalOf = (lines: readonly OrderLine[]): Amounts =>
  totalAmounts(lines.map(({ amounts }) => amounts));

/** The currency of all lines, or null if they differ, which makes the order impossible. */
export function currencyOf(lines: readonly OrderLine[]): string | null {
  const [currency, ...others] = new Set(lines.map(({ user }) => user.accountPlan.currency));
  return others.length === 0 ? (currency ?? null) : null;
}
