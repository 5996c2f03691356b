/** The public pages about documents. Without JavaScript they say everything; with it they also take a file. */
import { formatLongDay, formatLongMoment, formatSize } from '@servicebook/i18n/format.ts';
import { dateIn } from '@servicebook/shared/calendar';
import type { Language } from '@servicebook/shared/primitives';
import { parseVerifyCode } from '@servicebook/shared/verify';
import type { Deps } from '../../deps.ts';
import type { Caller } from '../../platform/ctx.ts';
import { type Html, html } from '../../platform/html.ts';
import type { Page, PageRedirect } from '../../platform/page.ts';
import { isValidAt } from '../../platform/seal/seal-key.ts';
import { type Translate, textsOf } from '../../platform/texts.ts';
import {
  certificateFile,
  describeCertificate,
  findDocument,
  type KnownDocument,
  nameOf,
} from './verify.service.ts';
import { type Mark, symbol } from './verify-symbols.ts';

const mostMachines = 10;
const example = '12-7h3k-9qxa-2mvb-4tnc-we8r-fy50-1j';

interface View {
  t: Translate;
  language: Language;
  /** `7 March 2026 at 14:05 CET` */
  moment: (at: Date | string) => string;
}

/** The page that a document's code leads to. @throws AppError TOO_MANY_ATTEMPTS */
export async function showDocument(
  deps: Deps,
  caller: Caller,
  code: string,
  language: Language,
): Promise<Page> {
  const document = await findDocument(deps, caller, code);
  const t = textsOf(language, 'verify');
  if (!document) {
    const body = html`${state('unknown', t('status.unknown'), t('status.unknownText'))}${codeForm(t, language)}
${fileCheck(t, language)}`;
    return { ...frameOf(t, language), status: 404, title: t('status.unknown'), body };
  }
  const moment = (at: Date | string) =>
    formatLongMoment(typeof at === 'string' ? at : at.toISOString(), document.timezone, language);
  const view: View = { t, language, moment };
  const body = html`${statusOf(document, view)}
<p>${t('compare')}</p>
${factsOf(document, view)}
${obstacleOf(document, t)}
${fileCheck(t, language, `${document.code.accountId}-${document.code.token}`)}
${sealOf(document, view, isValidAt(deps.seal, deps.clock()))}
${withoutUs(document, t)}
<p><a href="/verify?lang=${language}">${t('another')}</a></p>`;
  return { ...frameOf(t, language), title: nameOf(document, language), body };
}

/** The page for a code on paper or a file. A complete code leads on to its document. */
export function showStart(language: Language, code?: string): Page | PageRedirect {
  const parsed = code === undefined ? null : parseVerifyCode(code);
  if (parsed) return { location: `/v/${parsed.accountId}-${parsed.token}?lang=${language}` };
  const t = textsOf(language, 'verify');
  const body = html`<h1>${t('title')}</h1>${codeForm(t, language, code)}${fileCheck(t, language)}`;
  return { ...frameOf(t, language), title: t('title'), body };
}

const frameOf = (t: Translate, language: Language) =>
  ({ language, title: t('title'), script: 'verify', hasLanguages: true }) as const;

function state(kind: Mark, title: string, text: string, level: 1 | 2 | 3 = 1): Html {
  const headings = { 1: html`<h1>${title}</h1>`, 2: html`<h2>${title}</h2>`, 3: html`<h3>${title}</h3>` };
  const heading = headings[level];
  return html`<div class="state ${looks[kind]}">${symbol(kind)}<div>${heading}<p>${text}</p></div></div>`;
}
const looks = {
  good: 'good',
  replaced: 'warn',
  withdrawn: 'bad',
  unknown: 'other',
} as const satisfies Record<Mark, string>;

function statusOf({ status, protocol, day, timezone }: KnownDocument, { t, language }: View): Html {
  if (!protocol)
    return state('good', t('status.record'), t('status.recordText', { day: formatLongDay(day, language) }));
  if (status === 'WITHDRAWN' && protocol.withdrawnAt) {
    const day = formatLongDay(dateIn(protocol.withdrawnAt.toISOString(), timezone), language);
    return state('withdrawn', t('status.withdrawn'), t('status.withdrawnText', { day }));
  }
  if (status === 'REPLACED') {
    const title = t('status.replaced', { version: protocol.currentVersion });
    return state('replaced', title, t('status.replacedText'));
  }
  if (protocol.isReopened) return state('good', t('status.reopened'), t('status.reopenedText'));
  return state('good', t('status.current'), t('status.currentText'));
}

