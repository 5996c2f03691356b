/** The pages of a customer, as HTML. They work without JavaScript, and are read on phones. */
import {
  formatDaysFromToday,
  formatDuration,
  formatLongDay,
  formatNumber,
} from '@servicebook/i18n/format.ts';
import { addressLine, joinPresent } from '@servicebook/i18n/names.ts';
import type { Language, Page as Listed } from '@servicebook/shared/primitives';
import { type Html, html } from '../../platform/html.ts';
import type { Page } from '../../platform/page.ts';
import { type Translate, textsOf } from '../../platform/texts.ts';
import type { OpenPage } from './customer-access.ts';
import type { CustomerMachine, CustomerProtocol } from './customer-lists.ts';

/** What each page is drawn with. */
export interface Drawn {
  page: OpenPage;
  /** The language that the visitor has chosen; otherwise the customer's is used, and no address names it. */
  lang: Language | undefined;
}

const languageOf = ({ page, lang }: Drawn): Language => lang ?? page.language;
const wording = (drawn: Drawn): Translate => textsOf(languageOf(drawn), 'customer-page');
const companyOf = ({ page }: Drawn, texts: Translate): string => page.companyName || texts('someCompany');

/** An address below the customer's page, in the visitor's language. */
function pathOf({ page, lang }: Drawn, below = '', query: Record<string, string | number> = {}): string {
  const search = new URLSearchParams(lang && { lang });
  for (const [name, value] of Object.entries(query)) if (value !== '') search.set(name, String(value));
  return `/my/${page.code}${below}${search.size > 0 ? `?${search}` : ''}`;
}

/** Where a visitor is who has signed in. */
export const homePath = (drawn: Drawn): string => pathOf(drawn);

const pageOf = (drawn: Drawn, title: string, body: Html, rest: Partial<Page> = {}): Page => ({
  language: languageOf(drawn),
  title,
  ...(drawn.page.companyName && { company: drawn.page.companyName }),
  body,
  ...rest,
});

/** The question for an e-mail address. @param typed what is no e-mail address, to be corrected */
export function askPage(drawn: Drawn, typed?: string): Page {
  const texts = wording(drawn);
  const isWrong = typed !== undefined;
  const body = html`<h1>${texts('title')}</h1>
<p>${texts('ask.lead')}</p>
<form method="post" action="${pathOf(drawn)}" novalidate>
<label for="email">${texts('ask.email')}</label>
${isWrong && html`<p class="bad note" id="wrong" role="alert">${texts('ask.wrong')}</p>`}
<input id="email" name="email" type="email" inputmode="email" autocomplete="email" autocapitalize="off" spellcheck="false" maxlength="255" value="${typed}" ${isWrong && html`aria-invalid="true" aria-describedby="wrong" autofocus`}>
<button>${texts('ask.send')}</button>
</form>
<p class="quiet">${texts('ask.how')}</p>`;
  return pageOf(drawn, texts('title'), body, { hasLanguages: true, ...(isWrong && { status: 400 }) });
}

/** Says the same of every address. */
export function sentPage(drawn: Drawn, email: string): Page {
  const texts = wording(drawn);
  const company = companyOf(drawn, texts);
  const body = html`<h1>${texts('sent.title')}</h1>
<p>${texts('sent.lead', { email, company })}</p>
<p class="quiet">${texts('sent.missing', { company })}</p>
<p><a href="${pathOf(drawn)}">${texts('sent.again')}</a></p>`;
  return pageOf(drawn, texts('sent.title'), body);
}

/** What a mailed link opens. Only its button uses the link up, because mail programs look at links, too. */
export function linkPage(drawn: Drawn, token: string): Page {
  const texts = wording(drawn);
  const action = `/my/sign-in?lang=${languageOf(drawn)}`;
  const body = html`<h1>${texts('title')}</h1>
<p>${texts('link.lead', { customer: drawn.page.customerName })}</p>
<form method="post" action="${action}">
<input type="hidden" name="token" value="${token}">
<button>${texts('link.signIn')}</button>
</form>
<p class="quiet">${texts('link.note')}</p>`;
  return pageOf(drawn, texts('title'), body);
}

/** A link that was used, or is too old. */
export function overPage(drawn: Drawn): Page {
  const texts = wording(drawn);
  const body = html`<h1>${texts('over.title')}</h1>
<p>${texts('over.lead')}</p>
<p><a class="button" href="${pathOf(drawn)}">${texts('over.open')}</a></p>`;
  return pageOf(drawn, texts('over.title'), body, { status: 410 });
}

interface ListDrawn extends Drawn {
  email: string;
  /** The company's. */
  today: string;
  q: string;
}

export function machinesPage(drawn: ListDrawn, machines: Listed<CustomerMachine>): Page {
  const texts = wording(drawn);
  const rows = machines.content.map((machine) => machineRow(drawn, texts, machine));
  return listPage(drawn, texts, 'machines', machines, rows);
}

export function protocolsPage(drawn: ListDrawn, protocols: Listed<CustomerProtocol>): Page {
  const texts = wording(drawn);
  const rows = protocols.content.map((protocol) => protocolRow(drawn, texts, protocol));
  return listPage(drawn, texts, 'protocols', protocols, rows);
}

type List = 'machines' | 'protocols';
const below = { machines: '', protocols: '/protocols' } as const satisfies Record<List, string>;

