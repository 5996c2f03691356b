/**
 * The texts of screens, mails and documents: one JSON file a language and namespace, a namespace a feature.
 * English is the authority for keys; the parity test holds the others to it.
 */
export const languages = ['pl', 'en', 'de', 'it', 'es', 'ru'] as const;
export type Language = (typeof languages)[number];
export const fallbackLanguage: Language = 'en';

/** What a language calls itself; never translated. */
export const languageNames: Record<Language, string> = {
  pl: 'Polski',
  en: 'English',
  de: 'Deutsch',
  it: 'Italiano',
  es: 'Español',
  ru: 'Русский',
};

/** The interface language for a list of preferences, as a browser or an Accept-Language header gives them. */
export function chooseLanguage(preferred: readonly string[]): Language {
  for (const tag of preferred) {
    const primary = tag.slice(0, 2).toLowerCase();
    const found = languages.find((language) => language === primary);
    if (found) return found;
  }
  return fallbackLanguage;
}
