/**
 * Folds a text for searching: lower case, without accents, ł as l and ß as ss, so that "lodz" finds "ŁÓDŹ". The
 * database's `search_text` folds in the same way.
 */
export const foldText = (text: string): string =>
  text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().replaceAll('ł', 'l').replaceAll('ß', 'ss');

/** More words of a search are not looked at. */
const mostWords = 12;

/**
 * The words of a searched text as they were typed, each once. Each is searched for on its own. What has neither a
 * letter nor a digit is no word.
 */
export const wordsOf = (text: string): string[] =>
  [...new Set(text.split(/\s+/))].filter((word) => /[\p{L}\p{N}]/u.test(word)).slice(0, mostWords);

/** A folded text with letters, digits and spaces only: "GA-2024 1296" is "ga2024 1296". Searches compare these. */
export const foldWords = (text: string): string =>
  foldText(text)
    .replace(/[^\p{L}\p{N}\s]+/gu, '')
    .replace(/\s+/g, ' ');

/**
 * Searches a text as the server searches its lists: every word must be found, in any order, whatever its case, accents
 * and punctuation. A word with a digit is also found across spaces, because numbers are written in groups. Only here, two
 * letters are also found within a word: a list in the browser needs no index.
 * @returns whether a content has all words of the searched text
 */
export function searchOfText(text: string): (content: string) => boolean {
  const words = wordsOf(text).map(foldWords);
  return (content) => {
    const folded = foldWords(content);
    const isFound = (word: string) =>
      folded.includes(word) || (/\p{N}/u.test(word) && folded.replaceAll(' ', '').includes(word));
    return words.every(isFound);
  };
}