/** A seal that would be missed, and does not come by itself. */
const obstacleOf = ({ obstacle }: KnownDocument, t: Translate): Html | null =>
  obstacle && state('withdrawn', t('obstacle.title'), t(`obstacle.${obstacle}`), 2);

const fact = (label: string, value: Html | string | null | undefined): Html | null =>
  value ? html`<dt>${label}</dt><dd>${value}</dd>` : null;

function factsOf(document: KnownDocument, { t, language, moment }: View): Html {
  const { company, machines, day, protocol } = document;
  const pdf = textsOf(language, 'service-pdf');
  const signed =
    protocol?.signedAt &&
    html`${moment(protocol.signedAt)}${protocol.isOnPaper && ` (${t('fact.onPaper')})`}`;
  return html`<dl>${[
    fact(t('fact.company'), company),
    fact(t('fact.document'), protocol ? `${pdf('title')} ${protocol.number}` : nameOf(document, language)),
    fact(t('fact.version'), protocol && String(protocol.version)),
    fact(t('fact.work'), protocol?.types.map((type) => pdf(`serviceType.${type}`)).join(', ')),
    fact(t(machines.length === 1 ? 'fact.machine' : 'fact.machines'), machinesOf(machines, t, pdf)),
    fact(t(protocol ? 'fact.serviceDate' : 'fact.day'), formatLongDay(day, language)),
    fact(t('fact.signed'), signed || null),
  ]}</dl>`;
}

function machinesOf(machines: KnownDocument['machines'], t: Translate, pdf: Translate): Html {
  const shown = machines.slice(0, machines.length > mostMachines + 1 ? mostMachines : machines.length);
  const rest = machines.length - shown.length;
  const lines = shown.map(
    ({ name, serialNumber }) =>
      html`<li>${name}${serialNumber && html`<br><span class="quiet">${pdf('serialNumber', { number: serialNumber })}</span>`}</li>`,
  );
  return html`<ul class="plain-list">${lines}${rest > 0 && html`<li class="quiet">${t('fact.more', { count: rest })}</li>`}</ul>`;
}

function codeForm(t: Translate, language: Language, wrong?: string): Html {
  const error = wrong !== undefined && html`<p class="error" id="code-error">${t('code.malformed')}</p>`;
  const described = wrong === undefined ? 'code-hint' : 'code-error code-hint';
  return html`<form action="/verify" method="get"><input type="hidden" name="lang" value="${language}">
<label for="code">${t('code.label')}</label>${error}
<input id="code" name="code" required maxlength="300" autocomplete="off" autocapitalize="none" spellcheck="false" value="${wrong ?? ''}" aria-describedby="${described}"${wrong !== undefined && html` aria-invalid="true"`}>
<p class="quiet" id="code-hint">${t('code.hint', { example })}</p><button>${t('code.submit')}</button></form>`;
}

/** For the script `verify`: hidden without it. It clones what it has to say. */
function fileCheck(t: Translate, language: Language, code?: string): Html {
  const outcomes = [
    outcome('CURRENT', 'good', t('file.current'), t('file.currentText')),
    outcome('REPLACED', 'replaced', t('file.replaced'), t('file.replacedText', { version: '{version}' })),
    outcome('WITHDRAWN', 'withdrawn', t('file.withdrawn'), t('file.withdrawnText')),
    outcome('ADDED', 'withdrawn', t('file.added'), t('file.addedText')),
    outcome('ALTERED', 'withdrawn', t('file.altered'), t('file.alteredText')),
    outcome('UNSEALED', 'unknown', t('file.unsealed'), t('file.unsealedText')),
    outcome('UNKNOWN', 'unknown', t('file.unknown'), t('file.unknownText')),
    outcome('NOT_PDF', 'unknown', t('file.notPdf'), t('file.notPdfText')),
    outcome('ZIP', 'unknown', t('file.zip'), t('file.zipText')),
    outcome('TOO_LARGE', 'unknown', t('file.tooLarge'), t('file.tooLargeText')),
    outcome('BUSY', 'unknown', t('file.busy'), t('file.busyText')),
    outcome('FAILED', 'unknown', t('file.failed'), t('file.failedText')),
    html`<template id="WORKING"><p class="quiet">${t('file.working')}</p></template>`,
    html`<template id="EARLIER"><p>${t('file.earlier')}</p></template>`,
    html`<template id="OTHER"><p>${t('file.other')}</p></template>`,
  ];
  return html`<section id="file-check" data-lang="${language}" data-code="${code ?? ''}" hidden><h2>${t('file.title')}</h2>
<div class="drop"><input id="file" type="file" accept="application/pdf,.pdf" aria-describedby="file-about">
<label for="file" class="button plain"><span class="by-finger">${t('file.chooseOnly')}</span><span class="by-mouse">${t('file.choose')}</span></label>
<p class="quiet" id="file-about">${t('file.about')}</p></div>
<div id="file-result" role="status"></div>${outcomes}</section>`;
}

