/** The service protocol as a kind of document, for the renderer; pdfkit and the fonts load in its processes only. */
import { definePdfKind } from '../../platform/pdf/renderer.ts';
import type { ProtocolPdfInput } from './service.pdf.ts';

export const protocolPdf = definePdfKind<ProtocolPdfInput>(
  new URL('./service.pdf.ts', import.meta.url),
  'renderProtocol',
);
