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
  const typedCode = useRef('');
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
        typedCode.current = event.currentTarget.value;
        event.currentTarget.value = formatPostalCode(typedCode.current, read(countryName));
        return postalCode.onChange(event);
      },
    },
    country: {
      ...country,
      onChange: (event: ChangeEvent<HTMLSelectElement>) => {
        const displayed = read(codeName);
        const isTyped = formatPostalCode(typedCode.current, read(countryName)) === displayed;
        const code = formatPostalCode(isTyped ? typedCode.current : displayed, event.currentTarget.value);
        if (code !== displayed)
          form.setValue(codeName, code as PathValue<Values, FieldPath<Values>>, { shouldDirty: true });
        return country.onChange(event);
      },
    },
  };
}
