/** What breaks a line of a text: besides the line feed, what other systems, and text copied from documents, bring. */
const lineBreaks = /\r\n?|[\u2028\u2029]/g;

/** A text whose lines end in line feeds alone, so that it has as many lines for all who count or draw them. */
export const withLineFeeds = (text: string): string => text.replace(lineBreaks, '\n');
