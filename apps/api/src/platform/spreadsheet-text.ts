/** Texts that a spreadsheet program would read as a number, date or time when it opens a CSV file. */
import { languages } from '@servicebook/i18n';
import { monthNames } from '@servicebook/i18n/format.ts';

/** In Excel, a text in a formula has at most 255 characters; no number or date is that long. */
const longest = 255;

/** Digits and the signs of numbers, dates, times, percentages and amounts of money. */
const figures = /^[\d \u00a0\u2009\u202f.,:;/\\()%'’°·\p{Pd}\p{Sc}]*$/u;
/** 3E5, 1.5e-3 */
const withExponent = /^[\d.,]+e[+-]?\d+$/i;
/** 9:30 pm, 9 A */
const halfDay = /^\d[\d:. ]*[ap]\.?(m\.?)?$/i;
const words = /\p{L}+/gu;

/** Names of months in every language, standalone and with a day: "März", "marzec", "marca". */
const months = languages.flatMap((language) =>
  [true, false]
    .flatMap((besideDay) => monthNames(language, 'long', besideDay))
    .map((name) => name.toLowerCase()),
);

/** Excel recognises a month by its first letters, at least three: "Mar", "Sept". */
const isMonth = (word: string): boolean =>
  word.length >= 3 && months.some((month) => month.startsWith(word.toLowerCase()));

/** "1 Mar", "MAR-2026", "SEPT2": the name of one month with digits around it. */
function isDateInWords(text: string): boolean {
  const [word, ...more] = text.match(words) ?? [];
  return word !== undefined && more.length === 0 && isMonth(word) && figures.test(text.replace(word, ''));
}

/** Whether a spreadsheet program may convert a text into a value and so change it. */
export function isTakenForValue(text: string): boolean {
  // A blank in front of a sign hides it from the protection against formulas, but not from a spreadsheet program.
  const trimmed = /^\s/.test(text) ? text.trim().replace(/^[+-]/, '') : text.trim();
  if (text.length > longest || !/\d/.test(trimmed)) return false;
  return (
    figures.test(trimmed) || withExponent.test(trimmed) || halfDay.test(trimmed) || isDateInWords(trimmed)
  );
}

/** A text as a formula that returns exactly this text, in Excel and LibreOffice: `="3/11/2026"`. */
export const asTextFormula = (text: string): string => `="${text.replaceAll('"', '""')}"`;
