import { formatMonth, formatNumber, formatPercent } from '@servicebook/i18n/format.ts';
import { currentLanguage } from '../../lib/i18n.ts';

/** Formats numbers in the screen's language. */
export function useFigures() {
  const language = currentLanguage();
  return {
    whole: (value: number) => formatNumber(value, language),
    mean: (value: number | null) =>
      value === null ? '–' : formatNumber(value, language, { maximumFractionDigits: 1 }),
    /** No share of an empty total. */
    share: (part: number, all: number) => (all === 0 ? null : formatPercent(part / all, language)),
    monthName: (month: string) => formatMonth(month, 'long', language),
    shortMonth: (month: string) => formatMonth(month, 'short', language),
  };
}
