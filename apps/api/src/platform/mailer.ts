/** Sends mails over SMTP. Who calls is a job, so a failure is retried later. */
import nodemailer from 'nodemailer';

export interface Mail {
  to: string;
  subject: string;
  text: string;
  html: string;
  attachments?: { filename: string; contentType: string; content: Uint8Array }[];
  /** Where its reader ends such mails; mail programs offer it beside the sender (RFC 2369). */
  unsubscribeUrl?: string;
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
    async send({ attachments = [], unsubscribeUrl, ...mail }) {
      await transport.sendMail({
        ...mail,
        ...(unsubscribeUrl && { list: { unsubscribe: unsubscribeUrl } }),
        attachments: attachments.map((file) => ({ ...file, content: Buffer.from(file.content) })),
      });
    },
    close: () => transport.close(),
  };
}
