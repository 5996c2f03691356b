/** The page that a link opens: the protocol, read-only, and the field for the signature; or why it cannot be signed. */
import { formatDay, formatLongMoment } from '@servicebook/i18n/format.ts';
import { languageName } from '@servicebook/i18n/intl.ts';
import { joinPresent, nameOf } from '@servicebook/i18n/names.ts';
import { dateIn } from '@servicebook/shared/calendar';
import type { Language } from '@servicebook/shared/primitives';
import type { ProtocolSnapshot } from '@servicebook/shared/protocol-snapshot';
import { documentNumber } from '@servicebook/shared/service';
import type { LinkState } from '@servicebook/shared/sign-request';
import type { Deps } from '../../deps.ts';
import type { Caller } from '../../platform/ctx.ts';
import { type Html, html } from '../../platform/html.ts';
import type { Page } from '../../platform/page.ts';
import { boundsOfPath } from '../../platform/pdf/svg-path.ts';
import { type Translate, textsOf } from '../../platform/texts.ts';
import { verifyAddress } from '../seal/sealed-document.ts';
import { takeSnapshot } from '../service/service-snapshot.ts';
import { documentUntil, findLink, type Link, stateOfLink } from './sign-link.service.ts';
import { drawProtocol } from './sign-page-protocol.ts';

/** @throws AppError NOT_FOUND, TOO_MANY_ATTEMPTS */
export async function drawSignPage(
  deps: Deps,
  caller: Caller,
  token: string,
  chosen: Language | undefined,
): Promise<Page> {
  const link = await findLink(deps, caller, token);
  const db = deps.db.of(link);
  // Read before the state: what changes in between is not signed.
  const snapshot = await takeSnapshot(db, link, link.serviceId, null);
  const state = await stateOfLink(deps, db, link);
  const language = chosen ?? (link.language as Language);
  const texts = textsOf(language, 'sign-page');
  const page = { language, company: link.account.companyName, hasLanguages: true };
  if (state === 'WAITING') {
    const title = texts('title');
    const body = drawForm({ link, snapshot, language, texts, token });
    return { ...page, title, body, script: 'sign' };
  }
  const title = texts(`${state}.title`);
  const body =
    state === 'SIGNED'
      ? drawSigned(deps, { link, language, texts, token })
      : html`${drawState(state, texts)}${phoneOf(link, texts)}`;
  return { ...page, title, body };
}

interface Drawing {
  link: Link;
  language: Language;
  texts: Translate;
  token: string;
}

const documentAt = (token: string) => `/api/signRequest/document.pdf?token=${encodeURIComponent(token)}`;

const lastDay = (moment: Date, { account }: Link, language: Language): string =>
  formatDay(dateIn(new Date(moment.getTime() - 1).toISOString(), account.timezone), language);

const symbols: Record<'good' | 'warn', Html> = {
  good: html`<svg viewBox="0 0 24 24" aria-hidden="true" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round"><circle cx="12" cy="12" r="9"/><path d="M8 12.5l2.8 2.8L16 9.5"/></svg>`,
  warn: html`<svg viewBox="0 0 24 24" aria-hidden="true" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round"><path d="M12 3.5l9.5 16.5h-19z"/><path d="M12 10v4.5M12 17.2v.1"/></svg>`,
};

/** Why it cannot be signed. One that was signed otherwise is no bad news. */
const drawState = (state: Exclude<LinkState, 'WAITING' | 'SIGNED'>, texts: Translate): Html => {
  const kind = state === 'OTHERWISE' ? 'good' : 'warn';
  return html`<div class="state ${kind}">${symbols[kind]}<div><h1>${texts(`${state}.title`)}</h1>
<p>${texts(`${state}.text`)}</p></div></div>`;
};

const phoneOf = ({ account }: Link, texts: Translate): Html =>
  html`<p>${joinPresent([account.companyName, account.phone && texts('phone', { number: account.phone })], ' · ')}</p>`;

