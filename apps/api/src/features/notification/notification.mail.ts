import { formatWeekday } from '@servicebook/i18n/format.ts';
import { addressLine, joinPresent } from '@servicebook/i18n/names.ts';
import { addDays } from '@servicebook/shared/calendar';
import { machineName } from '@servicebook/shared/machine-name';
import { isOnlyNamed, notificationKinds, type VisitChange } from '@servicebook/shared/notification';
import type { Language } from '@servicebook/shared/primitives';
import { overnightMinutes } from '@servicebook/shared/visit';
import { workPlaces } from '@servicebook/shared/work-place';
import { cutText } from '../../platform/cut-text.ts';
import type { MailItem, MailSection } from '../../platform/mail-layout.ts';
import type { Mail } from '../../platform/mailer.ts';
import { type Translate, textsOf } from '../../platform/texts.ts';
import { mailLanguage, mailTo, type Recipient } from '../user/user.mail.ts';
import { windowOf } from '../visit-news/visit-news.ts';
import type { MailedNews } from './collapsed-news.ts';

/** Further ones are counted; the app lists them all. */
const listedItems = 30;
const longestText = 600;

/** News about visits; null: none. */
export function newsMail(user: Recipient, news: readonly MailedNews[], publicUrl: string): Mail | null {
  const [first, ...others] = news;
  if (!first) return null;
  const language = mailLanguage(user);
  const words = {
    texts: textsOf(language, 'mail'),
    types: textsOf(language, 'service'),
    states: textsOf(language, 'visit'),
    language,
  };
  const settings = `${publicUrl}/myAccount?tab=user`;
  const urlOf = ({ visit }: MailedNews) =>
    visit ? `${publicUrl}/visit?id=${visit.id}` : `${publicUrl}/home`;
  const sections = notificationKinds.flatMap((kind): MailSection[] => {
    const rows = news.filter((item) => item.kind === kind).toSorted(byDay);
    if (rows.length === 0) return [];
    const left = rows.length - listedItems;
    return [
      {
        title: words.texts(`visitNews.sections.${kind}`, { number: rows.length }),
        items: rows.slice(0, listedItems).map((row) => ({ ...itemOf(row, words), url: urlOf(row) })),
        ...(left > 0 && {
          more: { text: words.texts('reminder.more', { number: left }), url: `${publicUrl}/home` },
        }),
      },
    ];
  });
  const subject =
    others.length > 0
      ? words.texts('visitNews.subject', { number: news.length })
      : words.texts(`visitNews.subjects.${waitsAgain(first) ? 'AGAIN' : first.kind}`, {
          visit: titleOf(first, words),
        });
  const mail = mailTo(user, (texts) => ({
    subject,
    lead: [],
    sections,
    ...(others.length === 0 &&
      first.visit && { button: { label: texts('visitNews.button'), url: urlOf(first) } }),
    rest: [],
    footer: { text: texts('visitNews.why'), link: { label: texts('visitNews.change'), url: settings } },
  }));
  return { ...mail, unsubscribeUrl: settings };
}

interface Words {
  texts: Translate;
  /** Of the types of work. */
  types: Translate;
  states: Translate;
  language: Language;
}

/** A visit that is over for the reader stands as the reader knew it. */
const timeOf = ({ kind, visit, last }: MailedNews): { day: string | null; window: string } =>
  visit && kind !== 'TAKEN' && kind !== 'CANCELLED'
    ? { day: visit.day, window: windowOf(visit.from, visit.to) }
    : last;
/** Visits without a day come last. */
const byDay = (one: MailedNews, other: MailedNews) =>
  (timeOf(one).day ?? '9999').localeCompare(timeOf(other).day ?? '9999');

/** A window past midnight names the day on which it ends. */
function windowWords(
  window: string,
  day: string,
  { texts, language }: Pick<Words, 'texts' | 'language'>,
): string {
  const [from = null, to = null] = window.split('–');
  return overnightMinutes({ from, to }) === null
    ? window
    : texts('visitNews.nextDay', { window, day: formatWeekday(addDays(day, 1), language) });
}

/** It did not take place and waits for another day. */
const waitsAgain = ({ kind, visit, last }: MailedNews): boolean =>
  kind === 'CHANGED' && last.text !== '' && visit?.state === 'TO_PLAN';

/** Customer, day and time, as it is now, or was at the end. */
function titleOf(news: MailedNews, { texts, language }: Pick<Words, 'texts' | 'language'>): string {
  const { visit, last } = news;
  const { day, window } = timeOf(news);
  return joinPresent(
    [
      day ? formatWeekday(day, language) : texts('visitNews.withoutDay'),
      // A time without its day says nothing.
      day && windowWords(window, day, { texts, language }),
      visit ? visit.customer.shortName : last.customer,
    ],
    ' · ',
  );
}

function itemOf(news: MailedNews, words: Words): Omit<MailItem, 'url'> {
  const { texts } = words;
  const { kind, visit, last, changes } = news;
  const isPlan = kind === 'ASSIGNED' || kind === 'CHANGED';
  const lines = [
    ...(waitsAgain(news) ? [texts('visitNews.again', { reason: last.text })] : []),
    ...changes.map((change) => changeLine(change, words)),
    ...(kind === 'NOTE' ? [`${last.by}: ${cutText(last.text, longestText)}`] : []),
    ...(kind === 'CANCELLED' && last.text ? [texts('visitNews.reason', { reason: last.text })] : []),
    ...(visit ? [visit.devices.map(machineName).join(', ')] : []),
    ...(visit && isPlan ? planLines(visit, words) : []),
    ...(kind === 'NOTE' ? [] : [texts('visitNews.by', { name: last.by })]),
  ];
  return { title: titleOf(news, words), detail: lines.filter(Boolean).join('\n') };
}

/** Where, and what to do. */
function planLines(visit: NonNullable<MailedNews['visit']>, { types }: Words): string[] {
  return [
    ...new Set(workPlaces(visit.customer, visit.devices).map((place) => addressLine(place))),
    joinPresent(
      [visit.types.map((type) => types(`types.${type}`)).join(', '), cutText(visit.text, longestText)],
      ': ',
    ),
  ];
}

function changeLine({ field, before, after }: VisitChange, { texts, states, language }: Words): string {
  const name = texts(`visitNews.fields.${field}`);
  if (isOnlyNamed(field)) return texts('visitNews.fieldChanged', { field: name });
  const inWords = (value: string) => {
    if (value && field === 'day') return formatWeekday(value, language);
    return field === 'state' ? states(`states.${value}`) : value || '–';
  };
  return `${name}: ${inWords(before)} → ${inWords(after)}`;
}
