/** Service books as a kind of document, for the renderer; pdfkit and the fonts load in its processes only. */
import { definePdfKind } from '../../platform/pdf/renderer.ts';
import type { ServiceBooksInput } from './service-book.pdf.ts';

export const serviceBookPdf = definePdfKind<ServiceBooksInput>(
  new URL('./service-book.pdf.ts', import.meta.url),
  'renderServiceBooks',
);
