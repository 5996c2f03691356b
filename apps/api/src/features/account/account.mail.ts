import { layOutMail } from '../../platform/mail-layout.ts';
import type { Mail } from '../../platform/mailer.ts';
import { textsOf } from '../../platform/texts.ts';
import { greet, mailLanguage, type Recipient } from '../user/user.mail.ts';

/** @param password of an address that was registered with several passwords */
export function activationMail(user: Recipient, url: string, password?: string): Mail {
  const language = mailLanguage(user);
  const texts = textsOf(language, 'mail');
  const content = layOutMail(
    {
      subject: texts('activation.subject'),
      lead: [
        greet(user, language),
        texts('activation.lead'),
        ...(password ? [texts('activation.password')] : []),
      ],
      code: password,
      button: { label: texts('activation.button'), url },
      rest: [texts('activation.validity'), texts('activation.notYou')],
    },
    language,
  );
  return { to: user.email, ...content };
}
