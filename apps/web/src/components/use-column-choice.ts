import { useState } from 'react';
import { keepChoice, readChoice } from '../lib/browser-storage.ts';
import { useQueryString } from '../lib/use-address.ts';
import { columnsParam, columnsText, namedColumns } from './view-state.ts';

export interface Choosable {
  key: string;
  hideable?: boolean | undefined;
  defaultHidden?: boolean | undefined;
}

type Choice = Record<string, boolean>;

function readColumnChoice(name: string | undefined): Choice {
  const storedColumns = name ? readChoice(`table.${name}.columns`) : null;
  return typeof storedColumns === 'object' && storedColumns !== null && !Array.isArray(storedColumns)
    ? (storedColumns as Choice)
    : {};
}

/**
 * The user's choice of visible columns, stored in this browser under the table's name. With `inUrl`, columns that the
 * address names (`cols`) come first, as in a saved view: then a change stays in the address.
 */
export function useColumnChoice<Column extends Choosable>(
  name: string | undefined,
  columns: readonly Column[],
  inUrl = false,
) {
  const [choice, setChoice] = useState(() => readColumnChoice(name));
  const [query, changeQuery] = useQueryString();
  const named = inUrl ? namedColumns(query, columns) : null;

  const keep = (next: Choice) => {
    setChoice(next);
    if (name) keepChoice(`table.${name}.columns`, next);
  };
  const write = (keys: ReadonlySet<string> | null) =>
    changeQuery((current) => {
      if (keys) current.set(columnsParam, columnsText(columns, keys));
      else current.delete(columnsParam);
      return current;
    });
  const isShown = (column: Column) =>
    column.hideable === false ||
    (named ? named.has(column.key) : (choice[column.key] ?? !column.defaultHidden));
  const visible = columns.filter(isShown);
  // A table without columns would show nothing that could be opened.
  const shown = visible.length > 0 ? visible : columns.slice(0, 1);

  return {
    shown,
    isShown,
    isLast: (column: Column) => shown.length === 1 && shown[0] === column,
    show(column: Column, show: boolean) {
      if (!named) return keep({ ...choice, [column.key]: show });
      const keys = new Set(named);
      if (show) keys.add(column.key);
      else keys.delete(column.key);
      write(keys);
    },
    reset() {
      if (named) write(null);
      keep({});
    },
    changed: columns.some((column) => isShown(column) === Boolean(column.defaultHidden)),
    /** The shown columns as the address names them. */
    text: columnsText(columns, new Set(shown.map(({ key }) => key))),
  };
}
