import { TextInput, type TextInputProps } from '@mantine/core';
import { useState } from 'react';

interface Props extends Omit<TextInputProps, 'value' | 'onChange' | 'onBlur'> {
  /** Null while empty, NaN where the text is no number; the form's schema refuses what is not whole. */
  value: number | null;
  onChange: (value: number | null) => void;
  onBlur?: () => void;
  /** What a negative number becomes: empty when the field is left, or 0 at once. */
  negative: 'empty' | 'zero';
}

/** A number of months. What is typed stays, so that "2.5" is refused and never read as 25. */
export function MonthsField({ value, onChange, onBlur, negative, ...rest }: Props) {
  const [typed, setTyped] = useState('');
  const read = (text: string) => {
    const months = text.trim() === '' ? null : Number(text.replace(',', '.'));
    return negative === 'zero' && months !== null && months < 0 ? 0 : months;
  };
  // Unless the form has been given another value meanwhile.
  const shown = Object.is(read(typed), value) ? typed : (value ?? '').toString();
  return (
    <TextInput
      {...rest}
      inputMode="numeric"
      autoComplete="off"
      maxLength={6}
      value={shown}
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
