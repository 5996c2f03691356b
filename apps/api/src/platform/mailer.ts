/** Sends mails over SMTP. Callers are jobs, so a failure is retried later. */
import nodemailer from 'nodemailer';
import type { Logger } from './logger.ts';

export interface Mail {
  to: string;
  /** Whom an answer reaches; by default the sender of all mails. */
  replyTo?: string;
  subject: string;
  text: string;
  html: string;
  attachments?: { filename: string; contentType: string; content: Uint8Array }[];
  /** Where the reader unsubscribes; mail programs show it next to the sender (RFC 2369). */
  unsubscribeUrl?: string;
}

export interface Mailer {
  /** @throws if the server does not accept the mail. */
  send(mail: Mail): Promise<void>;
  close(): void;
}

/** @param smtpUrl smtp:// or smtps:// address with credentials. @param from the sender of all mails. */
export function createMailer(smtpUrl: string, from: string, log: Logger): Mailer {
  const transport = nodemailer.createTransport(smtpUrl, { from });
  return {
    async send({ attachments = [], unsubscribeUrl, ...mail }) {
      const { messageId } = await transport.sendMail({
        ...mail,
        ...(unsubscribeUrl && { list: { unsubscribe: unsubscribeUrl } }),
        attachments: attachments.map((file) => ({ ...file, content: Buffer.from(file.content) })),
      });
      // By its id, under which the mail server's log has it too; addresses stay out of ours.
      log.info({ messageId }, 'mail sent');
    },
    close: () => transport.close(),
  };
}
