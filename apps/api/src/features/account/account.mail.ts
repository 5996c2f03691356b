import { layOutMail } from '../../platform/mail-layout.ts';
import type { Mail } from '../../platform/mailer.ts';
import { textsOf } from '../../platform/texts.ts';
import { greet, mailLanguage, type Recipient } from '../user/user.mail.ts';

export function activationMail(user: Recipient, url: string): Mail {
  const language = mailLanguage(user);
  const texts = textsOf(language, 'mail');
  const content = layOutMail(
    {
      subject: texts('activation.subject'),
      lead: [greet(user, language), texts('activation.lead')],
      button: { label: texts('activation.button'), url },
      rest: [texts('activation.validity'), texts('activation.notYou')],
    },
    language,
  );
  return { to: user.email, ...content };
}
