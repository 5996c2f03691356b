import type { Language } from '@servicebook/shared/primitives';
import { layOutMail, type MailContent } from '../../platform/mail-layout.ts';
import { nameForMail } from '../../platform/mail-name.ts';
import type { Mail } from '../../platform/mailer.ts';
import { type Translate, textsOf } from '../../platform/texts.ts';

export interface Recipient {
  email: string;
  firstName: string;
  language: string | null;
  account: { language: string };
}

/** The language a user's mails are written in. */
export const mailLanguage = ({ language, account }: Recipient): Language =>
  (language ?? account.language) as Language;

/** The first line of a mail. Who registered with Google may have no first name, and a stranger may have typed it. */
function greet({ firstName }: Recipient, texts: Translate): string {
  const name = nameForMail(firstName);
  return name ? texts('greeting', { name }) : texts('greetingPlain');
}

/**
 * A mail to a user, in their language and with a greeting.
 * @param write its content, from the texts of mails in that language
 */
export function mailTo(
  user: Recipient,
  write: (texts: Translate, language: Language) => MailContent,
): Pick<Mail, 'to' | 'subject' | 'text' | 'html'> {
  const language = mailLanguage(user);
  const texts = textsOf(language, 'mail');
  const content = write(texts, language);
  const lead = [greet(user, texts), ...content.lead];
  return { to: user.email, ...layOutMail({ ...content, lead }, language) };
}

export const newPasswordMail = (user: Recipient, password: string, loginUrl: string): Mail =>
  mailTo(user, (texts) => ({
    subject: texts('newPassword.subject'),
    lead: [texts('newPassword.lead')],
    code: password,
    button: { label: texts('newPassword.button'), url: loginUrl },
    rest: [texts('newPassword.validity'), texts('newPassword.notYou')],
  }));

export const unlockMail = (user: Recipient, url: string): Mail =>
  mailTo(user, (texts) => ({
    subject: texts('unlock.subject'),
    lead: [texts('unlock.lead')],
    button: { label: texts('unlock.button'), url },
    rest: [texts('unlock.validity'), texts('unlock.notYou')],
  }));
