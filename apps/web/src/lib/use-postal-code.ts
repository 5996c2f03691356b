import { formatPostalCode } from '@servicebook/shared/company';
import { type ChangeEvent, useRef } from 'react';
import type { FieldPath, FieldValues, PathValue } from 'react-hook-form';
import type { SaveForm } from './use-save-form.ts';

/**
 * The fields of a postal code and its country. The code follows the country's format, also when the country changes.
 */
export function usePostalCode<Values extends FieldValues & { postalCode?: unknown; country?: unknown }>({
  form,
  field,
}: Pick<SaveForm<Values, unknown>, 'form' | 'field'>) {
  // Keeps the original text, so that a country chosen by mistake truncates nothing.
  const typed = useRef('');
  const [codeName, countryName] = ['postalCode', 'country'] as FieldPath<Values>[] as [
    FieldPath<Values>,
    FieldPath<Values>,
  ];
  const read = (name: FieldPath<Values>) => String(form.getValues(name) ?? '');
  const postalCode = field(codeName);
  const country = field(countryName);
  return {
    postalCode: {
      ...postalCode,
      onChange: (event: ChangeEvent<HTMLInputElement>) => {
        typed.current = event.currentTarget.value;
        event.currentTarget.value = formatPostalCode(typed.current, read(countryName));
        return postalCode.onChange(event);
      },
    },
    country: {
      ...country,
      onChange: (event: ChangeEvent<HTMLSelectElement>) => {
        const shown = read(codeName);
        const isTyped = formatPostalCode(typed.current, read(countryName)) === shown;
        const code = formatPostalCode(isTyped ? typed.current : shown, event.currentTarget.value);
        if (code !== shown)
          form.setValue(codeName, code as PathValue<Values, FieldPath<Values>>, { shouldDirty: true });
        return country.onChange(event);
      },
    },
  };
}
