import type { Column } from './data-table.tsx';

/**
 * A field of a record. Each entity has one list of fields. The columns and filters of its list, the labels of conflicts
 * and the plain inputs of its form derive from it.
 */
export interface EntityField<Row> {
  /** The field's name on the wire, also used as sort key. */
  key: keyof Row & string;
  label: string;
  /** The displayed value; empty if there is none. Without it, the field itself. */
  text?: (row: Row) => string;
  /** Overrides for its column; false if the field has none. */
  column?: Partial<Omit<Column<Row>, 'key' | 'header' | 'sortable'>> | false;
  /** A free-text filter: its name in the search and the maximum length. */
  filter?: { name: string; max: number };
  /** Shows a plain input in this part of the form. */
  input?: { part: string; kind: 'text' | 'tel' | 'email' | 'number' };
}

/** The displayed value of a field. */
export const textOf = <Row>({ key, text }: EntityField<Row>, row: Row): string =>
  text ? text(row) : String(row[key] ?? '');

/** A column that is hidden by default and never shown on a phone's card. */
export const onChoice = { defaultHidden: true, card: false } as const;

/** The columns of a list, in the order of its fields. Those that the contract can sort by are sortable. */
export const columnsOf = <Row>(
  fields: readonly EntityField<Row>[],
  sortKeys: readonly string[],
): Column<Row>[] =>
  fields.flatMap((field) => {
    const { key, label, column = {} } = field;
    if (column === false) return [];
    const render = (row: Row) => textOf(field, row);
    return { key, header: label, render, sortable: sortKeys.includes(key), ...column };
  });
