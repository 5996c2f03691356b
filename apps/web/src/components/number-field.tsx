import { TextInput, type TextInputProps } from '@mantine/core';
import { useState } from 'react';

interface Props extends Omit<TextInputProps, 'value' | 'onChange' | 'onBlur'> {
  /** Null if empty, NaN if the text is not a number. The form's schema refuses fractions. */
  value: number | null;
  onChange: (value: number | null) => void;
  onBlur?: () => void;
  /** Converts a negative number: to empty on blur, or to 0 at once. */
  negative: 'empty' | 'zero';
}

/**
 * A whole number, such as months or a year. The typed text stays, so that "2.5" is refused instead of being read as 25.
 */
export function NumberField({ value, onChange, onBlur, negative, ...rest }: Props) {
  const [typed, setTyped] = useState('');
  const read = (text: string) => {
    const number = text.trim() === '' ? null : Number(text.replace(',', '.'));
    return negative === 'zero' && number !== null && number < 0 ? 0 : number;
  };
  // Except when the form's value was changed from outside.
  const displayed = Object.is(read(typed), value) ? typed : (value ?? '').toString();
  return (
    <TextInput
      {...rest}
      inputMode="numeric"
      autoComplete="off"
      maxLength={6}
      value={displayed}
      onChange={(event) => {
        setTyped(event.currentTarget.value);
        onChange(read(event.currentTarget.value));
      }}
      onBlur={() => {
        if (value === null || Number.isInteger(value)) setTyped((value ?? '').toString());
        if (negative === 'empty' && value !== null && value < 0) onChange(null);
        onBlur?.();
      }}
    />
  );
}
