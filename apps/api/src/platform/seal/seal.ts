/**
 * Seals a finished PDF: a signature after PAdES baseline (ETSI EN 319 142-1, level B-B), appended so that the bytes before
 * stay as they are. Hashing and signing run in threads; what is left takes a millisecond or two.
 */
import { PDF, PdfArray, PdfDict, PdfName, PdfNumber, type PdfRef, PdfString } from '@libpdf/core';
import { signCms } from './seal-cms.ts';
import type { SealKey } from './seal-key.ts';

export interface SealWords {
  /** What the seal says of itself in a reader, in the document's language. */
  reason: string;
  /** Where the document can be verified; plain text in the file. */
  contact: string;
  at: Date;
}

/** Wider than any offset; overwritten once the offsets are known. */
const anyOffset = 9_999_999_999;

/** @returns the same bytes with the seal behind them @throws if the PDF is damaged, encrypted or has a form already */
export async function sealPdf(
  drawn: Uint8Array,
  key: SealKey,
  { reason, contact, at }: SealWords,
): Promise<Uint8Array<ArrayBuffer>> {
  const pdf = await PDF.load(drawn);
  const catalog = pdf.getCatalog();
  const page = pdf.getPage(0);
  const obstacle = pdf.recoveredViaBruteForce ? 'is damaged' : pdf.canSaveIncrementally();
  if (obstacle || !page || catalog.has('AcroForm'))
    throw new Error(`A PDF cannot be sealed: ${obstacle ?? 'no page, or a form'}`);
  const signature = pdf.register(
    PdfDict.of({
      Type: PdfName.of('Sig'),
      Filter: PdfName.of('Adobe.PPKLite'),
      SubFilter: PdfName.of('ETSI.CAdES.detached'),
      M: PdfString.fromString(pdfDate(at)),
      Reason: PdfString.fromString(reason),
      ContactInfo: PdfString.fromString(contact),
      ByteRange: PdfArray.of(PdfNumber.of(0), ...Array.from({ length: 3 }, () => PdfNumber.of(anyOffset))),
      Contents: PdfString.fromHex('00'.repeat(key.cmsSize)),
    }),
  );
  const field = pdf.register(
    PdfDict.of({
      Type: PdfName.of('Annot'),
      Subtype: PdfName.of('Widget'),
      FT: PdfName.of('Sig'),
      T: PdfString.fromString('Seal'),
      V: signature,
      // Printed and locked. Without an area it is invisible, and PDF/A asks for no appearance.
      F: PdfNumber.of(132),
      P: page.ref,
      Rect: PdfArray.of(...[0, 0, 0, 0].map((at) => PdfNumber.of(at))),
    }),
  );
  addAnnotation(pdf, page.dict, field);
  catalog.set('AcroForm', PdfDict.of({ Fields: PdfArray.of(field), SigFlags: PdfNumber.of(3) }));
  // Says that a PDF 1.7 uses what ETSI has added to it.
  catalog.set(
    'Extensions',
    PdfDict.of({ ESIC: PdfDict.of({ BaseVersion: PdfName.of('1.7'), ExtensionLevel: PdfNumber.of(1) }) }),
  );
  const bytes = await pdf.save({ incremental: true });
  return fillSeal(bytes, drawn.length, key);
}

function addAnnotation(pdf: PDF, page: PdfDict, annotation: PdfRef): void {
  const annotations = page.getArray('Annots', (ref) => pdf.getObject(ref));
  if (annotations) annotations.push(annotation);
  else page.set('Annots', PdfArray.of(annotation));
}

/** Writes the offsets and the signature into the room that was left for them. */
async function fillSeal(saved: Uint8Array, from: number, key: SealKey): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = Buffer.from(saved.buffer as ArrayBuffer, saved.byteOffset, saved.length);
  const ranges = `[0${` ${anyOffset}`.repeat(3)}]`;
  const rangesAt = bytes.indexOf(ranges, from, 'latin1');
  const start = bytes.indexOf('<0000', from, 'latin1');
  const end = start + 2 + 2 * key.cmsSize;
  if (rangesAt < 0 || start < 0 || bytes[end - 1] !== 0x3e)
    throw new Error('The room for the seal is missing');
  const filled = `[0 ${start} ${end} ${bytes.length - end}`.padEnd(ranges.length - 1);
  bytes.write(`${filled}]`, rangesAt, 'latin1');
  const signed = Buffer.concat([bytes.subarray(0, start), bytes.subarray(end)]);
  const cms = await signCms(await sha256(signed), key);
  if (cms.length > key.cmsSize) throw new Error('The room for the seal is too small');
  bytes.write(Buffer.from(cms).toString('hex'), start + 1, 'latin1');
  return new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.length);
}

/** In a thread, not on the event loop: a document may have tens of megabytes. */
export const sha256 = async (bytes: Uint8Array): Promise<Buffer> =>
  Buffer.from(await crypto.subtle.digest('SHA-256', bytes as Uint8Array<ArrayBuffer>));

/** `D:20261124083000+00'00'` */
const pdfDate = (at: Date) => `D:${at.toISOString().slice(0, 19).replace(/[-T:]/g, '')}+00'00'`;