function drawSigned(deps: Deps, { link, language, texts, token }: Drawing): Html {
  const { version, account, service } = link;
  if (!version?.signature) return phoneOf(link, texts);
  const { signerName, signerRole, signedAt } = version.signature;
  const name = joinPresent([signerName, signerRole]);
  const number = documentNumber(service);
  const at = formatLongMoment(signedAt.toISOString(), account.timezone, language);
  const until = documentUntil(version);
  const { sealed } = version;
  return html`<div class="state good" role="status">${symbols.good}<div><h1>${texts('SIGNED.title')}</h1>
<p>${texts('SIGNED.text', { number, name, at })}</p></div></div>
${service.withdrawnAt && html`<p class="state warn">${texts('withdrawn')}</p>`}
${
  deps.clock() < until
    ? html`<p><a class="button" href="${documentAt(token)}" target="_blank">${texts('download')}</a></p>
<p class="quiet">${texts('downloadUntil', { date: lastDay(until, link, language) })}</p>`
    : html`<p>${texts('tooOld')}</p>`
}
${sealed && html`<p><a href="${verifyAddress(deps.config, sealed)}">${texts('verify')}</a></p>`}
${phoneOf(link, texts)}`;
}

function drawForm({
  link,
  snapshot,
  language,
  texts,
  token,
}: Drawing & { snapshot: ProtocolSnapshot }): Html {
  // What is signed is what was read, whatever language the frame of the page is in.
  const documentLanguage = snapshot.language;
  const company = snapshot.company.name;
  const pad = textsOf(language, 'signature');
  /** What the script says, by the state that the server answers or by what went wrong. */
  const messages = JSON.stringify({
    ...Object.fromEntries(
      (['CHANGED', 'REVOKED', 'EXPIRED', 'OTHERWISE', 'ALREADY', 'UNAVAILABLE'] as const).map((state) => [
        state,
        `${texts(`${state}.title`)}. ${texts(`${state}.text`)}`,
      ]),
    ),
    NAME: texts('nameRequired'),
    INK: pad('required'),
    SHORT: pad('tooShort'),
    FAILED: texts('failed'),
    LIMIT: texts('limit'),
    BUSY: texts('busy'),
    GONE: texts('gone'),
    sending: texts('sending'),
  });
  return html`<h1>${texts('title')}</h1>
<p>${texts('lead', { company })}</p>
<p class="quiet">${texts('until', { date: lastDay(link.expiresAt, link, language) })}</p>
${
  documentLanguage !== language &&
  html`<p class="state warn">${texts('language', { language: languageName(documentLanguage, language) })}</p>`
}
${drawProtocol(snapshot)}
${link.ownSignature && drawOwn(link.ownSignature, texts('byCompany', { name: nameOf(link.userCreated) }))}
<p><a href="${documentAt(token)}" target="_blank">${texts('draft')}</a>${
    snapshot.attachments?.some(({ printKey }) => printKey) && html` · ${texts('photos')}`
  }</p>
<p class="quiet">${texts('wrong', { company })}</p>
<noscript><p class="state warn">${texts('noScript')}</p></noscript>
<form id="sign" hidden novalidate data-token="${token}" data-messages="${messages}">
<h2>${texts('field')}</h2>
<label for="name">${texts('name')}</label>
<input id="name" name="name" autocomplete="name" maxlength="100" required aria-describedby="message">
<label for="role">${texts('role')}</label>
<input id="role" name="role" autocomplete="organization-title" maxlength="100">
<p class="quiet turn">${pad('turn')}</p>
<div class="pad"><canvas role="img" aria-label="${pad('area')}"></canvas><span aria-hidden="true">${pad('signHere')}</span></div>
<p class="tools"><button type="button" class="plain" id="undo" disabled>${pad('undoShort')}</button>
<button type="button" class="plain" id="clear" disabled>${pad('clear')}</button></p>
<p>${texts('consent')}</p>
<p id="message" role="alert" class="state bad" hidden></p>
<p><button type="submit" class="wide">${texts('sign')}</button></p>
</form>`;
}

/** The signature of who sent it, as the document will show it. */
function drawOwn(path: string, label: string): Html | null {
  const bounds = boundsOfPath(path);
  if (!bounds) return null;
  const { left, top, right, bottom } = bounds;
  const box = [left - 8, top - 8, right - left + 16, bottom - top + 16].join(' ');
  return html`<figure class="drawn"><svg viewBox="${box}" role="img" aria-label="${label}"><path d="${path}" fill="none" stroke="currentColor" stroke-width="6" stroke-linecap="round" stroke-linejoin="round"/></svg>
<figcaption class="quiet">${label}</figcaption></figure>`;
}
