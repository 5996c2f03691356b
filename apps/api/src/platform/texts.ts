/** The texts of packages/i18n on the server: error messages, mails and documents, all languages loaded at start. */
import { readdirSync, readFileSync } from 'node:fs';
import { fallbackLanguage, type Language, languages } from '@servicebook/i18n';
import type { Namespace } from '@servicebook/i18n/resources.ts';
import i18next from 'i18next';

const folder = (language: string) =>
  new URL(`${language}/`, import.meta.resolve('@servicebook/i18n/index.ts'));

const resources = Object.fromEntries(
  languages.map((language) => [
    language,
    Object.fromEntries(
      readdirSync(folder(language))
        .filter((file) => file.endsWith('.json'))
        .map((file) => [
          file.replace('.json', ''),
          JSON.parse(readFileSync(new URL(file, folder(language)), 'utf8')) as Record<string, unknown>,
        ]),
    ),
  ]),
);

const instance = i18next.createInstance();
await instance.init({
  resources,
  fallbackLng: fallbackLanguage,
  interpolation: { escapeValue: false },
  showSupportNotice: false,
} as Parameters<typeof instance.init>[0]);

export type Translate = (key: string, values?: Record<string, string | number>) => string;

/** Texts of one namespace in one language. */
export function textsOf(language: Language, namespace: Namespace): Translate {
  const translate = instance.getFixedT(language, namespace) as unknown as Translate;
  return (key, values) => translate(key, values);
}

/** Texts whose keys, `namespace:path`, are only known at run time; null for an unknown key. */
export function anyTextOf(language: Language) {
  const translate = instance.getFixedT(language) as unknown as Translate;
  return (key: string, values?: Record<string, string | number>): string | null =>
    instance.exists(key, { ...values, lng: language }) ? translate(key, values) : null;
}
