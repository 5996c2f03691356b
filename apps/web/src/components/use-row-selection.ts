import { maxChosen } from '@servicebook/shared/primitives';
import { useState } from 'react';

/** The rows of a table that the user has chosen for a common action. `QueryTable` shows its boxes. */
export interface RowSelection {
  ids: ReadonlySet<number>;
  /** Chooses these rows, or no longer chooses them; no more than `max` in total. */
  choose: (ids: readonly number[], chosen: boolean) => void;
  clear: () => void;
  max: number;
}

const none: ReadonlySet<number> = new Set();

/**
 * Keeps chosen rows, by id, across the pages of a list.
 * @param found the search and filters of the list. Another search starts with nothing chosen, because an action must
 *   not reach rows that the user no longer sees.
 */
export function useRowSelection(found: unknown, max: number = maxChosen): RowSelection {
  const list = JSON.stringify(found);
  const [state, setState] = useState({ list, ids: none });
  const ids = state.list === list ? state.ids : none;
  const choose = (changed: readonly number[], chosen: boolean) =>
    setState((before) => {
      const next = new Set(before.list === list ? before.ids : none);
      for (const id of changed) {
        if (!chosen) next.delete(id);
        else if (next.size < max) next.add(id);
      }
      return { list, ids: next };
    });
  return { ids, choose, clear: () => setState({ list, ids: none }), max };
}
