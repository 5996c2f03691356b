/** The protocol's words, dates and numbers in the language of the document. */

import de from '@servicebook/i18n/de/service-pdf.json' with { type: 'json' };
import en from '@servicebook/i18n/en/service-pdf.json' with { type: 'json' };
import es from '@servicebook/i18n/es/service-pdf.json' with { type: 'json' };
import it from '@servicebook/i18n/it/service-pdf.json' with { type: 'json' };
import pl from '@servicebook/i18n/pl/service-pdf.json' with { type: 'json' };
import ru from '@servicebook/i18n/ru/service-pdf.json' with { type: 'json' };
import { countryName } from '@servicebook/shared/country';
import type { Language } from '@servicebook/shared/primitives';

const texts: Record<Language, typeof en> = { pl, en, de, it, es, ru };
/** English documents go to customers in Europe: the day comes before the month. */
const locales: Record<Language, string> = { pl: 'pl', en: 'en-GB', de: 'de', it: 'it', es: 'es', ru: 'ru' };

export interface Wording {
  texts: typeof en;
  /** Puts values into a text's `{{places}}`. */
  fill: (text: string, values: Record<string, string | number>) => string;
  /** `2026-11-21` in full. */
  date: (day: string) => string;
  /** A moment as the clocks of a timezone show it, with the timezone's name. */
  moment: (instant: string, timezone: string) => string;
  number: (value: number) => string;
  months: (count: number) => string;
  /** A country by its code; anything else stays as it is. */
  country: (code: string) => string;
  /** A measured value with its unit; a plain decimal gets the language's decimal mark. */
  measured: (value: string, unit: string) => string;
  coordinates: (latitude: number, longitude: number) => string;
}

const noBreakSpace = '\u00A0';
const known = new Map<Language, Wording>();

export function wordingFor(language: Language): Wording {
  let wording = known.get(language);
  if (!wording) {
    wording = createWording(language);
    known.set(language, wording);
  }
  return wording;
}

function createWording(language: Language): Wording {
  const locale = locales[language];
  const days = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' });
  const moments = new Map<string, Intl.DateTimeFormat>();
  const numbers = new Intl.NumberFormat(locale, { maximumFractionDigits: 3 });
  const months = new Intl.NumberFormat(locale, { style: 'unit', unit: 'month', unitDisplay: 'long' });
  const degrees = new Intl.NumberFormat(locale, { minimumFractionDigits: 5, maximumFractionDigits: 5 });
  const decimalMark = numbers.formatToParts(1.5).find(({ type }) => type === 'decimal')?.value ?? '.';
  return {
    texts: texts[language],
    fill: (text, values) => text.replace(/\{\{(\w+)\}\}/g, (_, place: string) => String(values[place] ?? '')),
    date: (day) => days.format(new Date(`${day}T00:00:00Z`)),
    moment: (instant, timezone) => {
      let format = moments.get(timezone);
      if (!format) {
        format = new Intl.DateTimeFormat(locale, {
          day: 'numeric',
          month: 'long',
          year: 'numeric',
          hour: '2-digit',
          minute: '2-digit',
          timeZone: timezone,
          timeZoneName: 'short',
        });
        moments.set(timezone, format);
      }
      return format.format(new Date(instant));
    },
    number: (value) => numbers.format(value),
    months: (count) => months.format(count),
    country: (code) => countryName(code, locale),
    measured: (value, unit) => {
      if (!value) return '–';
      if (!unit) return value;
      // Digits stay as they were typed: 1.50 says more than 1.5.
      const shown = /^-?\d+\.\d+$/.test(value) ? value.replace('.', decimalMark) : value;
      return `${shown}${noBreakSpace}${unit}`;
    },
    coordinates: (latitude, longitude) =>
      [
        `${degrees.format(Math.abs(latitude))}°${noBreakSpace}${latitude < 0 ? 'S' : 'N'}`,
        `${degrees.format(Math.abs(longitude))}°${noBreakSpace}${longitude < 0 ? 'W' : 'E'}`,
      ].join('  '),
  };
}
