import type { Column } from './data-table.tsx';

/**
 * A field of a record. Each entity has one list of fields. The columns and filters of its list, the labels of conflicts
 * and the plain inputs of its form derive from it.
 */
export interface EntityField<Row> {
  /** The field's name on the wire, also used as sort key. */
  key: string;
  label: string;
  /** The displayed value; empty if there is none. */
  text: (row: Row) => string;
  /** Overrides for its column; false if the field has none. */
  column?: Partial<Omit<Column<Row>, 'key' | 'header' | 'sortable'>> | false;
  /** A free-text filter: its name in the search and the maximum length. */
  filter?: { name: string; max: number };
  /** Shows a plain input in this part of the form. */
  input?: { part: string; kind: 'text' | 'number' };
}

/** A column that is hidden by default and never shown on a phone's card. */
export const onChoice = { defaultHidden: true, card: false } as const;

/** The columns of a list, in the order of its fields. Those that the contract can sort by are sortable. */
export const columnsOf = <Row>(
  fields: readonly EntityField<Row>[],
  sortKeys: readonly string[],
): Column<Row>[] =>
  fields.flatMap(({ key, label, text, column = {} }) =>
    column === false ? [] : { key, header: label, render: text, sortable: sortKeys.includes(key), ...column },
  );
