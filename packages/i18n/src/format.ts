/**
 * Formats dates, numbers and amounts, for screens, documents, mails, exports and calendars. Days are `YYYY-MM-DD`,
 * moments ISO 8601 or a `Date`. Text that is not a day is returned unchanged.
 */
import type { Language } from './index.ts';
import {
  collator,
  type DateOptions,
  dateFormat,
  listFormat,
  type NumberOptions,
  numberFormat,
  relativeFormat,
} from './intl.ts';
import { nameOf } from './names.ts';

type Moment = Date | string;

const noBreakSpace = '\u00A0';
const none = '–';

function utcDay(day: string): Date | null {
  const date = new Date(`${day}T00:00:00Z`);
  return Number.isNaN(date.getTime()) || date.toISOString().slice(0, 10) !== day ? null : date;
}

const inDayOrder = { day: '2-digit', month: '2-digit', year: 'numeric', timeZone: 'UTC' } as const;
/** English spells the month out, because digits alone are ambiguous. */
const withMonthName = { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' } as const;
const shortDays = (language: Language) =>
  dateFormat(language, language === 'en' ? withMonthName : inDayOrder);

/** A day in its short form, for lists, fields and sentences: `07.03.2026`, `7 Mar 2026`. */
export function formatDay(day: string, language: Language): string {
  const date = utcDay(day);
  return date ? shortDays(language).format(date) : day;
}

/** A day with its weekday, for plans: `Mo., 07.12.2026`, `Mon, 7 Dec 2026`. */
export const formatWeekday = (day: string, language: Language): string =>
  formatDayPart(day, language, { weekday: 'short', ...(language === 'en' ? withMonthName : inDayOrder) });

/** The days of a range: `23–29 November 2026`. */
export const formatDays = (from: string, to: string, language: Language): string =>
  dateFormat(language, { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' }).formatRange(
    new Date(`${from}T00:00:00Z`),
    new Date(`${to}T00:00:00Z`),
  );

/** A day in full, for documents and letters: `7. März 2026`, `7 March 2026`. */
export function formatLongDay(day: string, language: Language): string {
  const date = utcDay(day);
  return date ? dateFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(date) : day;
}

/** A day with the given options, such as a weekday or a month: `Friday`, `November 2026`. */
export const formatDayPart = (day: string, language: Language, options: DateOptions): string =>
  dateFormat(language, { ...options, timeZone: 'UTC' }).format(new Date(`${day}T00:00:00Z`));

/** `2026-11` as `November 2026` or `Nov 26`; without the “г.” that Russian puts after the year. */
export function formatMonth(month: string, style: 'long' | 'short', language: Language): string {
  const year = style === 'long' ? 'numeric' : '2-digit';
  const format = dateFormat(language, { month: style, year, timeZone: 'UTC' });
  const parts = format.formatToParts(new Date(`${month}-01`));
  const last = parts.findIndex(({ type }) => type === 'year');
  return parts.slice(0, last + 1).reduce((text, { value }) => text + value, '');
}

/** The names of the twelve months; with a day, in the form used next to one: `marca`. */
export function monthNames(language: Language, month: 'long' | 'short', besideDay: boolean): string[] {
  const format = dateFormat(language, { month, timeZone: 'UTC', ...(besideDay && { day: 'numeric' }) });
  return Array.from({ length: 12 }, (_, index) => {
    const parts = format.formatToParts(Date.UTC(2026, index, 1));
    return parts.find(({ type }) => type === 'month')?.value ?? '';
  });
}

/** The time of day of a moment in a timezone: `14:05`. */
export const formatTime = (moment: Moment, timezone: string, language: Language): string =>
  dateFormat(language, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone: timezone }).format(
    new Date(moment),
  );

/** A moment in full, with the name of its timezone, for documents: `7 March 2026 at 14:05 CET`. */
export const formatLongMoment = (moment: Moment, timezone: string, language: Language): string =>
  dateFormat(language, {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    timeZone: timezone,
    timeZoneName: 'short',
  }).format(new Date(moment));

/** A relative day: `tomorrow`, `in 12 days`. */
export const formatDaysFromToday = (days: number, language: Language): string =>
  relativeFormat(language, { numeric: 'auto' }).format(days, 'day');

/** A duration: `2 years`, `30 days`. */
export const formatDuration = (count: number, unit: 'day' | 'month' | 'year', language: Language): string =>
  numberFormat(language, { style: 'unit', unit, unitDisplay: 'long' }).format(count);

/** A number with at most three decimal places, unless the options say otherwise. */
export const formatNumber = (value: number, language: Language, options: NumberOptions = {}): string =>
  numberFormat(language, options).format(value);

const hourUnits: Record<Language, string> = { pl: 'godz.', en: 'h', de: 'Std.', it: 'h', es: 'h', ru: 'ч' };

/** Working time: 210 minutes are `3:30 h`. */
export const formatHours = (minutes: number, language: Language): string =>
  `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}${noBreakSpace}${hourUnits[language]}`;

/** A share as a percentage: 0.5 is `50%`. */
export const formatPercent = (share: number, language: Language): string =>
  numberFormat(language, { style: 'percent' }).format(share);

/** The decimal separator of a language: `.` or `,`. */
export const decimalMark = (language: Language): string =>
  numberFormat(language)
    .formatToParts(1.5)
    .find(({ type }) => type === 'decimal')?.value ?? '.';

const twoPlaces = { minimumFractionDigits: 2, maximumFractionDigits: 2 };

/** An amount of money with two decimal places, without its currency: `1,107.00`. */
export const formatAmount = (amount: number, language: Language): string =>
  numberFormat(language, twoPlaces).format(amount);

/** An amount of money with its currency code: `11.07 EUR`. A line never breaks inside it. */
export const formatMoney = (amount: number, currency: string, language: Language): string =>
  `${formatAmount(amount, language)}${noBreakSpace}${currency}`;

/** A file size: `3.4 MB`. */
export function formatSize(bytes: number, language: Language): string {
  const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const;
  const power = Math.min(units.length - 1, bytes < 1 ? 0 : Math.floor(Math.log10(bytes) / 3));
  return numberFormat(language, {
    style: 'unit',
    unit: units[power] ?? 'byte',
    unitDisplay: power === 0 ? 'long' : 'short',
    maximumFractionDigits: power > 1 ? 1 : 0,
  }).format(bytes / 1000 ** power);
}

/** A distance: `850 m`, `4.2 km`, `128 km`. */
export function formatDistance(kilometres: number, language: Language): string {
  const metres = Math.round(kilometres * 100) * 10;
  const inMetres = metres < 1000;
  return numberFormat(language, {
    style: 'unit',
    unit: inMetres ? 'meter' : 'kilometer',
    maximumFractionDigits: inMetres || kilometres >= 9.95 ? 0 : 1,
  }).format(inMetres ? metres : kilometres);
}

const fivePlaces = { minimumFractionDigits: 5, maximumFractionDigits: 5 };

/** One coordinate in degrees, precise to a metre: `52.40637°`. */
export const formatDegrees = (value: number, language: Language): string =>
  `${numberFormat(language, fivePlaces).format(value)}°`;

/** A point on the map: `52.40637° N  16.92517° E`. */
export const formatPoint = (latitude: number, longitude: number, language: Language): string =>
  [
    `${formatDegrees(Math.abs(latitude), language)}${noBreakSpace}${latitude < 0 ? 'S' : 'N'}`,
    `${formatDegrees(Math.abs(longitude), language)}${noBreakSpace}${longitude < 0 ? 'W' : 'E'}`,
  ].join('  ');

/** A measured value with its unit: `1.50 bar`. The digits stay as typed, because 1.50 is more precise than 1.5. */
export function formatMeasured(value: string, unit: string, language: Language): string {
  if (!value) return none;
  if (!unit) return value;
  const formatted = /^-?\d+\.\d+$/.test(value) ? value.replace('.', decimalMark(language)) : value;
  return `${formatted}${noBreakSpace}${unit}`;
}

/** A list in a sentence: `Anna, Piotr and Jan`, or with `or`. */
export const formatList = (
  items: readonly string[],
  language: Language,
  type: 'conjunction' | 'disjunction' = 'conjunction',
): string => listFormat(language, { type }).format(items);

/** Several people in a sentence: `Anna Nowak and Jan Kowal`. Empty for nobody. */
export const formatPeople = (people: readonly Parameters<typeof nameOf>[0][], language: Language): string =>
  formatList(people.map(nameOf).filter(Boolean), language);

/** Compares two texts for sorting in a language. Numbers count by value: "Oven 9" comes before "Oven 10". */
export const comparing = (language: Language): ((one: string, other: string) => number) =>
  collator(language, { numeric: true }).compare;
