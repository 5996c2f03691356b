/** The last query of each list, so that "back" restores page and search. */
const lastQueries = new Map<string, string>();

/** Remembers the query with which a list was last shown. */
export function rememberSeen(path: string, search: string): void {
  lastQueries.set(path, search);
}

/** The address of a list with its last search, sort and page. */
export function lastSeen(path: string): string {
  return path + (lastQueries.get(path) ?? '');
}
