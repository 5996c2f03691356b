// A mail server that delivers nothing: it keeps all mails and shows them at /dev/mail, so that development and tests
// send real mail without a mail account. Its packages are development dependencies, loaded only when it starts.
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { type Response, Router } from 'express';
import type { AddressObject, ParsedMail } from 'mailparser';
import type { SMTPServerDataStream, SMTPServerSession } from 'smtp-server';

/** Maximum number of kept mails; the oldest are removed first. */
const KEPT_MESSAGES = 500;
const MESSAGE_BYTES = 30 * 1024 * 1024;

export interface CaughtMail {
  id: string;
  /** Recipient addresses, comma separated, including hidden ones. */
  to: string;
  from: string;
  subject: string;
  /** ISO instant of arrival. */
  date: string;
  text: string;
  /** Empty if it was sent as text only. */
  html: string;
  /** All link targets, in order of appearance. */
  links: string[];
  attachments: { fileName: string; bytes: number }[];
}

export interface MailCatcher {
  /** For the setting SMTP_URL. */
  smtpUrl: string;
  /** Caught mails, newest first, optionally of one recipient. */
  list: (to?: string) => Promise<CaughtMail[]>;
  find: (id: string) => Promise<CaughtMail | undefined>;
  stop: () => Promise<void>;
}

/** Starts the server on 127.0.0.1 (port 0: a free one). Messages are files in `dir` and outlive a restart. */
export async function startMailCatcher({
  dir,
  port = 0,
}: {
  dir: string;
  port?: number;
}): Promise<MailCatcher> {
  const { SMTPServer } = await import('smtp-server');
  await mkdir(dir, { recursive: true });
  // The id is the time of arrival, made unique, so that sorting by name gives the order of arrival.
  let arrival = 0;
  const nextId = () => {
    arrival = Math.max(Date.now(), arrival + 1);
    return arrival.toString().padStart(14, '0');
  };
  const smtp = new SMTPServer({
    size: MESSAGE_BYTES,
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    closeTimeout: 500,
    onData: (stream, session, callback) => {
      keepMessage(dir, nextId, stream, session).then(() => callback(), callback);
    },
  });
  // Aborted client connections do not matter; a failure to listen rejects below.
  smtp.on('error', () => undefined);
  await new Promise<void>((resolve, reject) => {
    smtp.server.once('error', reject);
    smtp.listen(port, '127.0.0.1', () => resolve());
  });
  const address = smtp.server.address();
  if (address === null || typeof address === 'string') throw new Error('The mail catcher has no port');

  const parsed = new Map<string, Promise<CaughtMail>>();
  const read = (id: string): Promise<CaughtMail> => {
    const message = parsed.get(id) ?? readMessage(dir, id);
    parsed.set(id, message);
    message.catch(() => parsed.delete(id));
    return message;
  };
  return {
    smtpUrl: `smtp://127.0.0.1:${address.port}`,
    find: async (id) => ((await listIds(dir)).includes(id) ? read(id) : undefined),
    list: async (to) => {
      const ids = await listIds(dir);
      for (const id of parsed.keys()) if (!ids.includes(id)) parsed.delete(id);
      // A newer message may displace this one between listing and reading.
      const mails = await Promise.all(ids.map((id) => read(id).catch(() => undefined)));
      const recipient = to?.trim().toLowerCase();
      return mails.filter(
        (mail): mail is CaughtMail =>
          mail !== undefined && (!recipient || mail.to.split(', ').includes(recipient)),
      );
    },
    stop: () => new Promise((resolve) => smtp.close(resolve)),
  };
}

