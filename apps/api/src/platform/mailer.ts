/** Sends mails over SMTP. Who calls is a job, so a failure is retried later. */
import nodemailer from 'nodemailer';

export interface Mail {
  to: string;
  subject: string;
  text: string;
  html: string;
}

export interface Mailer {
  /** @throws when the server does not take the mail. */
  send(mail: Mail): Promise<void>;
  close(): void;
}

/** @param smtpUrl smtp:// or smtps:// address with credentials. @param from the sender of all mails. */
export function createMailer(smtpUrl: string, from: string): Mailer {
  const transport = nodemailer.createTransport(smtpUrl, { from });
  return {
    async send(mail) {
      await transport.sendMail(mail);
    },
    close: () => transport.close(),
  };
}
