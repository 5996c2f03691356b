/** A visitor who chose Premium signs up first, and is led to the order once they are signed in in this browser. */
import { keepChoice, readChoice } from './browser-storage.ts';

const key = 'premium-wish';
/** As long as the link of an activation mail works. */
const lasts = 7 * 24 * 3_600_000;

export const wishForPremium = (): void => keepChoice(key, Date.now());

export const wishesForPremium = (): boolean => {
  const since = readChoice(key);
  return typeof since === 'number' && Date.now() - since < lasts;
};

/** The order is open: it was found. */
export const forgetPremiumWish = (): void => keepChoice(key, null);
