import { i18n } from './i18n.ts';

const twoPlaces = { minimumFractionDigits: 2, maximumFractionDigits: 2 };

/** A decimal amount with its currency, in the language of the screen: `11.07 USD`, `11,07 USD`. */
export const amountText = (amount: number, currency: string): string =>
  `${new Intl.NumberFormat(i18n.language, twoPlaces).format(amount)} ${currency}`;

/** The same with a decimal comma in every language, as specified for the price list. */
export const commaAmountText = (amount: number, currency: string): string =>
  `${amount.toFixed(2).replace('.', ',')} ${currency}`;
