/** A visitor who chose Premium registers first and is led to the order after signing in in this browser. */
import type { Period } from '@servicebook/shared/plan';
import { keepChoice, readChoice } from './browser-storage.ts';

const key = 'premium-wish';
/** As long as the link of an activation mail works. */
const lasts = 7 * 24 * 3_600_000;

interface Wish {
  since: number;
  period: Period;
}

export const wishForPremium = (period: Period): void =>
  keepChoice(key, { since: Date.now(), period } satisfies Wish);

/** The chosen period; null without a wish. */
export const premiumWish = (): Period | null => {
  const wish = readChoice(key) as Partial<Wish> | null;
  if (!(Date.now() - (wish?.since ?? Number.NaN) < lasts)) return null;
  return wish?.period === 'year' ? 'year' : 'month';
};

/** Called when the order is open. */
export const forgetPremiumWish = (): void => keepChoice(key, null);
