import { formatLongDay } from '@servicebook/i18n/format.ts';
import { nameOf } from '@servicebook/i18n/names.ts';
import { addDays } from '@servicebook/shared/calendar';
import { retrievalEnd } from '@servicebook/shared/closure';
import type { MailContent } from '../../platform/mail-layout.ts';
import { nameForMail } from '../../platform/mail-name.ts';
import type { Mail } from '../../platform/mailer.ts';
import type { Translate } from '../../platform/texts.ts';
import { mailTo, type Recipient } from '../user/user.mail.ts';
import type { ClosureNews } from './closure.job.ts';

interface About {
  news: ClosureNews;
  /** The last day of work, or of retrieval. */
  until: string;
  /** Whose act it was; null: nobody's, or somebody's who is gone. */
  by: { firstName: string; lastName: string; email: string } | null;
}

/** Tells an admin how the contract of the company stands, and what can be done until when. */
export const closureMail = (admin: Recipient, { news, until, by }: About, publicUrl: string): Mail =>
  mailTo(admin, (texts, language) => {
    const who = by && [nameForMail(nameOf(by)), by.email].filter(Boolean).join(', ');
    const content = contentOf[news](texts, (day) => formatLongDay(day, language), until, publicUrl);
    const [first = '', ...others] = content.lead;
    return who ? { ...content, lead: [first, texts('actingAdmin', { who }), ...others] } : content;
  });

type Write = (
  texts: Translate,
  words: (day: string) => string,
  until: string,
  publicUrl: string,
) => MailContent;

const contentOf: Record<ClosureNews, Write> = {
  NOTICE(texts, words, endsOn, publicUrl) {
    const date = words(endsOn);
    const last = retrievalEnd(addDays(endsOn, 1));
    const erased = { last: words(last), date: words(addDays(last, 1)) };
    return {
      subject: texts('noticeGiven.subject', { date }),
      lead: [texts('noticeGiven.lead', { date }), texts('noticeGiven.afterwards', erased)],
      button: { label: texts('noticeGiven.button'), url: managementOf(publicUrl) },
      rest: [texts('noticeGiven.notYou')],
    };
  },
  TAKEN_BACK: (texts) => ({
    subject: texts('contractGoesOn.subject'),
    lead: [texts('contractGoesOn.takenBack')],
    rest: [],
  }),
  CLOSED: (texts, words, until, publicUrl) => ({
    subject: texts('accountClosed.subject'),
    lead: [texts('accountClosed.lead'), texts('accountClosed.fetch', { date: words(until) })],
    button: { label: texts('accountClosed.button'), url: `${publicUrl}/login` },
    rest: [texts('accountClosed.after', { date: words(addDays(until, 1)) }), texts('accountClosed.notYou')],
  }),
  REOPENED: (texts) => ({
    subject: texts('contractGoesOn.subject'),
    lead: [texts('contractGoesOn.reopened')],
    rest: [],
  }),
  ERASED_SOON(texts, words, until, publicUrl) {
    const date = words(addDays(until, 1));
    return {
      subject: texts('erasedSoon.subject', { date }),
      lead: [texts('erasedSoon.lead', { date, last: words(until) })],
      button: { label: texts('accountClosed.button'), url: `${publicUrl}/login` },
      rest: [texts('erasedSoon.after')],
    };
  },
};

/** Where the contract is ended and kept. */
const managementOf = (publicUrl: string): string => `${publicUrl}/myAccount?tab=management`;
