/** A visitor who chose Premium registers first. After signing in with the same browser, they are sent to the order. */
import type { Period } from '@servicebook/shared/plan';
import { keepChoice, readChoice } from './browser-storage.ts';

const key = 'premium-wish';
/** The lifetime of the link in an activation mail. */
const lasts = 7 * 24 * 3_600_000;

interface Wish {
  since: number;
  period: Period;
}

export const wishForPremium = (period: Period): void =>
  keepChoice(key, { since: Date.now(), period } satisfies Wish);

/** The chosen period; null if none was chosen. */
export const premiumWish = (): Period | null => {
  const wish = readChoice(key) as Partial<Wish> | null;
  if (!(Date.now() - (wish?.since ?? Number.NaN) < lasts)) return null;
  return wish?.period === 'year' ? 'year' : 'month';
};

/** Called when the order is open. */
export const forgetPremiumWish = (): void => keepChoice(key, null);
