import { nameForMail } from '../../platform/mail-name.ts';
import type { Mail } from '../../platform/mailer.ts';
import type { Translate } from '../../platform/texts.ts';
import { mailTo, type Recipient } from './user.mail.ts';

type Invited = Recipient & { account: { companyName: string } };

/** A text that names the company. An account opened with Google may have no company yet. */
const named = (texts: Translate, key: string, { email, account }: Invited): string => {
  const company = nameForMail(account.companyName);
  return company ? texts(key, { company, email }) : texts(`${key}Plain`, { email });
};

export const invitationMail = (user: Invited, password: string, loginUrl: string): Mail =>
  mailTo(user, (texts) => ({
    subject: named(texts, 'invitation.subject', user),
    lead: [named(texts, 'invitation.lead', user)],
    code: password,
    button: { label: texts('invitation.button'), url: loginUrl },
    rest: [texts('invitation.validity'), texts('invitation.notYou')],
  }));

/** To somebody who signs in to another company with the address already. */
export const refusedInvitationMail = (user: Invited): Mail =>
  mailTo(user, (texts) => ({
    subject: named(texts, 'invitation.subject', user),
    lead: [named(texts, 'invitation.elsewhere', user), texts('invitation.elsewhereAdvice')],
    rest: [texts('invitation.notYou')],
  }));
