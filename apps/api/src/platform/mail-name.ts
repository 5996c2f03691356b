/** Names in mails: anyone who registers or invites can choose them, and the mail goes to a stranger on our behalf. */

/** Longest name of a person that a mail shows. */
const maxLength = 40;

/** Content that is more than a name: links, addresses, domains, phone numbers. */
const leads = /:\/\/|www\.|@|[\p{L}\d][.。．｡]\p{L}{2}|\d[\d\s().+-]{5,}\d|[<>|\\/]/iu;

/**
 * A name for a mail, in one line. Empty if it is too long or contains more than a name; the mail then omits it.
 */
export function nameForMail(name: string, longest = maxLength): string {
  // Control and format characters are invisible and could break or reverse the line.
  const line = name.replace(/[\p{C}\p{Z}]+/gu, ' ').trim();
  return line.length > longest || leads.test(line) ? '' : line;
}
