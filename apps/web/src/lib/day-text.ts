import { monthNames } from '@servicebook/i18n/format.ts';
import type { Language } from '@servicebook/shared/primitives';

function toIso(year: number, month: number, day: number): string | null {
  const date = new Date(Date.UTC(year, month - 1, day));
  const same = date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return same && year >= 1900 && year <= 2999 ? date.toISOString().slice(0, 10) : null;
}

/** Whether this is an existing day, `YYYY-MM-DD`. */
export function isDay(text: string): boolean {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text) ?? [];
  return year !== undefined && toIso(Number(year), Number(month), Number(day)) === text;
}

function monthFrom(word: string, language: Language): number | null {
  const searched = word.toLowerCase().replace(/\.$/, '');
  if (searched.length < 3) return null;
  for (const style of ['long', 'short'] as const) {
    const names = monthNames(language, style, true);
    const month = names.findIndex((name) => name.toLowerCase().replace(/\.$/, '').startsWith(searched));
    if (month >= 0) return month + 1;
  }
  return null;
}

const century = (year: number) => (year < 100 ? 2000 + year : year);

/**
 * Parses a typed day to `YYYY-MM-DD`; null if it is invalid. The day comes before the month, as in all six languages;
 * the other order is accepted only if it is unambiguous. A missing year means this year.
 */
export function parseDay(typed: string, language: Language, today: Date): string | null {
  const text = typed.trim();
  if (isDay(text)) return text;
  const digits = /^(\d{2})(\d{2})(\d{4})$/.exec(text);
  const parts = digits ? digits.slice(1) : text.split(/[\s./,-]+/).filter(Boolean);
  const [first, second, third] = parts;
  if (!first || !second || parts.length > 3) return null;
  if (third !== undefined && !/^(\d{2}|\d{4})$/.test(third)) return null;
  const year = third === undefined ? today.getFullYear() : century(Number(third));
  if (!/^\d{1,2}$/.test(first)) return null;
  const month = /^\d{1,2}$/.test(second) ? Number(second) : monthFrom(second, language);
  if (month === null) return null;
  return toIso(year, month, Number(first)) ?? toIso(year, Number(first), month);
}

/** `9:5`, `0905` or `9` as `09:05`, `09:05` and `09:00`; null if it is not a time of day. */
export function parseTime(typed: string): string | null {
  const [, hours, minutes = '0'] = /^(\d{1,2})(?:[:.\s]?(\d{1,2}))?$/.exec(typed.trim()) ?? [];
  if (hours === undefined || Number(hours) > 23 || Number(minutes) > 59) return null;
  return `${hours.padStart(2, '0')}:${minutes.padStart(2, '0')}`;
}
