/** Cached, because creating one is slow and lists need it for every row. */
const namesIn = new Map<string, Intl.DisplayNames>();

/** The name of a country in a language; text that is not a country code is returned unchanged. */
export function countryName(code: string, language: string): string {
  const names = namesIn.get(language) ?? new Intl.DisplayNames(language, { type: 'region' });
  namesIn.set(language, names);
  try {
    return names.of(code) ?? code;
  } catch {
    return code;
  }
}
