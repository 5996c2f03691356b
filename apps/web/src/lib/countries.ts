import { countryCodes } from '@servicebook/shared/primitives';

export interface CountryOption {
  value: string;
  label: string;
}

/** What a country is called in the language; an unknown code stands for itself. */
export function countryName(code: string, language: string): string {
  try {
    return new Intl.DisplayNames(language, { type: 'region' }).of(code) ?? code;
  } catch {
    return code;
  }
}

/** The countries offered, in the language and its order; `none` is the empty choice that leads the list. */
export function countryOptions(language: string, none: string): CountryOption[] {
  const names = new Intl.DisplayNames(language, { type: 'region' });
  const { compare } = new Intl.Collator(language);
  const options = countryCodes.map((value) => ({ value: value as string, label: names.of(value) ?? value }));
  return [{ value: '', label: none }, ...options.sort((one, other) => compare(one.label, other.label))];
}
