/**
 * The one place that creates formatters. They are cached per language and options, because creating one takes much
 * longer than using it, and lists use them for every row.
 */
import type { Language } from './index.ts';

export type DateOptions = Intl.DateTimeFormatOptions;
export type NumberOptions = Intl.NumberFormatOptions;

const formatters = new Map<string, unknown>();

function once<Formatter>(key: string, make: () => Formatter): Formatter {
  const existing = formatters.get(key) as Formatter | undefined;
  if (existing) return existing;
  const formatter = make();
  formatters.set(key, formatter);
  return formatter;
}

const cached =
  <Options extends object, Formatter>(name: string, make: (locale: string, options: Options) => Formatter) =>
  (language: Language, options: Options = {} as Options): Formatter =>
    once(name + language + JSON.stringify(options), () => make(localeOf(language), options));

/** The locale of a language. English is British, because customers are in Europe: the day comes before the month. */
export const localeOf = (language: Language): string => (language === 'en' ? 'en-GB' : language);

export const dateFormat = cached(
  'date',
  (locale, options: DateOptions) => new Intl.DateTimeFormat(locale, options),
);
export const numberFormat = cached(
  'number',
  (locale, options: NumberOptions) => new Intl.NumberFormat(locale, options),
);
export const listFormat = cached(
  'list',
  (locale, options: Intl.ListFormatOptions) => new Intl.ListFormat(locale, options),
);
export const relativeFormat = cached(
  'relative',
  (locale, options: Intl.RelativeTimeFormatOptions) => new Intl.RelativeTimeFormat(locale, options),
);
export const collator = cached(
  'collator',
  (locale, options: Intl.CollatorOptions) => new Intl.Collator(locale, options),
);
const countryNames = cached(
  'country',
  (locale, _options: object) => new Intl.DisplayNames(locale, { type: 'region' }),
);

/** The name of a country in a language; text that is not a country code is returned unchanged. */
export function countryName(code: string, language: Language): string {
  try {
    return countryNames(language).of(code) ?? code;
  } catch {
    return code;
  }
}

/** The name of a language in another one: `Polnisch`. It is needed too rarely to be kept. */
export const languageName = (of: Language, language: Language): string =>
  new Intl.DisplayNames(language, { type: 'language' }).of(of) ?? of;

/** The timezone of this browser or server. It may change while the app is open. */
export const ownTimezone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** The names of all timezones that this runtime knows. */
export const knownTimezones = (): string[] => Intl.supportedValuesOf('timeZone');

/**
 * The name of a timezone: its `longOffset`, `GMT+01:00`, or its `longGeneric` name. The formatter is not cached,
 * because the list of all timezones would keep thousands.
 */
export function timezoneName(
  timeZone: string,
  language: Language,
  timeZoneName: 'longOffset' | 'longGeneric',
  at: Date,
): string {
  const parts = new Intl.DateTimeFormat(localeOf(language), { timeZone, timeZoneName }).formatToParts(at);
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? '';
}
