import type { Language } from '@servicebook/shared/primitives';
import { layOutMail } from '../../platform/mail-layout.ts';
import { nameForMail } from '../../platform/mail-name.ts';
import type { Mail } from '../../platform/mailer.ts';
import { textsOf } from '../../platform/texts.ts';

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
export const greet = (user: Pick<Recipient, 'firstName'>, language: Language): string => {
  const texts = textsOf(language, 'mail');
  const name = nameForMail(user.firstName);
  return name ? texts('greeting', { name }) : texts('greetingPlain');
};

export function newPasswordMail(user: Recipient, password: string, loginUrl: string): Mail {
  const language = mailLanguage(user);
  const texts = textsOf(language, 'mail');
  const content = layOutMail(
    {
      subject: texts('newPassword.subject'),
      lead: [greet(user, language), texts('newPassword.lead')],
      code: password,
      button: { label: texts('newPassword.button'), url: loginUrl },
      rest: [texts('newPassword.validity'), texts('newPassword.notYou')],
    },
    language,
  );
  return { to: user.email, ...content };
}

export function unlockMail(user: Recipient, url: string): Mail {
  const language = mailLanguage(user);
  const texts = textsOf(language, 'mail');
  const content = layOutMail(
    {
      subject: texts('unlock.subject'),
      lead: [greet(user, language), texts('unlock.lead')],
      button: { label: texts('unlock.button'), url },
      rest: [texts('unlock.validity'), texts('unlock.notYou')],
    },
    language,
  );
  return { to: user.email, ...content };
}
