/** Truncates a text to a number of UTF-16 units without splitting a character. */
export const cutText = (text: string, longest: number): string =>
  text.slice(0, longest).replace(/\p{Cs}$/u, '');
