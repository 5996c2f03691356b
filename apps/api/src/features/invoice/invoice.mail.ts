import type { Invoice } from '../../generated/prisma/client.ts';
import type { Mail } from '../../platform/mailer.ts';
import { mailTo, type Recipient } from '../user/user.mail.ts';
import { invoiceFilename } from './invoice-document.ts';

/** Brings an invoice or a correction, the PDF attached. @param ordersUrl where it is found again */
export const invoiceMail = (
  user: Recipient,
  { number, corrects }: Invoice & { corrects: Invoice | null },
  pdf: Uint8Array,
  ordersUrl: string,
): Mail => ({
  ...mailTo(user, (texts) => ({
    subject: texts(corrects ? 'invoice.correctionSubject' : 'invoice.subject', { number }),
    lead: [
      corrects ? texts('invoice.correctionLead', { corrected: corrects.number }) : texts('invoice.lead'),
    ],
    button: { label: texts('invoice.button'), url: ordersUrl },
    rest: [texts('invoice.found')],
  })),
  attachments: [{ filename: invoiceFilename(number, 'pdf'), contentType: 'application/pdf', content: pdf }],
});
