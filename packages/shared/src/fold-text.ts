/**
 * Folds a text for searching: lower case, without accents, ł as l and ß as ss, so that "lodz" finds "ŁÓDŹ". The
 * database's `search_text` folds in the same way.
 */
export const foldText = (text: string): string =>
  text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().replaceAll('ł', 'l').replaceAll('ß', 'ss');
