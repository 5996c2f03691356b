/** Finds codes by their displayed names, because people type what they see. */
import { foldWords } from '@servicebook/shared/fold-text';
import { type Language, languages } from '@servicebook/shared/primitives';

/**
 * Reads the names of codes in every language once, because looking up texts costs more than a short search.
 * @returns a function for the codes whose name in a language contains a word, ignoring case, accents and punctuation
 */
export function namedCodes<Code extends string>(
  codes: readonly Code[],
  nameOf: (code: Code, language: Language) => string,
): (language: Language, word: string) => Code[] {
  const named = Object.fromEntries(
    languages.map((language) => [
      language,
      codes.map((code) => ({ code, name: foldWords(nameOf(code, language)) })),
    ]),
  ) as Record<Language, { code: Code; name: string }[]>;
  return (language, word) => {
    const folded = foldWords(word);
    return named[language].filter(({ name }) => name.includes(folded)).map(({ code }) => code);
  };
}
