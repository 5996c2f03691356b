import { currentLanguage } from '../../lib/i18n.ts';

/** Figures as the screen's language writes them. */
export function useFigures() {
  const language = currentLanguage();
  const whole = new Intl.NumberFormat(language);
  const oneDigit = new Intl.NumberFormat(language, { maximumFractionDigits: 1 });
  const percent = new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 0 });
  const month = (style: 'long' | 'short') =>
    new Intl.DateTimeFormat(language, {
      month: style,
      year: style === 'long' ? 'numeric' : '2-digit',
      timeZone: 'UTC',
    });
  const [long, short] = [month('long'), month('short')];
  return {
    whole: (value: number) => whole.format(value),
    mean: (value: number | null) => (value === null ? '–' : oneDigit.format(value)),
    /** Of nothing, nothing is a share. */
    share: (part: number, all: number) => (all === 0 ? null : percent.format(part / all)),
    /** `2026-11` as `November 2026`. */
    monthName: (text: string) => long.format(new Date(`${text}-01`)),
    shortMonth: (text: string) => short.format(new Date(`${text}-01`)),
  };
}
