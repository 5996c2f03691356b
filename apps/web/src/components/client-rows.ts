import type { Language } from '@servicebook/i18n';
import { comparing } from '@servicebook/i18n/format.ts';
import { searchOfText } from '@servicebook/shared/fold-text';
import type { Sort } from './use-table-state.ts';

interface View {
  text: string;
  sort: Sort;
  page: number;
  size: number;
}

export interface Reading<Row> {
  /** The searched text; without it, the server searches. */
  textOf?: (row: Row) => string;
  /** The value compared for a sort key. */
  sortValue: (row: Row, key: string) => string | number;
}

/** Searches, sorts and pages rows that are all loaded. Equal rows keep their original order. */
export function clientRows<Row>(
  rows: readonly Row[] | undefined,
  { text, sort, page, size }: View,
  { textOf, sortValue, language }: Reading<Row> & { language: Language },
): { rows: Row[] | undefined; total: number | undefined } {
  if (!rows) return { rows: undefined, total: undefined };
  const isFound = searchOfText(text);
  const matches = textOf ? rows.filter((row) => isFound(textOf(row))) : [...rows];
  const compare = comparing(language);
  const sign = sort.direction === 'asc' ? 1 : -1;
  matches.sort((one, other) => {
    const [a, b] = [sortValue(one, sort.by), sortValue(other, sort.by)];
    return sign * (typeof a === 'number' && typeof b === 'number' ? a - b : compare(String(a), String(b)));
  });
  return { rows: matches.slice(page * size, (page + 1) * size), total: matches.length };
}
