/** The lines of the order screen: what was chosen for whom, and what it comes to. Amounts are minor units. */
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

/** As the specification has it. */
export const newLine: LineChoice = { period: 'month', quantity: 1 };

export interface OrderLine extends LineChoice {
  user: OfferedUser;
  amounts: Amounts;
  /** The end of access once this is paid; null while the quantity is none. */
  until: string | null;
  problem: ReturnType<typeof quantityProblem>;
}

/** A line with everything that follows from the choice. @param now an instant, ISO 8601 */
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

/** The currency of all lines, or null when they are in several, which is no order. */
export function currencyOf(lines: readonly OrderLine[]): string | null {
  const [currency, ...others] = new Set(lines.map(({ user }) => user.accountPlan.currency));
  return others.length === 0 ? (currency ?? null) : null;
}
