import { layOutMail } from '../../platform/mail-layout.ts';
import type { Mail } from '../../platform/mailer.ts';
import { textsOf } from '../../platform/texts.ts';
import { mailLanguage, type Recipient } from '../user/user.mail.ts';

export function invitationMail(
  user: Recipient & { account: { companyName: string } },
  password: string,
  loginUrl: string,
): Mail {
  const language = mailLanguage(user);
  const texts = textsOf(language, 'mail');
  const company = user.account.companyName;
  const content = layOutMail(
    {
      subject: texts('invitation.subject', { company }),
      lead: [
        texts('greeting', { name: user.firstName }),
        texts('invitation.lead', { company, email: user.email }),
      ],
      code: password,
      button: { label: texts('invitation.button'), url: loginUrl },
      rest: [texts('invitation.change')],
    },
    language,
  );
  return { to: user.email, ...content };
}
