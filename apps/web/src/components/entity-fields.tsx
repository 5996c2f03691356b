import { TextInput } from '@mantine/core';
import { Controller, type FieldPath, type FieldValues } from 'react-hook-form';
import type { SaveForm } from '../lib/use-save-form.ts';
import type { Column } from './data-table.tsx';
import { NumberField } from './number-field.tsx';

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
export const columnsOf = <Row,>(
  fields: readonly EntityField<Row>[],
  sortKeys: readonly string[],
): Column<Row>[] =>
  fields.flatMap(({ key, label, text, column = {} }) =>
    column === false ? [] : { key, header: label, render: text, sortable: sortKeys.includes(key), ...column },
  );

interface InputsProps<Row, Values extends FieldValues, Content> {
  fields: readonly EntityField<Row>[];
  part: string;
  saveForm: SaveForm<Values, Content>;
}

/** The plain inputs of one part of a form. */
export function EntityInputs<Row, Values extends FieldValues, Content>({
  fields,
  part,
  saveForm: { form, field, errorOf },
}: InputsProps<Row, Values, Content>) {
  return fields.map(({ key, label, input }) => {
    if (input?.part !== part) return null;
    const name = key as FieldPath<Values>;
    if (input.kind === 'text')
      return <TextInput key={key} label={label} autoComplete="off" {...field(name)} />;
    return (
      <Controller
        key={key}
        control={form.control}
        name={name}
        render={({ field: { value, ...rest } }) => (
          <NumberField
            label={label}
            {...rest}
            value={typeof value === 'number' ? value : null}
            error={errorOf(name)}
            negative="empty"
          />
        )}
      />
    );
  });
}
