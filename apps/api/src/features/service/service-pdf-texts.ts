/** The protocol's words, dates and numbers in the language of the document. */
import de from '@servicebook/i18n/de/service-pdf.json' with { type: 'json' };
import { type DocumentFormat, documentFormat } from '@servicebook/i18n/document-format.ts';
import en from '@servicebook/i18n/en/service-pdf.json' with { type: 'json' };
import es from '@servicebook/i18n/es/service-pdf.json' with { type: 'json' };
import { formatLongMoment, formatPoint } from '@servicebook/i18n/format.ts';
import it from '@servicebook/i18n/it/service-pdf.json' with { type: 'json' };
import pl from '@servicebook/i18n/pl/service-pdf.json' with { type: 'json' };
import ru from '@servicebook/i18n/ru/service-pdf.json' with { type: 'json' };
import type { Language } from '@servicebook/shared/primitives';

const texts: Record<Language, typeof en> = { pl, en, de, it, es, ru };

export interface Wording extends DocumentFormat {
  texts: typeof en;
  /** A moment as the clocks of a timezone show it, with the timezone's name. */
  moment: (instant: string, timezone: string) => string;
  coordinates: (latitude: number, longitude: number) => string;
}

const wordings = new Map<Language, Wording>();

export function wordingFor(language: Language): Wording {
  let wording = wordings.get(language);
  if (!wording) {
    wording = createWording(language);
    wordings.set(language, wording);
  }
  return wording;
}

const createWording = (language: Language): Wording => ({
  ...documentFormat(language),
  texts: texts[language],
  moment: (instant, timezone) => formatLongMoment(instant, timezone, language),
  coordinates: (latitude, longitude) => formatPoint(latitude, longitude, language),
});
