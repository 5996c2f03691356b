/** Line breaks other than the line feed, from other systems and from text copied out of documents. */
const lineBreaks = /\r\n?|[\u2028\u2029]/g;

/** Converts all line breaks to line feeds, so that every counter and renderer sees the same lines. */
export const withLineFeeds = (text: string): string => text.replace(lineBreaks, '\n');
