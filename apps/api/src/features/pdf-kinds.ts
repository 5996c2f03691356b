/** Every kind of document the server draws. */
import { tableSheet } from '../platform/table-sheet-kind.ts';
import { dossierPdf } from './dossier/dossier-pdf-kind.ts';
import { invoicePdf } from './invoice/invoice-pdf-kind.ts';
import { protocolPdf } from './service/service-pdf-kind.ts';
import { serviceBookPdf } from './service-book/service-book-pdf-kind.ts';

export const pdfKinds = {
  dossier: dossierPdf,
  invoice: invoicePdf,
  protocol: protocolPdf,
  serviceBook: serviceBookPdf,
  table: tableSheet,
};
