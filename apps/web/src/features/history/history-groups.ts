import type { HistoryEntry, historyKinds } from '@servicebook/shared/service-book';

export type HistoryKind = (typeof historyKinds)[number];
/** The groups of the filter. The machine's creation counts as a change, and so do imports. */
export type Filter = Exclude<HistoryKind, 'CREATED' | 'IMPORTED' | 'IMPORT_CHANGED'>;

export const filters: Filter[] = [
  'SERVICE',
  'PAST_SERVICE',
  'EVENT',
  'NOTE',
  'FILE',
  'NAMEPLATE',
  'PART',
  'CHANGE',
];

export const filterOf = ({ kind }: Pick<HistoryEntry, 'kind'>): Filter =>
  kind === 'CREATED' || kind === 'IMPORTED' || kind === 'IMPORT_CHANGED' ? 'CHANGE' : kind;

/** The entries of the chosen kinds; without a choice, all entries. */
export const chosenEntries = (entries: readonly HistoryEntry[], chosen: readonly Filter[]): HistoryEntry[] =>
  entries.filter((entry) => chosen.length === 0 || chosen.includes(filterOf(entry)));

/** The number of entries of each kind, without kinds that do not occur. */
export function countKinds(entries: readonly HistoryEntry[]): { filter: Filter; count: number }[] {
  return filters
    .map((filter) => ({ filter, count: entries.filter((entry) => filterOf(entry) === filter).length }))
    .filter(({ count }) => count > 0);
}

/**
 * Groups entries by year, keeping their order.
 * @param yearOf the year in the user's timezone
 */
export function byYear<Entry>(
  entries: readonly Entry[],
  yearOf: (entry: Entry) => string,
): [string, Entry[]][] {
  const years: [string, Entry[]][] = [];
  for (const entry of entries) {
    const year = yearOf(entry);
    const last = years.at(-1);
    if (last?.[0] === year) last[1].push(entry);
    else years.push([year, [entry]]);
  }
  return years;
}
