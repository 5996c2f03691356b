/** The files of an order's invoice other than its PDF, for the wire. */
import type { Order } from '@servicebook/shared/order';
import type { AccountTransaction } from '../../platform/tenancy.ts';
import { invoiceFilename } from './invoice-document.ts';

export type InvoiceFiles = Pick<Order, 'invoiceXml' | 'corrections'>;

/** Of an order that was not paid. */
export const noInvoice: InvoiceFiles = { invoiceXml: null, corrections: [] };

/** By order; an order without an invoice is missing. */
export async function invoiceFilesOf(
  db: Pick<AccountTransaction, 'invoice'>,
  orderIds: number[],
): Promise<Map<number | null, InvoiceFiles>> {
  const invoices = await db.invoice.findMany({
    where: { orderId: { in: orderIds } },
    orderBy: { correction: 'asc' },
    select: { number: true, orderId: true, correction: true, pdfKey: true, xmlKey: true },
  });
  const byOrder = new Map<number | null, InvoiceFiles>();
  for (const { number, orderId, correction, pdfKey, xmlKey } of invoices) {
    const invoiceXml = fileOf(number, 'xml', xmlKey);
    if (correction === 0) byOrder.set(orderId, { invoiceXml, corrections: [] });
    else {
      const invoicePdf = fileOf(number, 'pdf', pdfKey);
      byOrder.get(orderId)?.corrections.push({ number, invoicePdf, invoiceXml });
    }
  }
  return byOrder;
}

const fileOf = (number: string, ending: 'pdf' | 'xml', key: string | null) =>
  key === null ? null : { filename: invoiceFilename(number, ending), fileName: key };
