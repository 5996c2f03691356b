import { TextInput } from '@mantine/core';
import { Controller, type FieldPath, type FieldValues } from 'react-hook-form';
import type { SaveForm } from '../lib/use-save-form.ts';
import type { EntityField } from './entity-fields.ts';
import { NumberField } from './number-field.tsx';

interface InputsProps<Row, Values extends FieldValues, Content> {
  fields: readonly EntityField<Row>[];
  part: string;
  saveForm: SaveForm<Values, Content>;
}

/** The plain inputs for one part of a form. */
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
