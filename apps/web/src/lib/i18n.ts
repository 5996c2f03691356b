import { chooseLanguage, type Language, languages } from '@servicebook/i18n';
import type { Namespace, Resources } from '@servicebook/i18n/resources.ts';
import i18next, { type ReadCallback } from 'i18next';
import { initReactI18next } from 'react-i18next';
import { keepChoice, readChoice } from './browser-storage.ts';
import { loadInPlace } from './load-code.ts';

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common';
    resources: Resources;
  }
}

const storageKey = 'language';
/** The texts of the first screens, in one file per language: common texts and the sign-in. */
const firstTexts = import.meta.glob<Record<string, object>>('./first-texts/*.ts', { import: 'texts' });

const folder = '../../../../packages/i18n/src';
/** The texts of the public pages, also one file per language. */
const siteTexts = import.meta.glob<object>('../../../../packages/i18n/src/*/site.json', {
  import: 'default',
});
/** The texts of all other pages: a long list of files, loaded when the first one is needed. */
let laterTexts: Record<string, () => Promise<object>> | undefined;
const inFirstTexts = ['account', 'common', 'errors'];

async function loadTexts(language: string, namespace: string): Promise<object> {
  const source = inFirstTexts.includes(namespace)
    ? (await firstTexts[`./first-texts/${language}.ts`]?.())?.[namespace]
    : await loadFile(language, namespace);
  if (!source) throw new Error(`No texts ${language}/${namespace}`);
  return source;
}

async function loadFile(language: string, namespace: string): Promise<object | undefined> {
  if (namespace !== 'site') laterTexts ??= (await import('./later-texts.ts')).laterTexts;
  const file = `${folder}/${language}/${namespace}.json`;
  return (siteTexts[file] ?? laterTexts?.[file])?.();
}

/**
 * The texts of a document in its own language, which may differ from the screen's.
 * @throws if they cannot be loaded
 */
export const documentTexts = async (language: Language) =>
  (await loadTexts(language, 'service-pdf')) as Resources['service-pdf'];

const storedLanguage = (): string[] =>
  [readChoice(storageKey)].filter((choice) => typeof choice === 'string');

/** `?lang=de`: the language in links from search engines and the operator. */
const askedLanguage = (): string[] => new URLSearchParams(window.location.search).getAll('lang');

export const i18n = i18next.createInstance();

const loadAll = i18n.loadNamespaces;
/** i18next waits for all texts under way. This waits for these alone: those of another page may be away for hours. */
i18n.loadNamespaces = async (names, callback) => {
  const wanted = [names].flat();
  let look = () => {};
  const arrived = new Promise<void>((resolve) => {
    look = () => {
      if (wanted.every((name) => i18n.hasResourceBundle(i18n.language, name))) resolve();
    };
  });
  i18n.on('loaded', look);
  const ended = loadAll(names);
  look();
  await Promise.race([arrived, ended]);
  i18n.off('loaded', look);
  callback?.(null, i18n.t);
};

/** Namespaces that every screen uses: loaded before the first screen. */
const always: Namespace[] = ['common', 'errors'];

function followLanguage(language: string): void {
  document.documentElement.lang = language;
}

let started: Promise<void> | undefined;
/**
 * Loads the texts of the user's language once, even if called repeatedly.
 * @param language of the user whom the page has named; it stays after signing out
 */
export const startI18n = (language?: Language): Promise<void> => (started ??= start(language));

async function start(language?: Language): Promise<void> {
  if (language) keepChoice(storageKey, language);
  i18n.on('languageChanged', followLanguage);
  await i18n
    .use(initReactI18next)
    .use({
      type: 'backend',
      read(language: string, namespace: string, done: ReadCallback) {
        loadTexts(language, namespace).then(
          (loaded) => done(null, loaded),
          (error: Error) => done(error, true),
        );
      },
    })
    .init({
      lng: chooseLanguage([
        ...(language ? [language] : askedLanguage()),
        ...storedLanguage(),
        ...navigator.languages,
      ]),
      supportedLngs: languages,
      // Every language is complete, so no fallback is needed.
      fallbackLng: false,
      ns: always,
      // Otherwise the texts are asked for when everything else has begun to load.
      initAsync: false,
      defaultNS: 'common',
      // React already escapes.
      interpolation: { escapeValue: false },
    });
}

export const currentLanguage = (): Language => i18n.language as Language;

/** Switches every screen to the language and remembers it in this browser. */
/** The language that was chosen last: texts of an earlier choice may arrive later. */
let wanted: Language | undefined;

/**
 * @param onAway told once if its texts are not on this device: the language changes when they have arrived
 * @returns false: another one was chosen meanwhile
 */
export async function chooseInterfaceLanguage(language: Language, onAway?: () => void): Promise<boolean> {
  wanted = language;
  let isTold = false;
  const away = () => {
    if (!isTold) onAway?.();
    isTold = true;
  };
  // Changing to a language without its texts would keep every new screen waiting for them.
  const load = async (name: string) => {
    if (!i18n.hasResourceBundle(language, name))
      i18n.addResourceBundle(language, name, await loadTexts(language, name));
  };
  const names = [i18n.options.ns ?? []].flat();
  await Promise.all(names.map((name) => loadInPlace(() => load(name), onAway ? away : null)));
  if (wanted !== language) return false;
  await i18n.changeLanguage(language);
  keepChoice(storageKey, language);
  return true;
}
