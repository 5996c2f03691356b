import type { Invoice } from '../../generated/prisma/client.ts';
import { layOutMail } from '../../platform/mail-layout.ts';
import type { Mail } from '../../platform/mailer.ts';
import { textsOf } from '../../platform/texts.ts';
import { greet, mailLanguage, type Recipient } from '../user/user.mail.ts';
import { invoiceFilename } from './invoice-document.ts';

/** Brings an invoice or a correction, the PDF attached. @param ordersUrl where it is found again */
export function invoiceMail(
  user: Recipient,
  { number, corrects }: Invoice & { corrects: Invoice | null },
  pdf: Uint8Array,
  ordersUrl: string,
): Mail {
  const language = mailLanguage(user);
  const texts = textsOf(language, 'mail');
  const content = layOutMail(
    {
      subject: texts(corrects ? 'invoice.correctionSubject' : 'invoice.subject', { number }),
      lead: [
        greet(user, language),
        corrects ? texts('invoice.correctionLead', { corrected: corrects.number }) : texts('invoice.lead'),
      ],
      button: { label: texts('invoice.button'), url: ordersUrl },
      rest: [texts('invoice.found')],
    },
    language,
  );
  return {
    to: user.email,
    ...content,
    attachments: [{ filename: invoiceFilename(number, 'pdf'), contentType: 'application/pdf', content: pdf }],
  };
}
