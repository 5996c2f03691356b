import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';

/** The words of a PDF, page by page. */
export async function textOfPdf(pdf: Buffer): Promise<string> {
  const document = await getDocument({ data: new Uint8Array(pdf), verbosity: 0 }).promise;
  const pages = Array.from({ length: document.numPages }, (_, index) => document.getPage(index + 1));
  const contents = await Promise.all(pages.map(async (page) => (await page).getTextContent()));
  return contents.flatMap(({ items }) => items.map((item) => ('str' in item ? item.str : ''))).join(' ');
}
