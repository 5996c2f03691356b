import { TextInput, type TextInputProps } from '@mantine/core';
import { useState } from 'react';

interface Props extends Pick<TextInputProps, 'label' | 'error' | 'ref' | 'name'> {
  value: number | null;
  onChange: (value: number | null) => void;
  onBlur?: () => void;
}

/** A number of months. A negative one is reset to empty when the field is left. */
export function MonthsField({ value, onChange, onBlur, ...rest }: Props) {
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <TextInput
      {...rest}
      inputMode="numeric"
      autoComplete="off"
      maxLength={6}
      value={typed ?? (value === null ? '' : String(value))}
      onChange={(event) => {
        const text = event.currentTarget.value.replace(/[^\d-]/g, '').replace(/(?!^)-/g, '');
        setTyped(text);
        onChange(/\d/.test(text) ? Number(text) : null);
      }}
      onBlur={() => {
        setTyped(null);
        if (value !== null && value < 0) onChange(null);
        onBlur?.();
      }}
    />
  );
}
