/** Every kind of document the server draws. */
import { protocolPdf } from './service/service-pdf-kind.ts';

export const pdfKinds = { protocol: protocolPdf };
