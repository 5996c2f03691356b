/** Formats dates, numbers and values for documents, on paper and on the screen before signing. */
import { countryName } from './country.ts';
import { formatSize } from './file-size.ts';
import type { Language } from './primitives.ts';

/** English documents go to customers in Europe: the day comes before the month. */
const locales: Record<Language, string> = { pl: 'pl', en: 'en-GB', de: 'de', it: 'it', es: 'es', ru: 'ru' };
const noBreakSpace = '\u00A0';

export interface DocumentFormat {
  locale: string;
  /** Fills the `{{placeholders}}` of a text. */
  fill: (text: string, values: Record<string, string | number>) => string;
  /** `2026-11-21` in full. */
  date: (day: string) => string;
  number: (value: number) => string;
  months: (count: number) => string;
  /** `3.4 MB` */
  size: (bytes: number) => string;
  /** The name for a country code; other text is returned unchanged. */
  country: (code: string) => string;
  /** A measured value with its unit; a decimal number gets the decimal mark of the language. */
  measured: (value: string, unit: string) => string;
}

/** The formats of documents in a language. */
export function documentFormat(language: Language): DocumentFormat {
  const locale = locales[language];
  const days = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' });
  const numbers = new Intl.NumberFormat(locale, { maximumFractionDigits: 3 });
  const months = new Intl.NumberFormat(locale, { style: 'unit', unit: 'month', unitDisplay: 'long' });
  const decimalMark = numbers.formatToParts(1.5).find(({ type }) => type === 'decimal')?.value ?? '.';
  return {
    locale,
    fill: (text, values) => text.replace(/\{\{(\w+)\}\}/g, (_, place: string) => String(values[place] ?? '')),
    date: (day) => days.format(new Date(`${day}T00:00:00Z`)),
    number: (value) => numbers.format(value),
    months: (count) => months.format(count),
    size: (bytes) => formatSize(bytes, locale),
    country: (code) => countryName(code, locale),
    measured: (value, unit) => {
      if (!value) return '–';
      if (!unit) return value;
      // Keep the digits as typed: 1.50 is more precise than 1.5.
      const shown = /^-?\d+\.\d+$/.test(value) ? value.replace('.', decimalMark) : value;
      return `${shown}${noBreakSpace}${unit}`;
    },
  };
}
