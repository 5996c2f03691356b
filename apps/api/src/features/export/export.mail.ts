import type { Mail } from '../../platform/mailer.ts';
import { mailTo, type Recipient } from '../user/user.mail.ts';

/** Says that an export is ready. It contains no file and no key to one: the link requires signing in. */
export const exportReadyMail = (user: Recipient, url: string): Mail =>
  mailTo(user, (texts) => ({
    subject: texts('exportReady.subject'),
    lead: [texts('exportReady.lead')],
    button: { label: texts('exportReady.button'), url },
    rest: [texts('exportReady.validity'), texts('exportReady.notYou')],
  }));