function listPage(
  drawn: ListDrawn,
  texts: Translate,
  list: List,
  { totalElements, number, size }: Listed<unknown>,
  rows: Html[],
): Page {
  const { page, email, q, lang, today } = drawn;
  const { phone } = page;
  const tab = (of: List) =>
    html`<a href="${pathOf(drawn, below[of])}" ${of === list && html`aria-current="page"`}>${texts(`${of}.title`)}</a>`;
  const isSearched = q !== '' || totalElements > size;
  const content =
    rows.length > 0
      ? html`<ul class="rows">${rows}</ul>`
      : html`<p>${texts(q === '' && number === 0 ? `${list}.none` : 'nothingFound')}</p>
${(q !== '' || number > 0) && html`<p><a href="${pathOf(drawn, below[list])}">${texts('showAll')}</a></p>`}`;
  const body = html`<h1>${page.customerName}</h1>
<p class="printed">${joinPresent(
    [
      page.companyName,
      addressLine(page.address),
      texts('stateOf', { date: formatLongDay(today, languageOf(drawn)) }),
    ],
    ' · ',
  )}</p>
<nav class="tabs" aria-label="${texts('title')}">${tab('machines')}${tab('protocols')}</nav>
${
  isSearched &&
  html`<form class="search" role="search" action="${`/my/${page.code}${below[list]}`}">
${lang && html`<input type="hidden" name="lang" value="${lang}">`}
<input name="q" type="search" value="${q}" maxlength="255" aria-label="${texts(`${list}.search`)}" placeholder="${texts(`${list}.search`)}">
<button>${texts('find')}</button>
</form>`
}
${content}
${totalElements > size && rows.length > 0 && pager(drawn, texts, list, { totalElements, number, size })}
<form class="end" method="post" action="${pathOf(drawn, '/sign-out')}">
<span class="quiet">${texts('signedIn', { email })}</span>
<button class="plain">${texts('signOut')}</button>
</form>
${phone && html`<p class="quiet">${joinPresent([page.companyName, texts('phone', { number: phone })], ' · ')}</p>`}`;
  return pageOf(drawn, `${texts(`${list}.title`)} · ${page.customerName}`, body, { hasLanguages: true });
}

function pager(
  drawn: ListDrawn,
  texts: Translate,
  list: List,
  { totalElements, number, size }: Pick<Listed<unknown>, 'totalElements' | 'number' | 'size'>,
): Html {
  const written = (value: number) => formatNumber(value, languageOf(drawn));
  const last = Math.min(totalElements, (number + 1) * size);
  const to = (page: number) => pathOf(drawn, below[list], { q: drawn.q, ...(page > 1 && { page }) });
  return html`<nav class="pager" aria-label="${texts('pages')}">
${number > 0 ? html`<a class="button plain" rel="prev" href="${to(number)}">${texts('previous')}</a>` : html`<span></span>`}
<span>${texts('range', { from: written(number * size + 1), to: written(last), all: written(totalElements) })}</span>
${last < totalElements ? html`<a class="button plain" rel="next" href="${to(number + 2)}">${texts('next')}</a>` : html`<span></span>`}
</nav>`;
}

/** An inspection this near is told in days. */
const soonDays = 30;

function machineRow(drawn: ListDrawn, texts: Translate, machine: CustomerMachine): Html {
  const { name, serialNumber, place, lastInspection, nextInspection, daysToNextInspection: days } = machine;
  const language = languageOf(drawn);
  const about = joinPresent(
    [serialNumber && texts('serialNumber', { number: serialNumber }), addressLine(place)],
    ' · ',
  );
  const when =
    nextInspection === null || days === null
      ? html`${texts('notPlanned')}`
      : html`${formatLongDay(nextInspection, language)} ${dueChip(texts, days, language)}`;
  return html`<li><div><h2>${name}</h2>${about && html`<p class="quiet">${about}</p>`}
<p><a href="${pathOf(drawn, below.protocols, { q: serialNumber || name })}">${texts('ofMachine')}<span class="unseen"> ${name}</span></a></p></div>
<dl><dt>${texts('nextInspection')}</dt><dd>${when}</dd>
<dt>${texts('lastInspection')}</dt><dd>${lastInspection ? formatLongDay(lastInspection, language) : texts('noneYet')}</dd></dl></li>`;
}

function dueChip(texts: Translate, days: number, language: Language): Html | null {
  if (days < 0)
    return html`<span class="chip bad">${texts('overdue', { days: formatDuration(-days, 'day', language) })}</span>`;
  if (days === 0) return html`<span class="chip warn">${texts('today')}</span>`;
  if (days <= soonDays) return html`<span class="chip warn">${formatDaysFromToday(days, language)}</span>`;
  return null;
}

/** A list of machines stays short. */
const mostMachines = 3;

function protocolRow(drawn: ListDrawn, texts: Translate, protocol: CustomerProtocol): Html {
  const { id, number, date, types, machines, isWithdrawn, verifyUrl } = protocol;
  const language = languageOf(drawn);
  const services = textsOf(language, 'service');
  const work = types.map((type) => services(`types.${type}`)).join(', ');
  const named = machines.slice(0, machines.length > mostMachines + 1 ? mostMachines : machines.length);
  const more = machines.length - named.length;
  const names = named.join(', ');
  const title = texts('protocol', { number });
  return html`<li><div><h2>${title} ${isWithdrawn && html`<span class="chip bad">${texts('withdrawn')}</span>`}</h2>
<p class="quiet">${joinPresent([formatLongDay(date, language), work], ' · ')}</p>
<p>${more > 0 ? texts('andMore', { names, more }) : names}</p></div>
<p class="links"><a class="button plain" href="${pathOf({ ...drawn, lang: undefined }, `${below.protocols}/${id}`)}">PDF<span class="unseen"> ${number}</span></a>
${verifyUrl && html`<a href="${verifyUrl}">${texts('verify')}<span class="unseen"> ${number}</span></a>`}</p></li>`;
}
