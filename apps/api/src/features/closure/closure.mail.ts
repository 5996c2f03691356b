import { formatLongDay } from '@servicebook/i18n/format.ts';
import { addDays } from '@servicebook/shared/calendar';
import type { Mail } from '../../platform/mailer.ts';
import { mailTo, type Recipient } from '../user/user.mail.ts';

/** Tells an admin that the account is closed, and what can be done until when. */
export const closedMail = (admin: Recipient, until: string, publicUrl: string): Mail =>
  mailTo(admin, (texts, language) => ({
    subject: texts('accountClosed.subject'),
    lead: [
      texts('accountClosed.lead'),
      texts('accountClosed.fetch', { date: formatLongDay(until, language) }),
    ],
    button: { label: texts('accountClosed.button'), url: `${publicUrl}/login` },
    rest: [
      texts('accountClosed.after', { date: formatLongDay(addDays(until, 1), language) }),
      texts('accountClosed.notYou'),
    ],
  }));

/** Tells an admin for the last time until when the data can be fetched. */
export const erasedSoonMail = (admin: Recipient, until: string, publicUrl: string): Mail =>
  mailTo(admin, (texts, language) => {
    const date = formatLongDay(addDays(until, 1), language);
    return {
      subject: texts('erasedSoon.subject', { date }),
      lead: [texts('erasedSoon.lead', { date, last: formatLongDay(until, language) })],
      button: { label: texts('accountClosed.button'), url: `${publicUrl}/login` },
      rest: [texts('erasedSoon.after')],
    };
  });
