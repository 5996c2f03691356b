import type { Column } from './data-table.tsx';

/**
 * A field of a record. Each entity has one list of these; the list's columns, its filters, the labels of conflicts and
 * the plain inputs of its form derive from it.
 */
export interface EntityField<Row> {
  /** The name on the wire, which is also its sort key. */
  key: string;
  label: string;
  /** The value as read; empty if there is none. */
  text: (row: Row) => string;
  /** How its column differs from a plain one; false: the field has none. */
  column?: Partial<Omit<Column<Row>, 'key' | 'header' | 'sortable'>> | false;
  /** A filter by free text: its name in the search and the longest text. */
  filter?: { name: string; max: number };
  /** A plain input in this part of the form. */
  input?: { part: string; kind: 'text' | 'number' };
}

/** A column that is offered but hidden at first, and never stands on a phone's card. */
export const onChoice = { defaultHidden: true, card: false } as const;

/** The columns of a list, in the order of its fields. Those that the contract can sort by are sortable. */
export const columnsOf = <Row>(
  fields: readonly EntityField<Row>[],
  sortKeys: readonly string[],
): Column<Row>[] =>
  fields.flatMap(({ key, label, text, column = {} }) =>
    column === false ? [] : { key, header: label, render: text, sortable: sortKeys.includes(key), ...column },
  );
