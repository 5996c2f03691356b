/** Texts that a spreadsheet program would take for a number, a date or a time when it opens a CSV file. */
import { languages } from '@servicebook/i18n';

/** The text in a formula ends at 255 characters in Excel; no number or date comes near that. */
const longest = 255;

/** Digits with the signs that numbers, dates, times, shares and amounts of money are written with. */
const figures = /^[\d \u00a0\u2009\u202f.,:;/\\()%'’°·\p{Pd}\p{Sc}]*$/u;
/** 3E5, 1.5e-3 */
const withExponent = /^[\d.,]+e[+-]?\d+$/i;
/** 9:30 pm, 9 A */
const halfDay = /^\d[\d:. ]*[ap]\.?(m\.?)?$/i;
const words = /\p{L}+/gu;

/** Names of months in every language, as they stand alone and beside a day: "März", "marzec", "marca". */
const months = languages.flatMap((language) =>
  [{}, { day: 'numeric' } as const].flatMap((beside) => {
    const format = new Intl.DateTimeFormat(language, { month: 'long', ...beside, timeZone: 'UTC' });
    return Array.from({ length: 12 }, (_, month) => {
      const parts = format.formatToParts(Date.UTC(2026, month, 1));
      return parts.find(({ type }) => type === 'month')?.value.toLowerCase() ?? '';
    });
  }),
);

/** Excel knows a month by its first letters, three at least: "Mar", "Sept". */
const isMonth = (word: string): boolean =>
  word.length >= 3 && months.some((month) => month.startsWith(word.toLowerCase()));

/** "1 Mar", "MAR-2026", "SEPT2": the name of one month, and figures around it. */
function isDateInWords(text: string): boolean {
  const [word, ...more] = text.match(words) ?? [];
  return word !== undefined && more.length === 0 && isMonth(word) && figures.test(text.replace(word, ''));
}

/** Whether a spreadsheet program may take a text for a value, so that it shows or keeps something else. */
export function isTakenForValue(text: string): boolean {
  const trimmed = text.trim();
  if (text.length > longest || !/\d/.test(trimmed)) return false;
  return (
    figures.test(trimmed) || withExponent.test(trimmed) || halfDay.test(trimmed) || isDateInWords(trimmed)
  );
}

/** A text as the formula that gives just this text, which Excel and LibreOffice understand: `="3/11/2026"`. */
export const asTextFormula = (text: string): string => `="${text.replaceAll('"', '""')}"`;
