import type { Mail } from '../../platform/mailer.ts';
import { mailTo, type Recipient } from '../user/user.mail.ts';
import type { ReadyMail } from './export-producer.ts';

/** Says that an export is ready. It contains no file and no key to one: the link requires signing in. */
export const exportReadyMail = (user: Recipient, url: string, { texts: name }: ReadyMail): Mail =>
  mailTo(user, (texts) => ({
    subject: texts(`${name}.subject`),
    lead: [texts(`${name}.lead`)],
    button: { label: texts(`${name}.button`), url },
    rest: [texts(`${name}.validity`), texts(`${name}.notYou`)],
  }));
