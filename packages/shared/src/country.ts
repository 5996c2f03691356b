/** Building one takes far longer than asking it, and lists ask for every row. */
const namesIn = new Map<string, Intl.DisplayNames>();

/** What a country is called in the language; what is no country's code stands for itself. */
export function countryName(code: string, language: string): string {
  const names = namesIn.get(language) ?? new Intl.DisplayNames(language, { type: 'region' });
  namesIn.set(language, names);
  try {
    return names.of(code) ?? code;
  } catch {
    return code;
  }
}
