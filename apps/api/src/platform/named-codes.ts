/** Finding codes by what the reader sees in their place: people type what they read. */
import { foldText } from '@servicebook/shared/fold-text';
import { type Language, languages } from '@servicebook/shared/primitives';

/**
 * Reads the names of codes in every language once, since looking texts up costs more than a short search.
 * @returns which codes have a name that contains the text in the language, whatever case and accents
 */
export function namedCodes<Code extends string>(
  codes: readonly Code[],
  nameOf: (code: Code, language: Language) => string,
): (language: Language, text: string) => Code[] {
  const named = Object.fromEntries(
    languages.map((language) => [
      language,
      codes.map((code) => ({ code, name: foldText(nameOf(code, language)) })),
    ]),
  ) as Record<Language, { code: Code; name: string }[]>;
  return (language, text) => {
    const wanted = foldText(text);
    return named[language].filter(({ name }) => name.includes(wanted)).map(({ code }) => code);
  };
}
