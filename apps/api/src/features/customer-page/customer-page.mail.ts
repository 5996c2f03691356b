import type { Language } from '@servicebook/shared/primitives';
import { layOutMail } from '../../platform/mail-layout.ts';
import { nameForMail } from '../../platform/mail-name.ts';
import type { Mail } from '../../platform/mailer.ts';
import { type Translate, textsOf } from '../../platform/texts.ts';

interface Mailed {
  email: string;
  /** Of the contact; empty for the customer's own address. */
  name: string;
  companyName: string;
  /** Whom answers reach; nobody without. */
  replyTo?: string | undefined;
  language: Language;
  url: string;
}

const longestCompany = 60;

const greet = (texts: Translate, name: string): string =>
  name ? texts('greeting', { name }) : texts('greetingPlain');

/** Anyone can register a company, so its name and the contact's are cleaned before they reach a stranger. */
const cleaned = ({ name, companyName }: Mailed) => ({
  name: nameForMail(name),
  company: nameForMail(companyName, longestCompany),
});

const senderOf = (company: string, { replyTo }: Mailed) => ({
  ...(company && { fromName: company }),
  ...(replyTo && { replyTo }),
});

export function signInMail(mailed: Mailed & { minutes: number }): Mail {
  const { email, language, url, minutes } = mailed;
  const texts = textsOf(language, 'mail');
  const { name, company } = cleaned(mailed);
  const content = {
    subject: company ? texts('customerLink.subject', { company }) : texts('customerLink.subjectPlain'),
    lead: [
      greet(texts, name),
      company ? texts('customerLink.lead', { company }) : texts('customerLink.leadPlain'),
    ],
    button: { label: texts('customerLink.button'), url },
    rest: [texts('customerLink.validity', { minutes }), texts('customerLink.notYou')],
  };
  return { to: email, ...senderOf(company, mailed), ...layOutMail(content, language) };
}

export function invitationMail(mailed: Mailed): Mail {
  const { email, language, url } = mailed;
  const texts = textsOf(language, 'mail');
  const { name, company } = cleaned(mailed);
  const content = {
    subject: company
      ? texts('customerInvitation.subject', { company })
      : texts('customerInvitation.subjectPlain'),
    lead: [
      greet(texts, name),
      company ? texts('customerInvitation.lead', { company }) : texts('customerInvitation.leadPlain'),
    ],
    button: { label: texts('customerInvitation.button'), url },
    rest: [texts('customerInvitation.how', { email }), texts('customerInvitation.keep')],
  };
  return { to: email, ...senderOf(company, mailed), ...layOutMail(content, language) };
}
