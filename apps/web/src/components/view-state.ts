/** What a saved view keeps of a list: the query of its address, with the page size and the columns always named. */
import type { SavedView } from '@servicebook/shared/saved-view';
import type { Choosable } from './use-column-choice.ts';

export const columnsParam = 'cols';
const sizeParam = 'size';

/** Parameters that say where somebody is, not what the list shows: the page, an open dialog, a month turned to. */
const passing = ['page', 'todo', 'month', 'lang', 'unlock'];

const hideable = (columns: readonly Choosable[]) => columns.filter((column) => column.hideable !== false);

/** These columns as the address names them, in the order of the table. Those that are always shown are left out. */
export const columnsText = (columns: readonly Choosable[], keys: ReadonlySet<string>): string =>
  hideable(columns)
    .flatMap(({ key }) => (keys.has(key) ? [key] : []))
    .join(',');

/** The columns that an address names; null if it names none that this table has. */
export function namedColumns(
  query: URLSearchParams,
  columns: readonly Choosable[],
): ReadonlySet<string> | null {
  const text = query.get(columnsParam);
  if (text === null) return null;
  const keys = new Set(text.split(','));
  const known = hideable(columns).filter(({ key }) => keys.has(key));
  return known.length > 0 || text === '' ? new Set(known.map(({ key }) => key)) : null;
}

/** Parameters that a view always names. Without columns, nothing is shown as a table. */
export interface Named extends Readonly<Record<string, string | undefined>> {
  size: string;
  cols?: string | undefined;
}

/** The state of a list as a query, written in one way. */
export function viewQuery(address: URLSearchParams, named: Named): string {
  const query = new URLSearchParams(address);
  for (const name of passing) query.delete(name);
  for (const [name, value] of Object.entries(named)) if (value !== undefined) query.set(name, value);
  if (named.cols === undefined) query.delete(columnsParam);
  query.sort();
  return String(query);
}

/**
 * Whether a stored query leads to the state of the list that is shown. Columns that the table has no longer do not count,
 * nor does a page size that was never offered.
 */
export function leadsTo(
  stored: string,
  current: string,
  columns: readonly Choosable[],
  sizes: readonly number[],
): boolean {
  const query = new URLSearchParams(stored);
  const { cols: shown, ...now } = Object.fromEntries(new URLSearchParams(current));
  const storedSize = query.get(sizeParam) ?? '';
  const size = sizes.map(String).includes(storedSize) ? storedSize : (now[sizeParam] ?? '');
  const named = namedColumns(query, columns);
  const cols = shown !== undefined && named ? columnsText(columns, named) : shown;
  return viewQuery(query, { size, cols }) === current;
}

const folded = (name: string) => name.trim().toLowerCase();

/** The view of this name, whatever its case. */
export const sameView = (views: readonly SavedView[], name: string): SavedView | undefined =>
  views.find((view) => folded(view.name) === folded(name));
