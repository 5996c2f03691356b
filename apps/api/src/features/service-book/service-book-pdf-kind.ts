/** The service book as a kind of document, for the renderer; pdfkit and the fonts load in its processes only. */
import { definePdfKind } from '../../platform/pdf/renderer.ts';
import type { ServiceBookInput } from './service-book.pdf.ts';

export const serviceBookPdf = definePdfKind<ServiceBookInput>(
  new URL('./service-book.pdf.ts', import.meta.url),
  'renderServiceBook',
);
