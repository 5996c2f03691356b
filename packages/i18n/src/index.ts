/**
 * The texts of screens, mails and documents: one JSON file per language and namespace, one namespace per feature.
 * English defines the keys; the parity test compares the other languages with it.
 */
export const languages = ['pl', 'en', 'de', 'it', 'es', 'ru'] as const;
export type Language = (typeof languages)[number];
export const fallbackLanguage: Language = 'en';

/** The name of each language in that language; never translated. */
export const languageNames: Record<Language, string> = {
  pl: 'Polski',
  en: 'English',
  de: 'Deutsch',
  it: 'Italiano',
  es: 'Español',
  ru: 'Русский',
};

/** The interface language for a list of preferences from a browser or an Accept-Language header. */
export function chooseLanguage(preferred: readonly string[]): Language {
  for (const tag of preferred) {
    const primary = tag.slice(0, 2).toLowerCase();
    const found = languages.find((language) => language === primary);
    if (found) return found;
  }
  return fallbackLanguage;
}
