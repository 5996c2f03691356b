/** The one layout of all mails: plain, readable on a phone and in dark mode, with a text twin. */

export interface MailContent {
  subject: string;
  /** Paragraphs before the button. */
  lead: string[];
  button?: { label: string; url: string };
  /** Something to copy, such as a password; shown in a fixed-width face. */
  code?: string;
  /** Paragraphs after it. */
  rest: string[];
}

const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

const paragraph = (text: string) =>
  `<p style="margin:0 0 16px;font-size:16px;line-height:24px">${escapeHtml(text)}</p>`;

/** Renders a mail as HTML and as text. @param language for the reader's software. */
export function layOutMail({ subject, lead, button, code, rest }: MailContent, language: string) {
  const text = [
    ...lead,
    ...(code ? [code] : []),
    ...(button ? [`${button.label}: ${button.url}`] : []),
    ...rest,
  ].join('\n\n');
  const html = `<!doctype html><html lang="${language}"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark">
<title>${escapeHtml(subject)}</title>
<style>
  body { background: #f3f5f7; color: #1c2733; }
  .card { background: #ffffff; border: 1px solid #dde3e9; }
  .code { background: #eef2f6; }
  .quiet { color: #5b6875; }
  @media (prefers-color-scheme: dark) {
    body { background: #14181d; color: #e6eaee; }
    .card { background: #1d232a; border-color: #323b45; }
    .code { background: #2a323b; }
    .quiet { color: #a3aeb9; }
  }
</style></head>
<body style="margin:0;padding:24px 12px;font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td align="center">
<div class="card" style="max-width:520px;padding:32px 24px;border-radius:8px;text-align:left">
<p style="margin:0 0 24px;font-size:18px;font-weight:700">Servicebook</p>
${lead.map(paragraph).join('\n')}
${code ? `<p class="code" style="margin:0 0 24px;padding:16px;border-radius:6px;font:700 20px/28px Consolas,Menlo,monospace;letter-spacing:1px">${escapeHtml(code)}</p>` : ''}
${
  button
    ? `<p style="margin:0 0 24px"><a href="${escapeHtml(button.url)}" style="display:inline-block;padding:14px 28px;border-radius:6px;background:#0b5cad;color:#ffffff;font-size:16px;font-weight:600;text-decoration:none">${escapeHtml(button.label)}</a></p>
<p class="quiet" style="margin:0 0 16px;font-size:13px;line-height:20px;word-break:break-all">${escapeHtml(button.url)}</p>`
    : ''
}
${rest.map(paragraph).join('\n')}
</div></td></tr></table></body></html>`;
  return { subject, text, html };
}
