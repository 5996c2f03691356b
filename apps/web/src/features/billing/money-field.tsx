import { TextInput, type TextInputProps } from '@mantine/core';
import { useState } from 'react';
import { numberText } from '../../lib/number-text.ts';

interface Props extends Omit<TextInputProps, 'value' | 'onChange'> {
  /** Null if empty, -1 if the text is not an amount; the schema refuses it. */
  value: number | null;
  onChange: (value: number | null) => void;
  currency: string;
}

/** `1 234,5`, `1234.50`: blanks between digits, one decimal mark. */
function read(text: string): number | null {
  const plain = text.replace(/[\s\u00a0\u202f]/g, '').replace(',', '.');
  if (plain === '') return null;
  return /^\d+(\.\d{0,2})?$/.test(plain) ? Number(plain) : -1;
}

/** An amount of money. The typed text stays, so that a mistake is refused instead of being read as something else. */
export function MoneyField({ value, onChange, currency, ...rest }: Props) {
  const [typed, setTyped] = useState('');
  const displayed = Object.is(read(typed), value) ? typed : value === null ? '' : numberText(value);
  return (
    <TextInput
      {...rest}
      inputMode="decimal"
      autoComplete="off"
      maxLength={16}
      rightSection={currency}
      rightSectionWidth="3.5rem"
      rightSectionPointerEvents="none"
      value={displayed}
      onChange={(event) => {
        setTyped(event.currentTarget.value);
        onChange(read(event.currentTarget.value));
      }}
    />
  );
}
