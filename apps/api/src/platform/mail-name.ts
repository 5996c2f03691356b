/** Names in mails: anyone who registers or invites can choose them, and the mail goes to a stranger on our behalf. */

/** Longest name a mail shows. */
const maxLength = 40;

/** Content that is more than a name: links, addresses, domains, phone numbers. */
const leads = /:\/\/|www\.|@|[\p{L}\d][.。．｡]\p{L}{2}|\d[\d\s().+-]{5,}\d|[<>|\\/]/iu;

/**
 * A name for a mail: one line of at most 40 characters. Empty if it contains more than a name; the mail then omits it.
 */
export function nameForMail(name: string): string {
  // Control and format characters are invisible and could break or reverse the line.
  const line = name.replace(/[\p{C}\p{Z}]+/gu, ' ').trim();
  return line.length > maxLength || leads.test(line) ? '' : line;
}
