import type { Language } from '@servicebook/i18n';
import { comparing } from '@servicebook/i18n/format.ts';
import { countryName } from '@servicebook/i18n/intl.ts';
import { countryCodes } from '@servicebook/shared/primitives';

export interface CountryOption {
  value: string;
  label: string;
}

/** The available countries, named and sorted by language; `none` is the empty choice at the start. */
export function countryOptions(language: Language, none: string): CountryOption[] {
  const compare = comparing(language);
  const options = countryCodes.map((value) => ({
    value: value as string,
    label: countryName(value, language),
  }));
  return [{ value: '', label: none }, ...options.sort((one, other) => compare(one.label, other.label))];
}
