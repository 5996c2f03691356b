/** Names in mails: anyone who registers or invites can choose them, and the mail goes to a stranger on our behalf. */

/** Longest name of a person that a mail shows. */
const maxLength = 40;

/** Dots that browsers and people read as the dot of a domain. */
const dots = /[([{]\s*(?:dot|\.)\s*[)\]}]|[。۔։]/giu;

/** Domains that are no words of names, so that they count after a dot and a blank too. Names abbreviate: `J. de Vries`. */
const endings = 'app|biz|click|com|info|net|online|org|shop|site|xyz';

/** Links, addresses and domains. */
const links = [
  // A slash between numbers is one of a house or a year.
  /:\/\/|https?:|www\.|@|[<>|\\]|(?<!\p{N}\p{L}?)\/|\/\p{L}{2}/iu,
  /\p{N}(?:\.\p{N}+){3}|\sdot\s\p{L}{2,3}(?!\p{L})/iu,
  /(?:[\p{L}\p{N}]\.|\s\.\s*)\p{L}{2}/u,
  new RegExp(`(?:\\.|\\sdot)\\s+(?:${endings})(?![\\p{L}\\p{N}])`, 'iu'),
];

/**
 * Content that is more than a name: the same; six digits in a row, whatever stands between them; and an encoded word of a
 * mail's header, behind which some mail programs read another name.
 */
const leads = [...links, /(?:\p{N}[^\p{L}\p{N}]*){6}/u, /=\?/];

/** The name as a person reads it: full-width and circled signs are plain, marks and invisible characters are gone. */
const asRead = (line: string): string =>
  line
    .normalize('NFKD')
    .replace(/[\p{M}\p{Default_Ignorable_Code_Point}]/gu, '')
    .replace(dots, '.')
    .replace(/[([{]\s*at\s*[)\]}]/giu, '@');

/**
 * A name for a mail, in one line. Empty if it is too long or contains more than a name; the mail then omits it.
 */
export function nameForMail(name: string, longest = maxLength): string {
  // Control and format characters are invisible and could break or reverse the line.
  const line = name.replace(/[\p{C}\p{Z}]+/gu, ' ').trim();
  if (line.length > longest) return '';
  const read = asRead(line);
  return leads.some((lead) => lead.test(read)) ? '' : line;
}

/** Whether a text leads somewhere: a web or mail address, which mail programs turn into a link. */
export const hasLink = (text: string): boolean => {
  const read = asRead(text);
  return links.some((link) => link.test(read));
};
