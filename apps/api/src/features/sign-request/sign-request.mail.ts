import { formatDayPart } from '@servicebook/i18n/format.ts';
import { nameOf } from '@servicebook/i18n/names.ts';
import type { Language } from '@servicebook/shared/primitives';
import { layOutMail } from '../../platform/mail-layout.ts';
import { nameForMail } from '../../platform/mail-name.ts';
import type { Mail } from '../../platform/mailer.ts';
import { textsOf } from '../../platform/texts.ts';
import { mailTo, type Recipient } from '../user/user.mail.ts';

const longestCompany = 60;

interface LinkMail {
  to: string;
  language: Language;
  companyName: string;
  /** Whom answers reach. */
  replyTo: string;
  sender: { firstName: string; lastName: string };
  contact: { name: string } | null;
  number: string;
  /** The day of service. */
  date: string;
  /** The last day on which the link can be used. */
  until: string;
  url: string;
}

const dayText = (day: string, language: Language): string =>
  formatDayPart(day, language, { day: 'numeric', month: 'long', year: 'numeric' });

/** Anyone can register a company, so whatever it wrote is cleaned before it reaches a stranger. */
export function signLinkMail({ to, language, replyTo, sender, contact, number, url, ...of }: LinkMail): Mail {
  const texts = textsOf(language, 'mail');
  const company = nameForMail(of.companyName, longestCompany);
  const person = nameForMail(nameOf(sender));
  const name = nameForMail(contact?.name ?? '');
  const values = { number, date: dayText(of.date, language), company };
  const content = {
    subject: texts('signRequest.subject', { number }),
    lead: [
      name ? texts('greeting', { name }) : texts('greetingPlain'),
      texts(company ? 'signRequest.lead' : 'signRequest.leadPlain', values),
      ...(person ? [texts('signRequest.sentBy', { name: person })] : []),
    ],
    button: { label: texts('signRequest.button'), url },
    rest: [
      texts('signRequest.until', { date: dayText(of.until, language) }),
      texts('signRequest.keep'),
      texts('signRequest.answer'),
    ],
  };
  return { to, replyTo, ...(company && { fromName: company }), ...layOutMail(content, language) };
}

/** To who sent the link, or hears of it instead. */
export const signedMail = (
  user: Recipient,
  { signer, ...of }: { number: string; signer: string; url: string },
): Mail =>
  mailTo(user, (texts) => ({
    subject: texts('signRequest.signedSubject', { number: of.number }),
    lead: [
      signer
        ? texts('signRequest.signedBy', { name: signer, number: of.number })
        : texts('signRequest.signedPlain', { number: of.number }),
    ],
    button: { label: texts('signRequest.show'), url: of.url },
    rest: [],
  }));

/** To the same: the customer wanted to sign and could not. */
export const limitMail = (user: Recipient, { number, url }: { number: string; url: string }): Mail =>
  mailTo(user, (texts) => ({
    subject: texts('signRequest.limitSubject', { number }),
    lead: [texts('signRequest.limit', { number })],
    button: { label: texts('signRequest.show'), url },
    rest: [],
  }));
