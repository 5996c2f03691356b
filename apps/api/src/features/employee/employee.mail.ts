import { layOutMail } from '../../platform/mail-layout.ts';
import type { Mail } from '../../platform/mailer.ts';
import { textsOf } from '../../platform/texts.ts';
import { greet, mailLanguage, type Recipient } from '../user/user.mail.ts';

export function invitationMail(
  user: Recipient & { account: { companyName: string } },
  password: string,
  loginUrl: string,
): Mail {
  const language = mailLanguage(user);
  const texts = textsOf(language, 'mail');
  const { email } = user;
  const company = user.account.companyName;
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
      rest: [texts('invitation.change')],
    },
    language,
  );
  return { to: email, ...content };
}
