import type { HistoryEntry, historyKinds } from '@servicebook/shared/service-book';

export type HistoryKind = (typeof historyKinds)[number];
/** The groups of the filter: the machine's creation counts as a change. */
export type Filter = Exclude<HistoryKind, 'CREATED'>;

export const filters: Filter[] = ['SERVICE', 'EVENT', 'NOTE', 'FILE', 'NAMEPLATE', 'PART', 'CHANGE'];

export const filterOf = ({ kind }: Pick<HistoryEntry, 'kind'>): Filter =>
  kind === 'CREATED' ? 'CHANGE' : kind;

/** Only the kinds chosen; none chosen is all of them. */
export const chosenEntries = (entries: readonly HistoryEntry[], chosen: readonly Filter[]): HistoryEntry[] =>
  entries.filter((entry) => chosen.length === 0 || chosen.includes(filterOf(entry)));

/** How many there are of each kind, without the kinds there are none of. */
export function countKinds(entries: readonly HistoryEntry[]): { filter: Filter; count: number }[] {
  return filters
    .map((filter) => ({ filter, count: entries.filter((entry) => filterOf(entry) === filter).length }))
    .filter(({ count }) => count > 0);
}

/** By year, in the order they come. @param yearOf the year on the user's clock. */
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
