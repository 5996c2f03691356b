/** Search, order and pages as the server has them (apps/api/src/platform/paged-query.ts and the `search` columns). */
import { collator, countryName } from '@servicebook/i18n/intl.ts';
import { foldWords, wordsOf } from '@servicebook/shared/fold-text';
import { type Language, type Page, type SortDirection, toPage } from '@servicebook/shared/primitives';

/** Letters and digits only: "GA-2024 1296" is "ga20241296". */
export const serialKey = (text: string): string => foldWords(text).replaceAll(' ', '');

const present = (texts: readonly (string | number | null | undefined)[]) =>
  texts.filter((text) => text !== null && text !== undefined).join(' ');

/**
 * What a record is found by: the words of all texts, and each code (a number, a name) also without its spaces, so that
 * "ga20241296" is found too.
 */
export const searchColumn = (
  texts: readonly (string | number | null | undefined)[],
  codes: readonly (string | number | null | undefined)[],
): string =>
  ` ${[foldWords(`${present(texts)} ${present(codes)}`), ...codes.map((code) => serialKey(present([code])))].join(' ')} `;

/** Whether each word of a text fulfils a condition; the word is folded. */
export const everyWord = (text: string, isFound: (word: string) => boolean): boolean =>
  wordsOf(text).map(serialKey).every(isFound);

/** Matches a single text. One with a digit is also found as a whole, across the spaces of the field. */
export function contains(content: string, text: string): boolean {
  if (text === '') return true;
  const folded = foldWords(content);
  if (everyWord(text, (word) => folded.includes(word))) return true;
  return /\p{N}/u.test(text) && serialKey(content).includes(serialKey(text));
}

/** Whether the name of a country, as the user reads it, has a word. */
export const isCountry = (code: string, language: Language, word: string): boolean =>
  code !== '' && foldWords(countryName(code, language)).includes(word);

export type Key = string | number | boolean | null | undefined;

const compareKeys = (one: Key, other: Key): number => {
  if (one === other || one === null || one === undefined || other === null || other === undefined) return 0;
  return one < other ? -1 : 1;
};

interface SortKey<Item> {
  of(item: Item): Key;
  /** Names sort as in a dictionary of the language. */
  named?: boolean;
}

/**
 * Sorts by a key and, for an order without doubt, by the ids. What has no key comes last in both directions.
 * @param then further keys, in the same direction
 */
export function sorted<Item extends { id: number }>(
  items: readonly Item[],
  { of, named }: SortKey<Item>,
  direction: SortDirection,
  language: Language,
  then: readonly ((item: Item) => Key)[] = [],
): Item[] {
  const sign = direction === 'asc' ? 1 : -1;
  const { compare } = collator(language);
  const isMissing = (key: Key) => key === null || key === undefined;
  return items.toSorted((one, other) => {
    const [a, b] = [of(one), of(other)];
    if (isMissing(a) !== isMissing(b)) return isMissing(a) ? 1 : -1;
    const first = named ? compare(String(a), String(b)) : compareKeys(a, b);
    if (first !== 0) return sign * first;
    for (const next of [...then, ({ id }: Item) => id]) {
      const order = compareKeys(next(one), next(other));
      if (order !== 0) return sign * order;
    }
    return 0;
  });
}

/** One page of what was found. */
export const pageOf = <Item>(
  found: readonly Item[],
  { page, size }: { page: number; size: number },
): Page<Item> => toPage(found.slice(page * size, (page + 1) * size), found.length, page, size);

/** Whether a list of chosen values has a value; without values, all are chosen. */
export const isOneOf = <Value>(values: readonly Value[] | null | undefined, value: Value): boolean =>
  !values || values.length === 0 || values.includes(value);

/** Whether a day lies within a range. */
export const isBetween = (day: string | null, from: string | null, to: string | null): boolean =>
  (!from && !to) || (day !== null && (!from || day >= from) && (!to || day <= to));
