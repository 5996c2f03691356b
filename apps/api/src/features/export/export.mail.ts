import type { Mail } from '../../platform/mailer.ts';
import { mailTo, type Recipient } from '../user/user.mail.ts';

/** Tells that an export lies ready. It carries no file and no key to one: whoever follows the link must sign in. */
export const exportReadyMail = (user: Recipient, url: string): Mail =>
  mailTo(user, (texts) => ({
    subject: texts('exportReady.subject'),
    lead: [texts('exportReady.lead')],
    button: { label: texts('exportReady.button'), url },
    rest: [texts('exportReady.validity'), texts('exportReady.notYou')],
  }));
