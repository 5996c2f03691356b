import { layOutMail } from '../../platform/mail-layout.ts';
import type { Mail } from '../../platform/mailer.ts';
import { textsOf } from '../../platform/texts.ts';
import { greet, mailLanguage, type Recipient } from '../user/user.mail.ts';

/** Tells that an export lies ready. It carries no file and no key to one: whoever follows the link must sign in. */
export function exportReadyMail(user: Recipient, url: string): Mail {
  const language = mailLanguage(user);
  const texts = textsOf(language, 'mail');
  const content = layOutMail(
    {
      subject: texts('exportReady.subject'),
      lead: [greet(user, language), texts('exportReady.lead')],
      button: { label: texts('exportReady.button'), url },
      rest: [texts('exportReady.validity'), texts('exportReady.notYou')],
    },
    language,
  );
  return { to: user.email, ...content };
}
