import { formatDay } from '@servicebook/i18n/format.ts';
import { joinPresent } from '@servicebook/i18n/names.ts';
import { machineName } from '@servicebook/shared/machine-name';
import type { MailItem, MailSection } from '../../platform/mail-layout.ts';
import type { Mail } from '../../platform/mailer.ts';
import { type Translate, textsOf } from '../../platform/texts.ts';
import { mailLanguage, mailTo, type Recipient } from '../user/user.mail.ts';
import type { DueInspection, DueTodo } from './due-work.ts';

/** The inspections a company should plan; null: none. */
export function weeklyDigestMail(
  user: Recipient,
  due: readonly DueInspection[],
  publicUrl: string,
): Mail | null {
  const language = mailLanguage(user);
  const texts = textsOf(language, 'mail');
  const inWords = (day: string) => formatDay(day, language);
  const when = ({ part, day, warrantyEnd }: DueInspection): string =>
    part === 'danger' && warrantyEnd
      ? texts('weeklyDigest.dangerLine', { date: inWords(day), end: inWords(warrantyEnd) })
      : inWords(day);
  const toItem = (row: DueInspection): MailItem => ({
    title: machineName(row),
    url: `${publicUrl}/machineEdit?id=${row.id}`,
    detail: joined(when(row), row.customerName, row.city),
  });
  const screen = `${publicUrl}/machinePeriodicInspection`;
  const overdue = `${screen}?due=OVERDUE`;
  const soon = `${screen}?due=SOON`;
  const of = (part: DueInspection['part'], url: string) => ({
    rows: due.filter((row) => row.part === part),
    url,
  });
  const sections = [
    ...sectionOf(
      texts,
      'weeklyDigest.danger',
      of('danger', screen),
      toItem,
      texts('weeklyDigest.dangerHint'),
    ),
    ...sectionOf(texts, 'weeklyDigest.overdue', of('overdue', overdue), toItem),
    ...sectionOf(texts, 'weeklyDigest.soon', of('soon', soon), toItem),
  ];
  const url = due.some(({ part }) => part === 'soon') ? soon : overdue;
  return reminderMail(user, 'weeklyDigest', { sections, url, publicUrl, number: countOf(due) });
}

/** The to-dos a user should see to; null: none. */
export function dailyTodosMail(user: Recipient, due: readonly DueTodo[], publicUrl: string): Mail | null {
  const language = mailLanguage(user);
  const texts = textsOf(language, 'mail');
  const inWords = (day: string) => formatDay(day, language);
  const toItem = ({ id, description, day, customerName, isAssigned }: DueTodo): MailItem => ({
    title: firstLine(description),
    url: `${publicUrl}/machineTodo?todo=${id}`,
    detail: joined(inWords(day), customerName, isAssigned ? '' : texts('dailyTodos.unassigned')),
  });
  const url = `${publicUrl}/machineTodo`;
  const of = (part: DueTodo['part']) => ({ rows: due.filter((row) => row.part === part), url });
  const sections = [
    ...sectionOf(texts, 'dailyTodos.overdue', of('overdue'), toItem),
    ...sectionOf(texts, 'dailyTodos.today', of('today'), toItem),
  ];
  return reminderMail(user, 'dailyTodos', { sections, url, publicUrl, number: countOf(due) });
}

interface Reminder {
  sections: MailSection[];
  /** Of the screen that shows it all. */
  url: string;
  publicUrl: string;
  number: number;
}

function reminderMail(
  user: Recipient,
  kind: 'weeklyDigest' | 'dailyTodos',
  { sections, url, publicUrl, number }: Reminder,
): Mail | null {
  if (number === 0) return null;
  const settings = `${publicUrl}/myAccount?tab=user`;
  const mail = mailTo(user, (texts) => ({
    subject: texts(`${kind}.subject`, { number }),
    lead: [texts(`${kind}.lead`)],
    sections,
    button: { label: texts(`${kind}.button`), url },
    rest: [],
    footer: { text: texts('reminder.why'), link: { label: texts('reminder.change'), url: settings } },
  }));
  return { ...mail, unsubscribeUrl: settings };
}

/** One section, or none where nothing belongs into it. */
function sectionOf<Row extends { total: number }>(
  texts: Translate,
  title: string,
  { rows, url }: { rows: readonly Row[]; url: string },
  toItem: (row: Row) => MailItem,
  hint?: string,
): MailSection[] {
  const [first] = rows;
  if (!first) return [];
  const left = first.total - rows.length;
  return [
    {
      title: texts(title, { number: first.total }),
      items: rows.map(toItem),
      ...(hint && { hint }),
      ...(left > 0 && { more: { text: texts('reminder.more', { number: left }), url } }),
    },
  ];
}

/** All that is due, named or not: every part says its own total. */
const countOf = (due: readonly { part: string; total: number }[]): number =>
  [...new Map(due.map(({ part, total }) => [part, total])).values()].reduce((sum, total) => sum + total, 0);

const joined = (...parts: (string | null)[]): string => joinPresent(parts, ' · ');

const longest = 140;
function firstLine(text: string): string {
  const [line = ''] = text.split('\n');
  return line.length > longest ? `${line.slice(0, longest).trimEnd()}…` : line;
}
