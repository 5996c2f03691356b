/** A visitor who chose Premium signs up first, and is led to the order once they are signed in in this browser. */
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

/** The period that was looked at; null without a wish. */
export const premiumWish = (): Period | null => {
  const wish = readChoice(key) as Partial<Wish> | null;
  if (!(Date.now() - (wish?.since ?? Number.NaN) < lasts)) return null;
  return wish?.period === 'year' ? 'year' : 'month';
};

/** The order is open: it was found. */
export const forgetPremiumWish = (): void => keepChoice(key, null);
