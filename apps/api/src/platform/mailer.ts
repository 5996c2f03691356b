/** Sends mails over SMTP. Callers are jobs, so a failure is retried later. */
import nodemailer from 'nodemailer';
import { cutText } from './cut-text.ts';
import type { Logger } from './logger.ts';
import { traced } from './trace.ts';

export interface Mail {
  to: string;
  /** On whose behalf it is sent: shown before the address of all mails. */
  fromName?: string;
  /**
   * Names the mail, together with the sender's domain. Mail systems know one that is handed over again by it, after a crash
   * between their answer and our note of it.
   */
  id?: string;
  /** Whom an answer reaches; by default the sender of all mails. */
  replyTo?: string;
  subject: string;
  text: string;
  html: string;
  attachments?: { filename: string; contentType: string; content: Uint8Array }[];
  /** Where the reader unsubscribes; mail programs show it next to the sender (RFC 2369). */
  unsubscribeUrl?: string;
}

/** The server did not take a mail. */
export class MailFailure extends Error {
  /** It never will: it refuses this address or this mail. All else passes. */
  readonly isFinal: boolean;
  /** What it said, in one line; empty if it did not answer. */
  readonly said: string;
  constructor(said: string, { isFinal, cause }: { isFinal: boolean; cause?: unknown }) {
    super(said || 'the mail server does not answer', { cause });
    this.isFinal = isFinal;
    this.said = said;
  }
}

export interface Mailer {
  /** @throws MailFailure if the server does not accept the mail. */
  send(mail: Mail): Promise<void>;
  close(): void;
}

const longestAnswer = 200;

/** What nodemailer knows of a failed talk with the server. */
interface SmtpError {
  message: string;
  /** EMESSAGE before anything was said: larger than the server takes. */
  code?: string;
  response?: string;
  responseCode?: number;
  command?: string;
}

/** A refusal before the address was named, such as of our own sign-in, concerns all mails and is somebody's to fix. */
const concernsTheMail = ['RCPT TO', 'DATA'];

const tooLarge = 552;

function failureOf(cause: unknown): MailFailure {
  const { message, code = '', response = '', responseCode = 0, command = '' } = cause as SmtpError;
  const isTooLarge = responseCode === tooLarge || (code === 'EMESSAGE' && !responseCode);
  const isRefused = responseCode >= 500 && responseCode < 600 && concernsTheMail.includes(command);
  const answer = isTooLarge && !response ? message : response;
  const said = cutText(answer.replaceAll(/[\p{C}\p{Z}]+/gu, ' ').trim(), longestAnswer);
  return new MailFailure(said, { isFinal: isTooLarge || isRefused, cause });
}

/** A server that does not answer must not hold up the next mail for minutes. */
const timeouts = { connectionTimeout: 20_000, greetingTimeout: 20_000, socketTimeout: 60_000 };

/** @param smtpUrl smtp:// or smtps:// address with credentials. @param from the sender of all mails. */
export function createMailer(smtpUrl: string, from: string, log: Logger): Mailer {
  const transport = nodemailer.createTransport({ url: smtpUrl, ...timeouts }, { from });
  const address = /<([^<>]+)>\s*$/.exec(from)?.[1] ?? from;
  const domain = address.slice(address.lastIndexOf('@') + 1);
  return {
    async send({ attachments = [], unsubscribeUrl, fromName, id, ...mail }) {
      const message = {
        ...mail,
        ...(fromName && { from: { name: fromName, address } }),
        ...(id && { messageId: `<${id}@${domain}>` }),
        ...(unsubscribeUrl && { list: { unsubscribe: unsubscribeUrl } }),
        attachments: attachments.map((file) => ({ ...file, content: Buffer.from(file.content) })),
      };
      const { messageId } = await traced('mail', {}, () => transport.sendMail(message)).catch(
        (error: unknown) => {
          throw failureOf(error);
        },
      );
      // By its id, under which the mail server's log has it too; addresses stay out of ours.
      log.info({ messageId }, 'mail sent');
    },
    close: () => transport.close(),
  };
}
