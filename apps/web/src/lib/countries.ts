import { countryCodes } from '@servicebook/shared/primitives';

export interface CountryOption {
  value: string;
  label: string;
}

/** The available countries, named and sorted by language; `none` is the empty choice at the start. */
export function countryOptions(language: string, none: string): CountryOption[] {
  const names = new Intl.DisplayNames(language, { type: 'region' });
  const { compare } = new Intl.Collator(language);
  const options = countryCodes.map((value) => ({ value: value as string, label: names.of(value) ?? value }));
  return [{ value: '', label: none }, ...options.sort((one, other) => compare(one.label, other.label))];
}
