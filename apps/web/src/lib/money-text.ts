import { formatMoney } from '@servicebook/i18n/format.ts';
import { currentLanguage } from './i18n.ts';

/** A decimal amount with its currency, in the language of the screen: `11.07 USD`, `11,07 USD`. */
export const amountText = (amount: number, currency: string): string =>
  formatMoney(amount, currency, currentLanguage());

/** The same with a decimal comma in every language, as specified for the price list. */
export const commaAmountText = (amount: number, currency: string): string =>
  `${amount.toFixed(2).replace('.', ',')} ${currency}`;
