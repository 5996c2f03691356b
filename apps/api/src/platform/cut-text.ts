/** The beginning of a text, at most so many UTF-16 units long, and never half a character. */
export const cutText = (text: string, longest: number): string =>
  text.slice(0, longest).replace(/\p{Cs}$/u, '');
