/** The dossier's words: its own, and those that a service book has for the same things. */
import de from '@servicebook/i18n/de/dossier-pdf.json' with { type: 'json' };
import en from '@servicebook/i18n/en/dossier-pdf.json' with { type: 'json' };
import es from '@servicebook/i18n/es/dossier-pdf.json' with { type: 'json' };
import it from '@servicebook/i18n/it/dossier-pdf.json' with { type: 'json' };
import pl from '@servicebook/i18n/pl/dossier-pdf.json' with { type: 'json' };
import ru from '@servicebook/i18n/ru/dossier-pdf.json' with { type: 'json' };
import type { Language } from '@servicebook/shared/primitives';
import { type BookWording, bookWordingFor } from '../service-book/service-book-texts.ts';

const dossierTexts: Record<Language, typeof en> = { pl, en, de, it, es, ru };

export interface DossierWording extends BookWording {
  dossier: typeof en;
}

export const dossierWordingFor = (language: Language): DossierWording => ({
  ...bookWordingFor(language),
  dossier: dossierTexts[language],
});

/** Leaves out the lines that there is nothing to say for. */
export const isSaid = (line: string | false | null | undefined): line is string => Boolean(line);
