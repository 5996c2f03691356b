import { Box, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { Controller, type FieldPath, type FieldValues } from 'react-hook-form';
import type { SaveForm } from '../lib/use-save-form.ts';
import type { EntityField } from './entity-fields.ts';
import { NumberField } from './number-field.tsx';

interface InputsProps<Row, Values extends FieldValues, Content> {
  fields: readonly EntityField<Row>[];
  part: string;
  saveForm: SaveForm<Values, Content>;
  /** What stands directly below a field, by its name. */
  below?: { [Key in keyof Row & string]?: ReactNode };
}

/** The keyboard of a phone, by the kind of text. */
const keyboards = {
  text: {},
  tel: { type: 'tel', inputMode: 'tel' },
  email: { type: 'email', inputMode: 'email', autoCapitalize: 'none', spellCheck: false },
} as const;

/** The plain inputs for one part of a form. */
export function EntityInputs<Row, Values extends FieldValues, Content>({
  fields,
  part,
  saveForm: { form, field, errorOf },
  below = {},
}: InputsProps<Row, Values, Content>) {
  return fields.map(({ key, label, input }) => {
    if (input?.part !== part) return null;
    const name = key as string as FieldPath<Values>;
    if (input.kind !== 'number')
      return (
        <Box key={key}>
          <TextInput label={label} autoComplete="off" {...keyboards[input.kind]} {...field(name)} />
          {below[key]}
        </Box>
      );
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
