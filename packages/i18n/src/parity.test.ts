import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { languages } from './index.ts';

const folder = (language: string) => new URL(`./${language}/`, import.meta.url);
const read = (language: string, file: string): unknown =>
  JSON.parse(readFileSync(new URL(file, folder(language)), 'utf8'));

type Texts = Record<string, string>;
function flatten(value: unknown, prefix = ''): Texts {
  if (typeof value === 'string') return { [prefix]: value };
  return Object.entries(value as object).reduce<Texts>(
    (all, [key, inner]) => Object.assign(all, flatten(inner, prefix ? `${prefix}.${key}` : key)),
    {},
  );
}

const plural = /_(zero|one|two|few|many|other)$/;
const keysOf = (texts: Texts) =>
  [...new Set(Object.keys(texts).map((key) => key.replace(plural, '#')))].sort();
const placesOf = (text: string) =>
  [...text.matchAll(/\{\{\s*([\w.]+)[^}]*\}\}/g)].map(([, name]) => name).sort();

/** Other words for the document, which no text may use. German may say “Protokoll”: it is its word for the log. */
const otherNames: Partial<Record<(typeof languages)[number], RegExp>> = {
  en: /\breports?\b/i,
  de: /servicebericht|arbeitsbericht|rapport/i,
  pl: /raport serwisowy|karta serwisowa/i,
  it: /rapport(o|i) di|protocoll/i,
  es: /\bactas?\b|informe de servicio|protocolo/i,
  ru: /протокол|отч[её]т о/i,
};

describe.each(languages)('%s', (language) => {
  const files = readdirSync(folder('en')).sort();

  it('has the same files as English', () => {
    expect(readdirSync(folder(language)).sort()).toEqual(files);
  });

  it.each(files)('%s has every key, not empty, with the same placeholders', (file) => {
    const english = flatten(read('en', file));
    const texts = flatten(read(language, file));
    expect(keysOf(texts)).toEqual(keysOf(english));
    for (const [key, text] of Object.entries(texts)) {
      expect(text.trim(), key).not.toBe('');
      const source = english[key] ?? english[key.replace(plural, '_other')];
      if (!plural.test(key)) expect(placesOf(text), key).toEqual(placesOf(source ?? ''));
    }
  });

  it.each(files)('%s has every plural form the language needs', (file) => {
    const texts = flatten(read(language, file));
    const forms = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
    const plurals = new Set(
      Object.keys(texts)
        .filter((key) => plural.test(key))
        .map((key) => key.replace(plural, '')),
    );
    for (const key of plurals)
      for (const form of forms) expect(texts, `${key}_${form}`).toHaveProperty([`${key}_${form}`]);
  });

  it('uses one name for the service protocol on screens, documents and mails', () => {
    const title = String((read(language, 'service-pdf.json') as Texts).title).toLowerCase();
    const { protocol } = read(language, 'incident.json') as Texts;
    expect(protocol?.toLowerCase()).toBe(`${title} {{number}}`);
    const name = otherNames[language];
    const found = files.flatMap((file) =>
      Object.entries(flatten(read(language, file))).filter(([, text]) => name?.test(text)),
    );
    expect(found).toEqual([]);
  });

  it('has one name on screens for who did the work', () => {
    const { label } = (read(language, 'service.json') as { performer: { label: string } }).performer;
    const named = [
      ['service.json', 'tab.technician', 'view.technician', 'conflict.fields.performerId'],
      ['service.json', 'past.form.performedBy'],
      ['service-overview.json', 'columns.user', 'filter.user'],
      ['service-signing.json', 'performedBy'],
      ['import.json', 'fields.past.performedBy'],
      ['billing.json', 'table.performers'],
    ].flatMap(([file = '', ...keys]) => keys.map((key) => flatten(read(language, file))[key]));
    expect([...new Set(named)]).toEqual([label]);
    expect(flatten(read(language, 'service.json'))['todo.forPerformer']).toContain(label);
  });
});
