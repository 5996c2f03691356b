import type { Mail } from '../../platform/mailer.ts';
import { mailTo, type Recipient } from '../user/user.mail.ts';

/** The last mail: an account was erased after the time to fetch its data. */
export const erasedMail = (admin: Recipient): Mail =>
  mailTo(admin, (texts) => ({
    subject: texts('accountErased.subject'),
    lead: [texts('accountErased.lead')],
    rest: [texts('accountErased.kept')],
  }));

/** @param password of an address that was registered with several passwords */
export const activationMail = (user: Recipient, url: string, password?: string): Mail =>
  mailTo(user, (texts) => ({
    subject: texts('activation.subject'),
    lead: [texts('activation.lead'), ...(password ? [texts('activation.password')] : [])],
    ...(password && { code: password }),
    button: { label: texts('activation.button'), url },
    rest: [texts('activation.validity'), texts('activation.notYou')],
  }));
