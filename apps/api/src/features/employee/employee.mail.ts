import { layOutMail } from '../../platform/mail-layout.ts';
import { nameForMail } from '../../platform/mail-name.ts';
import type { Mail } from '../../platform/mailer.ts';
import { textsOf } from '../../platform/texts.ts';
import { greet, mailLanguage, type Recipient } from '../user/user.mail.ts';

type Invited = Recipient & { account: { companyName: string } };

export function invitationMail(user: Invited, password: string, loginUrl: string): Mail {
  const language = mailLanguage(user);
  const texts = textsOf(language, 'mail');
  const { email } = user;
  const company = nameForMail(user.account.companyName);
  const content = layOutMail(
    {
      // An account opened with Google may have no company yet.
      subject: company ? texts('invitation.subject', { company }) : texts('invitation.subjectPlain'),
      lead: [
        greet(user, language),
        company ? texts('invitation.lead', { company, email }) : texts('invitation.leadPlain', { email }),
      ],
      code: password,
      button: { label: texts('invitation.button'), url: loginUrl },
      rest: [texts('invitation.validity'), texts('invitation.notYou')],
    },
    language,
  );
  return { to: email, ...content };
}

/** To somebody who signs in to another company with the address already. */
export function refusedInvitationMail(user: Invited): Mail {
  const language = mailLanguage(user);
  const texts = textsOf(language, 'mail');
  const { email } = user;
  const company = nameForMail(user.account.companyName);
  const content = layOutMail(
    {
      subject: company ? texts('invitation.subject', { company }) : texts('invitation.subjectPlain'),
      lead: [
        greet(user, language),
        company
          ? texts('invitation.elsewhere', { company, email })
          : texts('invitation.elsewherePlain', { email }),
        texts('invitation.elsewhereAdvice'),
      ],
      rest: [texts('invitation.notYou')],
    },
    language,
  );
  return { to: email, ...content };
}