async function keepMessage(
  dir: string,
  nextId: () => string,
  stream: SMTPServerDataStream,
  session: SMTPServerSession,
): Promise<void> {
  const message = await buffer(stream);
  if (stream.sizeExceeded) throw Object.assign(new Error('Message too big'), { responseCode: 552 });
  const to = session.envelope.rcptTo.map(({ address }) => address.toLowerCase());
  const id = nextId();
  // The envelope is not part of a message, so it is stored in a header, as delivery agents do.
  const delivered = to.map((address) => `Delivered-To: ${address}\r\n`).join('');
  const draft = path.join(dir, `${id}.part`);
  await writeFile(draft, Buffer.concat([Buffer.from(delivered), message]));
  await rename(draft, path.join(dir, `${id}.eml`));
  const old = (await listIds(dir)).slice(KEPT_MESSAGES);
  await Promise.all(old.map((name) => rm(path.join(dir, `${name}.eml`), { force: true })));
}

async function listIds(dir: string): Promise<string[]> {
  const names = await readdir(dir);
  return names
    .filter((name) => name.endsWith('.eml'))
    .map((name) => name.slice(0, -'.eml'.length))
    .sort()
    .reverse();
}

async function readMessage(dir: string, id: string): Promise<CaughtMail> {
  const { simpleParser } = await import('mailparser');
  const mail = await simpleParser(await readFile(path.join(dir, `${id}.eml`)), { skipTextToHtml: true });
  const html = mail.html || '';
  const text = mail.text ?? '';
  return {
    id,
    to: readRecipients(mail),
    from: mail.from?.text ?? '',
    subject: mail.subject ?? '',
    date: new Date(Number(id)).toISOString(),
    text,
    html,
    links: findLinks(html, text),
    attachments: mail.attachments
      .filter(({ related }) => !related)
      .map(({ filename, size }) => ({ fileName: filename ?? '', bytes: size })),
  };
}

function readRecipients(mail: ParsedMail): string {
  const delivered = mail.headers.get('delivered-to');
  const headers = (Array.isArray(delivered) ? delivered : [delivered]) as (
    | AddressObject
    | string
    | undefined
  )[];
  return headers
    .flatMap((header) => (typeof header === 'object' ? header.value.map(({ address }) => address) : header))
    .filter((address) => address !== undefined)
    .join(', ');
}

function findLinks(html: string, text: string): string[] {
  const inHtml = [...html.matchAll(/<a\s[^>]*?href="([^"]*)"/gi)].map(([, href]) =>
    decodeEntities(href ?? ''),
  );
  const inText = [...text.matchAll(/https?:\/\/[^\s<>"\])]+/g)].map(([address]) => address);
  return [...new Set([...inHtml, ...inText])];
}

const namedEntities: Record<string, string> = { amp: '&', quot: '"', apos: "'", lt: '<', gt: '>' };

function decodeEntities(value: string): string {
  return value.replace(/&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|([a-z]+));/gi, (entity, hex, decimal, name) => {
    if (name) return namedEntities[name.toLowerCase()] ?? entity;
    const code = hex ? Number.parseInt(hex, 16) : Number(decimal);
    return code <= 0x10ffff ? String.fromCodePoint(code) : entity;
  });
}

/** The pages /dev/mail and /dev/mail/<id>, and /dev/mail.json?to=<address> for tests. Not for production. */
export function mailCatcherRoutes(catcher: MailCatcher): Router {
  const router = Router();
  const textOf = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined);
  router.get('/dev/mail.json', async ({ query }, response) => {
    response.set('Cache-Control', 'no-store').json(await catcher.list(textOf(query.to)));
  });
  router.get('/dev/mail', async ({ query }, response) => {
    const to = textOf(query.to);
    sendPage(response, 'Caught mail', renderList(await catcher.list(to), to ?? ''));
  });
  router.get('/dev/mail/:id', async ({ params }, response) => {
    const mail = await catcher.find(params.id);
    if (!mail) response.status(404);
    sendPage(
      response,
      mail?.subject ?? 'Caught mail',
      mail ? renderMessage(mail) : '<p>This message is gone.</p>',
    );
  });
  return router;
}

