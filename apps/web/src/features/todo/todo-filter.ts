import { idFrom } from '../../lib/paths.ts';

/** What the list shows; in the page's address, so that a reload and a link show the same. */
export interface TodoFilter {
  completed: boolean;
  assigneeId: number | null;
  /** Only what is due on this day or before. */
  dueUntil: string | null;
}

export const readFilter = (query: URLSearchParams): TodoFilter => ({
  completed: query.get('completed') === 'true',
  assigneeId: idFrom(query, 'assigneeId'),
  dueUntil: query.get('dueUntil'),
});
