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
  return { to: email, ...layOutMail(content, language) };
}

/** @param replyTo who invited, unless they are gone by now */
export function invitationMail(mailed: Mailed & { replyTo?: string | undefined }): Mail {
  const { email, language, url, replyTo } = mailed;
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
  return { to: email, ...(replyTo && { replyTo }), ...layOutMail(content, language) };
}
