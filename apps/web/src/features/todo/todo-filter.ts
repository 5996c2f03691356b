import { everybody, idFrom, withFilter } from '../../lib/paths.ts';

/** What the list shows; in the page's address, so that a reload and a link show the same. */
export interface TodoFilter {
  completed: boolean;
  /** Null: everybody's. */
  assigneeId: number | null;
  /** Only what is due on this day or before. */
  dueUntil: string | null;
}

/**
 * Reads and writes the filter of an address. Whose to-dos are shown stays out of it where it is the user's default.
 * @param standard whose to-dos the list opens with; null: everybody's
 */
export const todoFilter = (standard: number | null) => ({
  read: (query: URLSearchParams): TodoFilter => ({
    completed: query.get('completed') === 'true',
    assigneeId: query.get('assigneeId') === everybody ? null : (idFrom(query, 'assigneeId') ?? standard),
    dueUntil: query.get('dueUntil'),
  }),
  write: (query: URLSearchParams, filter: TodoFilter): URLSearchParams => {
    const { assigneeId } = filter;
    const said = assigneeId === standard ? null : (assigneeId ?? everybody);
    return withFilter(query, { ...filter, assigneeId: said });
  },
});
