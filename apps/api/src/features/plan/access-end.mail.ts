import { formatDaysFromToday, formatList, formatLongDay } from '@servicebook/i18n/format.ts';
import { nameOf } from '@servicebook/i18n/names.ts';
import { dateIn } from '@servicebook/shared/calendar';
import type { Language } from '@servicebook/shared/primitives';
import { nameForMail } from '../../platform/mail-name.ts';
import type { Mail } from '../../platform/mailer.ts';
import { mailTo, type Recipient } from '../user/user.mail.ts';
import { daysLeft } from './access-end.service.ts';

interface Reading {
  now: Date;
  /** The reader's. */
  timezone: string;
}

interface Ending {
  id: number;
  firstName: string;
  lastName: string;
  email: string;
  planExpired: Date | null;
}

/** Tells an admin whose access ends, a line a day. @param users the first to end first */
export function accessEndMail(
  admin: Recipient,
  users: readonly Ending[],
  at: Reading,
  publicUrl: string,
): Mail {
  return mailTo(admin, (texts, language) => {
    const inWords = wordsFor(language, at);
    const byDay = Map.groupBy(users, ({ planExpired }) => inWords(planExpired).date);
    const lines = [...byDay].map(([date, ending]) =>
      texts('accessEnd.line', {
        date,
        when: inWords(ending[0]?.planExpired ?? null).when,
        users: formatList(
          ending.map((user) => nameForMail(nameOf(user)) || user.email),
          language,
        ),
      }),
    );
    return {
      subject: texts('accessEnd.subject', { when: inWords(users[0]?.planExpired ?? null).when }),
      lead: [texts('accessEnd.lead'), ...lines],
      button: {
        label: texts('accessEnd.button'),
        url: `${publicUrl}/order?users=${users.map(({ id }) => id).join(',')}`,
      },
      rest: [texts('accessEnd.later')],
    };
  });
}

/** Tells somebody who cannot extend it that their own access ends. */
export const ownAccessEndMail = (user: Recipient, planExpired: Date, at: Reading): Mail =>
  mailTo(user, (texts, language) => {
    const { date, when } = wordsFor(language, at)(planExpired);
    return {
      subject: texts('ownAccessEnd.subject', { when }),
      lead: [texts('ownAccessEnd.lead', { date })],
      rest: [texts('ownAccessEnd.later')],
    };
  });

/** The day of an end, and how far off it is, as its reader says it. */
function wordsFor(language: Language, { now, timezone }: Reading) {
  return (planExpired: Date | null) => {
    const end = planExpired ?? now;
    return {
      date: formatLongDay(dateIn(end.toISOString(), timezone), language),
      when: formatDaysFromToday(daysLeft(end, now, timezone), language),
    };
  };
}
