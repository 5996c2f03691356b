/** The protocol's words, dates and numbers in the language of the document. */
import de from '@servicebook/i18n/de/service-pdf.json' with { type: 'json' };
import en from '@servicebook/i18n/en/service-pdf.json' with { type: 'json' };
import es from '@servicebook/i18n/es/service-pdf.json' with { type: 'json' };
import it from '@servicebook/i18n/it/service-pdf.json' with { type: 'json' };
import pl from '@servicebook/i18n/pl/service-pdf.json' with { type: 'json' };
import ru from '@servicebook/i18n/ru/service-pdf.json' with { type: 'json' };
import { type DocumentFormat, documentFormat } from '@servicebook/shared/document-format';
import type { Language } from '@servicebook/shared/primitives';

const texts: Record<Language, typeof en> = { pl, en, de, it, es, ru };

export interface Wording extends Omit<DocumentFormat, 'locale'> {
  texts: typeof en;
  /** A moment as the clocks of a timezone show it, with the timezone's name. */
  moment: (instant: string, timezone: string) => string;
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
  const { locale, ...format } = documentFormat(language);
  const moments = new Map<string, Intl.DateTimeFormat>();
  const degrees = new Intl.NumberFormat(locale, { minimumFractionDigits: 5, maximumFractionDigits: 5 });
  return {
    ...format,
    texts: texts[language],
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
    coordinates: (latitude, longitude) =>
      [
        `${degrees.format(Math.abs(latitude))}°${noBreakSpace}${latitude < 0 ? 'S' : 'N'}`,
        `${degrees.format(Math.abs(longitude))}°${noBreakSpace}${longitude < 0 ? 'W' : 'E'}`,
      ].join('  '),
  };
}
