import { useState } from 'react';
import { keepChoice, readChoice } from '../lib/browser-storage.ts';

interface Choosable {
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

/** The user's choice of visible columns, stored in this browser under the table's name. */
export function useColumnChoice<Column extends Choosable>(
  name: string | undefined,
  columns: readonly Column[],
) {
  const [choice, setChoice] = useState(() => readColumnChoice(name));

  const keep = (next: Choice) => {
    setChoice(next);
    if (name) keepChoice(`table.${name}.columns`, next);
  };
  const isShown = (column: Column) =>
    column.hideable === false || (choice[column.key] ?? !column.defaultHidden);

  return {
    shown: columns.filter(isShown),
    isShown,
    show: (column: Column, shown: boolean) => keep({ ...choice, [column.key]: shown }),
    reset: () => keep({}),
    changed: columns.some((column) => isShown(column) === Boolean(column.defaultHidden)),
  };
}
