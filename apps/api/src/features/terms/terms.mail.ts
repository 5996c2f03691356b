import { formatLongDay } from '@servicebook/i18n/format.ts';
import { addDays } from '@servicebook/shared/calendar';
import type { TermsVersion } from '@servicebook/shared/terms';
import type { Mail } from '../../platform/mailer.ts';
import { textsOf } from '../../platform/texts.ts';
import { mailTo, type Recipient } from '../user/user.mail.ts';

interface About {
  /** The first day on which the new terms apply. */
  from: string;
  /** Those that the company has not been told of. */
  versions: readonly TermsVersion[];
}

/** Tells an admin what changes in the terms, from when, and what can be done by whoever does not agree. */
export const termsMail = (
  admin: Recipient,
  { from, versions }: About,
  { publicUrl, seller }: { publicUrl: string; seller: { email: string } },
): Mail =>
  mailTo(admin, (texts, language) => {
    const date = formatLongDay(from, language);
    const changes = versions.map((version) => textsOf(language, 'terms')(`versions.${version}`));
    return {
      subject: texts('termsChanged.subject', { date }),
      lead: [texts('termsChanged.lead', { date }), ...changes],
      button: { label: texts('termsChanged.button'), url: `${publicUrl}/conditions` },
      rest: [
        texts('termsChanged.agree'),
        texts('termsChanged.leave', {
          last: formatLongDay(addDays(from, -1), language),
          email: seller.email,
        }),
      ],
    };
  });
