import workerUrl from 'pdfjs-dist/build/pdf.worker.min.mjs?url';
import { loadFile } from '../lib/load-code.ts';

/** The PDF viewer together with its worker, without which it shows nothing. */
export const loadPdfPreview = async () => {
  const [{ PdfPreview }] = await Promise.all([import('./pdf-preview.tsx'), loadFile(workerUrl)]);
  return { default: PdfPreview };
};
