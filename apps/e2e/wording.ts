// The texts of the screens in one language, so that a journey can run in several.
import { readFileSync } from 'node:fs';
import type { Language } from '@servicebook/i18n';

type Texts = { [key: string]: string | Texts };

/** Looks up texts like the screens: `service:form.types`. */
export function wordingOf(language: Language): (key: string) => string {
  const namespaces = new Map<string, Texts>();
  return (key) => {
    const [namespace = '', path = ''] = key.split(':');
    let texts = namespaces.get(namespace);
    if (!texts) {
      const file = new URL(`../../packages/i18n/src/${language}/${namespace}.json`, import.meta.url);
      texts = JSON.parse(readFileSync(file, 'utf8')) as Texts;
      namespaces.set(namespace, texts);
    }
    const text = path
      .split('.')
      .reduce<string | Texts | undefined>((at, part) => (at as Texts)?.[part], texts);
    if (typeof text !== 'string') throw new Error(`no text ${key} in ${language}`);
    return text;
  };
}
