/** The layout of all mails: simple, readable on a phone and in dark mode, with a text version. */

/** One item in a mail. */
export interface MailItem {
  title: string;
  url: string;
  /** Date, place or person, in smaller type; may have several lines. */
  detail: string;
}

/** Items under a heading. */
export interface MailSection {
  title: string;
  hint?: string;
  items: MailItem[];
  /** A link to further items that are not listed. */
  more?: { text: string; url: string };
}

export interface MailContent {
  subject: string;
  /** Who writes, above the subject; by default we do. */
  brand?: string;
  /** Paragraphs before the button. */
  lead: string[];
  /** After a message of somebody's own, which ends with their name: paragraphs under a line, to which the rest belongs. */
  about?: string[];
  /** After them. */
  sections?: MailSection[];
  button?: { label: string; url: string };
  /** A text to copy, such as a password; in a fixed-width font. */
  code?: string;
  /** Paragraphs after it. */
  rest: string[];
  /** Why the reader receives it and where to change that; small, at the very end. */
  footer?: { text: string; link: { label: string; url: string } };
}

const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

/** The app's petrol colour, for the button with white text. */
const petrol = '#146a87';

// Inline sizes and table layout, as mail programs require. Colours that differ in dark mode are classes; a program
// that drops the style sheet shows black on white.
const styles = `
  body { background: #f6f8f9; color: #1a222a; }
  h1 { color: #1a222a; }
  .card { background: #ffffff; border: 1px solid #e3e8eb; }
  .brand { color: ${petrol}; }
  .code { background: #eef1f3; color: #1a222a; }
  .quiet, .quiet a { color: #596775; }
  .item { border-top: 1px solid #e3e8eb; }
  .item a { color: ${petrol}; }
  @media (prefers-color-scheme: dark) {
    body { background: #12171c; color: #dde3e8; }
    h1 { color: #ffffff; }
    .card { background: #1d252c; border-color: #3d4954; }
    .brand { color: #83b9cb; }
    .code { background: #2b353e; color: #ffffff; }
    .quiet, .quiet a { color: #97a4b0; }
    .item { border-color: #3d4954; }
    .item a { color: #83b9cb; }
  }
  @media (max-width: 480px) {
    .page { padding: 0 !important; }
    .card { padding: 24px 20px !important; border-width: 0 !important; border-radius: 0 !important; }
  }`;

const paragraph = (text: string) =>
  `<p style="margin:0 0 16px;font-size:16px;line-height:24px">${escapeHtml(text).replaceAll('\n', '<br>')}</p>`;

const textLine = '-'.repeat(20);
const htmlLine = '<div class="item" style="margin:24px 0;font-size:0;line-height:0">&nbsp;</div>';

const codeBox = (code: string) =>
  `<p class="code" style="margin:8px 0 24px;padding:16px;border-radius:6px;font:700 20px/28px Consolas,Menlo,monospace;letter-spacing:1px">${escapeHtml(code)}</p>`;

const buttonWith = ({ label, url }: { label: string; url: string }) => {
  const href = escapeHtml(url);
  return `<table role="presentation" cellpadding="0" cellspacing="0" style="margin:8px 0 16px"><tr>
<td bgcolor="${petrol}" style="border-radius:6px;background:${petrol}"><a href="${href}" style="display:inline-block;padding:14px 28px;color:#ffffff;font-size:16px;line-height:20px;font-weight:600;text-decoration:none">${escapeHtml(label)}</a></td>
</tr></table>
<p class="quiet" style="margin:0 0 24px;font-size:13px;line-height:20px;word-break:break-all"><a href="${href}" style="text-decoration:none">${href}</a></p>`;
};

const sectionWith = ({
  title,
  hint,
  items,
  more,
}: MailSection) => `<h2 style="margin:24px 0 8px;font-size:17px;line-height:24px;font-weight:700">${escapeHtml(title)}</h2>
${hint ? `<p class="quiet" style="margin:0 0 8px;font-size:14px;line-height:20px">${escapeHtml(hint)}</p>` : ''}
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="margin:0 0 16px">
${items.map(itemWith).join('\n')}
${more ? `<tr><td class="item"><a href="${escapeHtml(more.url)}" style="display:block;padding:10px 0;font-size:14px;line-height:24px;text-decoration:none">${escapeHtml(more.text)}</a></td></tr>` : ''}
</table>`;

// The whole row is the link, which is easy to tap.
const itemWith = ({ title, url, detail }: MailItem) =>
  `<tr><td class="item"><a href="${escapeHtml(url)}" style="display:block;padding:10px 0;text-decoration:none"><span style="font-size:16px;line-height:22px;font-weight:600;overflow-wrap:anywhere">${escapeHtml(title)}</span><br><span class="quiet" style="font-size:14px;line-height:20px;overflow-wrap:anywhere">${escapeHtml(detail).replaceAll('\n', '<br>')}</span></a></td></tr>`;

const footerWith = ({ text, link }: NonNullable<MailContent['footer']>) =>
  `<p class="quiet" style="margin:24px 0 0;font-size:13px;line-height:20px">${escapeHtml(text)} <a href="${escapeHtml(link.url)}">${escapeHtml(link.label)}</a></p>`;

const sectionText = ({ title, hint, items, more }: MailSection): string =>
  [
    title.toUpperCase(),
    ...(hint ? [hint] : []),
    ...items.map((item) => `- ${item.title}\n  ${item.detail.replaceAll('\n', '\n  ')}\n  ${item.url}`),
    ...(more ? [`${more.text}: ${more.url}`] : []),
  ].join('\n');

/** Renders a mail as HTML and as text. @param language declared in the HTML. */
export function layOutMail(content: MailContent, language: string) {
  const {
    subject,
    brand = 'Servicebook',
    lead,
    about = [],
    sections = [],
    button,
    code,
    rest,
    footer,
  } = content;
  const text = [
    ...lead,
    ...(about.length > 0 ? [textLine] : []),
    ...about,
    ...sections.map(sectionText),
    ...(code ? [code] : []),
    ...(button ? [`${button.label}: ${button.url}`] : []),
    ...rest,
    ...(footer ? [`${footer.text} ${footer.link.label}: ${footer.link.url}`] : []),
  ].join('\n\n');
  const parts = [
    ...lead.map(paragraph),
    about.length > 0 ? htmlLine : '',
    ...about.map(paragraph),
    ...sections.map(sectionWith),
    code ? codeBox(code) : '',
    button ? buttonWith(button) : '',
    ...rest.map(paragraph),
    footer ? footerWith(footer) : '',
  ];
  const html = `<!doctype html><html lang="${language}"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(subject)}</title>
<style>${styles}
</style></head>
<body style="margin:0;padding:0;font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td class="page" align="center" style="padding:24px 12px">
<table role="presentation" width="560" cellpadding="0" cellspacing="0" style="width:100%;max-width:560px"><tr><td class="card" style="padding:32px;border-radius:10px;text-align:left">
<p class="brand" style="margin:0 0 16px;font-size:15px;line-height:20px;font-weight:700">${escapeHtml(brand)}</p>
<h1 style="margin:0 0 20px;font-size:22px;line-height:28px;font-weight:700">${escapeHtml(subject)}</h1>
${parts.filter((part) => part !== '').join('\n')}
</td></tr></table></td></tr></table></body></html>`;
  return { subject, text, html };
}
