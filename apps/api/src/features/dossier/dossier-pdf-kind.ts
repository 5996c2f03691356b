/** Warranty dossiers as a kind of document, for the renderer; pdfkit and the fonts load in its processes only. */
import { definePdfKind } from '../../platform/pdf/renderer.ts';
import type { DossierInput } from './dossier.pdf.ts';

export const dossierPdf = definePdfKind<DossierInput>(
  new URL('./dossier.pdf.ts', import.meta.url),
  'renderDossier',
);
