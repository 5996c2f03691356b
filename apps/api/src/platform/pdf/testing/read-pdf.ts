/** Reads a document back, for tests. */
import { getDocument, type PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { decodeQR } from 'qr/decode.js';

export interface PlacedText {
  text: string;
  left: number;
  right: number;
  /** From the page's lower edge. */
  baseline: number;
  /** False for text set at an angle. */
  level: boolean;
}

/** Opens a document; the reader is to be destroyed (`loadingTask.destroy()`). */
export const openPdf = (bytes: Uint8Array): Promise<PDFDocumentProxy> =>
  getDocument({ data: bytes.slice(), useSystemFonts: false, verbosity: 0 }).promise;

/** Every piece of text of every page, in the order of the file. */
export async function readPlacedTexts(bytes: Uint8Array): Promise<PlacedText[][]> {
  const document = await openPdf(bytes);
  const pages: PlacedText[][] = [];
  for (let number = 1; number <= document.numPages; number++) {
    const content = await (await document.getPage(number)).getTextContent();
    pages.push(
      content.items.flatMap((item) => {
        if (!('str' in item) || !item.str.trim()) return [];
        const [, slope = 0, , , left = 0, baseline = 0] = item.transform as number[];
        return [{ text: item.str, left, right: left + item.width, baseline, level: Math.abs(slope) < 0.01 }];
      }),
    );
  }
  await document.loadingTask.destroy();
  return pages;
}

/** The text of each page, every run of spaces of any kind as one. */
export async function readTexts(bytes: Uint8Array): Promise<string[]> {
  const pages = await readPlacedTexts(bytes);
  return pages.map((items) =>
    items
      .map(({ text }) => text)
      .join(' ')
      .replace(/\s+/g, ' '),
  );
}

/** Every photo of a document, as a JPEG. */
export function readPhotos(bytes: Uint8Array): Buffer[] {
  const file = Buffer.from(bytes);
  // One character for each byte.
  const objects = file.toString('latin1').matchAll(/<<([^<>]*\/DCTDecode[^<>]*)>>\s*stream\r?\n/g);
  return [...objects].map(({ 0: all, 1: keys = '', index }) => {
    const length = Number(/\/Length (\d+)/.exec(keys)?.[1]);
    return file.subarray(index + all.length, index + all.length + length);
  });
}

/** What the QR code on a page says, read as a camera does: from the page's pixels. @throws when there is none */
export async function readCode(bytes: Uint8Array, number: number): Promise<string> {
  const document = await openPdf(bytes);
  const page = await document.getPage(number);
  const viewport = page.getViewport({ scale: 200 / 72 });
  const { width, height } = viewport;
  const factory = document.canvasFactory as {
    create: (
      width: number,
      height: number,
    ) => { canvas: HTMLCanvasElement; context: CanvasRenderingContext2D };
  };
  const { canvas, context } = factory.create(Math.ceil(width), Math.ceil(height));
  await page.render({ canvas, viewport }).promise;
  const pixels = context.getImageData(0, 0, canvas.width, canvas.height);
  await document.loadingTask.destroy();
  return decodeQR(pixels);
}