function renderList(mails: CaughtMail[], to: string): string {
  const rows = mails.map(
    ({ id, date, subject, to: recipients }) =>
      `<li><a href="/dev/mail/${id}"><b>${escapeHtml(subject || '(no subject)')}</b><span>${escapeHtml(recipients)}</span>${renderTime(date)}</a></li>`,
  );
  return `<form><label>To <input name="to" type="search" value="${escapeHtml(to)}" placeholder="address"></label>
    <button>Show</button></form>
    ${rows.length > 0 ? `<ul>${rows.join('')}</ul>` : '<p>No mail yet. Whatever the application sends appears here.</p>'}`;
}

function renderMessage({ from, to, date, subject, html, text, links, attachments }: CaughtMail): string {
  // The message is untrusted: it runs no scripts and cannot reach the application. Links open in a new tab.
  const body = `<base target="_blank">${html || `<pre style="white-space:pre-wrap;font:inherit">${escapeHtml(text)}</pre>`}`;
  const entries: [string, string][] = [
    ['From', escapeHtml(from)],
    ['To', escapeHtml(to)],
    ['Received', renderTime(date)],
    [
      'Attached',
      attachments.map(({ fileName, bytes }) => escapeHtml(`${fileName} (${bytes} bytes)`)).join('<br>'),
    ],
    ['Links', links.filter(isWebAddress).map(renderLink).join('<br>')],
  ];
  return `<p><a href="/dev/mail">All mail</a></p><h2>${escapeHtml(subject)}</h2>
    <dl>${entries.map(([name, value]) => (value ? `<dt>${name}</dt><dd>${value}</dd>` : '')).join('')}</dl>
    <iframe title="Message" sandbox="allow-popups allow-popups-to-escape-sandbox" srcdoc="${escapeHtml(body)}"></iframe>
    ${html ? `<details><summary>Text version</summary><pre>${escapeHtml(text)}</pre></details>` : ''}`;
}

const isWebAddress = (link: string) => /^https?:\/\//i.test(link);
const renderLink = (link: string) => `<a href="${escapeHtml(link)}">${escapeHtml(link)}</a>`;
const renderTime = (date: string) =>
  `<time datetime="${date}">${date.slice(0, 19).replace('T', ' ')} UTC</time>`;

function sendPage(response: Response, title: string, content: string): void {
  response
    .set({
      'Content-Security-Policy':
        "default-src 'none'; style-src 'unsafe-inline'; img-src data: https: http:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
      'Cache-Control': 'no-store',
      'Referrer-Policy': 'no-referrer',
    })
    .type('html')
    .send(`<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<link rel="icon" href="/favicon.svg"><title>${escapeHtml(title)}</title><style>${STYLE}</style></head><body><h1>Caught mail</h1>${content}</body></html>`);
}

const STYLE = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif }
body { max-width: 56rem; margin: 0 auto; padding: 1rem }
h1 { font-size: 1.1rem } h2 { overflow-wrap: anywhere }
input, button { font: inherit; padding: .4rem .7rem }
ul { list-style: none; padding: 0; border: 1px solid #8884; border-radius: 8px }
li + li { border-top: 1px solid #8884 }
li a { display: grid; grid-template-columns: 2fr 1.5fr auto; gap: 1rem; padding: .75rem 1rem; color: inherit; text-decoration: none; overflow-wrap: anywhere }
li a:hover { background: #8882 }
@media (max-width: 40rem) { li a { grid-template-columns: 1fr; gap: 0 } }
dl { display: grid; grid-template-columns: auto 1fr; gap: .25rem 1rem } dd { margin: 0; overflow-wrap: anywhere }
iframe { width: 100%; height: 70vh; border: 1px solid #8884; border-radius: 8px; background: #fff; color-scheme: light }
pre { white-space: pre-wrap }`;

function escapeHtml(value: string): string {
  const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
  return value.replace(/[&<>"]/g, (character) => entities[character] ?? character);
}
