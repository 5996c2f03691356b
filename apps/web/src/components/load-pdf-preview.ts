import workerUrl from 'pdfjs-dist/build/pdf.worker.min.mjs?url';
import { loadFile } from '../lib/load-code.ts';

/** Loads the PDF viewer together with its required worker. */
export const loadPdfPreview = async () => {
  const [{ PdfPreview }] = await Promise.all([import('./pdf-preview.tsx'), loadFile(workerUrl)]);
  return { default: PdfPreview };
};
