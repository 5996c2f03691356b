/** The invoice as a kind of document, for the renderer; pdfkit and the fonts load in its processes only. */
import { definePdfKind } from '../../platform/pdf/renderer.ts';
import type { InvoiceDocument } from './invoice-document.ts';

export const invoicePdf = definePdfKind<InvoiceDocument>(
  new URL('./invoice.pdf.ts', import.meta.url),
  'renderInvoice',
);