const outcome = (name: string, kind: Mark, title: string, text: string): Html =>
  html`<template id="${name}">${state(kind, title, text, 3)}</template>`;

const code = (text: string): Html => html`<code>${text}</code>`;

function sealOf(
  { states, sealedAt, stampedAt, certificate, protocol, isOwnSeal, obstacle }: KnownDocument,
  view: View,
  canSeal: boolean,
): Html {
  const { t, language, moment } = view;
  const content =
    protocol && fact(textsOf(language, 'service-pdf')('contentHash'), code(protocol.contentSha256));
  const of = certificate && describeCertificate(certificate);
  const hashes = states.map(({ sha256, size }, index) => {
    const label = t(['seal.drawn', 'seal.sealedHash', 'seal.stampedHash'][index] as string);
    return fact(label, html`${code(sha256)}<br><span class="quiet">${formatSize(size, language)}</span>`);
  });
  const selfSigned = t(isOwnSeal ? 'seal.selfSigned' : 'seal.foreignSelfSigned');
  const missing = obstacle ? 'obstacle.title' : canSeal ? 'seal.pending' : 'seal.waiting';
  return html`<details><summary>${t('seal.title')}</summary>
${!sealedAt && html`<p>${t(missing)}</p>`}
${!isOwnSeal && html`<p>${t('seal.foreign')}</p>`}
<dl>${[
    sealedAt && fact(t('seal.sealed'), moment(sealedAt)),
    of && fact(t('seal.certificate'), of.subject),
    of && fact(t('seal.issuer'), of.isSelfSigned ? selfSigned : of.issuer),
    of && fact(t('seal.validUntil'), moment(of.validTo)),
    of && fact(t('seal.fingerprint'), code(of.sha256)),
    sealedAt && fact(t('seal.stamp'), stampedAt ? moment(stampedAt) : t('seal.noStamp')),
    content,
    ...hashes,
  ]}</dl>
${of && html`<p><a href="/api/verify/certificate/${of.sha256}.pem">${t('seal.download')}</a></p>`}</details>`;
}

/** Every step was carried out as it stands here. */
function withoutUs({ certificate, states }: KnownDocument, t: Translate): Html | null {
  const newest = states.at(-1);
  if (!certificate || !newest) return null;
  const { sha256, isSelfSigned } = describeCertificate(certificate);
  const file = certificateFile(sha256);
  const hash = `sha256sum document.pdf\n# ${newest.sha256}`;
  const pdfsig = 'pdfsig -nocert document.pdf\n# Signature Validation: Signature is Valid.';
  const openssl = [
    "r=($(grep -aoE '/ByteRange ?\\[[^]]*' document.pdf | head -1 | grep -oE '[0-9]+'))",
    `(head -c \${r[1]} document.pdf; tail -c +$((r[2]+1)) document.pdf | head -c \${r[3]}) > signed`,
    'tail -c +$((r[1]+2)) document.pdf | head -c $((r[2]-r[1]-2)) | xxd -r -p > seal.der',
    `openssl cms -verify -binary -inform DER -in seal.der -content signed -CAfile ${file} -purpose any${
      isSelfSigned ? '' : ' -partial_chain'
    } -out /dev/null`,
    '# CMS Verification successful',
  ].join('\n');
  const commands = (text: string) => html`<pre tabindex="0"><code>${text}</code></pre>`;
  return html`<details><summary>${t('without.title')}</summary>
<p>${t('without.acrobat')}</p>
<p>${t('without.commands', { file })}</p>
<p>${t('without.hash')}</p>${commands(hash)}
<p>${t('without.pdfsig')}</p>${commands(pdfsig)}
<p>${t('without.openssl')}</p>${commands(openssl)}</details>`;
}
