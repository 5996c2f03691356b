/** Names in mails: who registers or invites somebody types them, and the mail goes to a stranger in our name. */

/** Longest name a mail shows. */
const maxLength = 40;

/** What could lead a reader somewhere, or tell them more than a name: links, addresses, domains, phone numbers. */
const leads = /:\/\/|www\.|@|[\p{L}\d][.。．｡]\p{L}{2}|\d[\d\s().+-]{5,}\d|[<>|\\/]/iu;

/**
 * A name as a mail may show it: one line of 40 characters at most. Empty when it holds more than a name; the mail then
 * does without it.
 */
export function nameForMail(name: string): string {
  // Control and format characters show nothing, and could break or turn the line.
  const line = name.replace(/[\p{C}\p{Z}]+/gu, ' ').trim();
  return line.length > maxLength || leads.test(line) ? '' : line;
}
