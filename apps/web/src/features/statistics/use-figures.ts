import { currentLanguage } from '../../lib/i18n.ts';

/** `2026-11` as `November 2026`; without Russian's “г.” after the year, which a column of months can spare. */
export function monthText(month: string, style: 'long' | 'short', language: string): string {
  const parts = new Intl.DateTimeFormat(language, {
    month: style,
    year: style === 'long' ? 'numeric' : '2-digit',
    timeZone: 'UTC',
  }).formatToParts(new Date(`${month}-01`));
  const year = parts.findIndex(({ type }) => type === 'year');
  return parts.slice(0, year + 1).reduce((text, { value }) => text + value, '');
}

/** Figures as the screen's language writes them. */
export function useFigures() {
  const language = currentLanguage();
  const whole = new Intl.NumberFormat(language);
  const oneDigit = new Intl.NumberFormat(language, { maximumFractionDigits: 1 });
  const percent = new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 0 });
  return {
    whole: (value: number) => whole.format(value),
    mean: (value: number | null) => (value === null ? '–' : oneDigit.format(value)),
    /** Of nothing, nothing is a share. */
    share: (part: number, all: number) => (all === 0 ? null : percent.format(part / all)),
    monthName: (month: string) => monthText(month, 'long', language),
    shortMonth: (month: string) => monthText(month, 'short', language),
  };
}
