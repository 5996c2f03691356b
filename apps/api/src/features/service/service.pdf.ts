/**
 * The service protocol as a document: drawn from its snapshot alone, so a document made years later from the same
 * snapshot is the same, byte for byte.
 */
import { createHash } from 'node:crypto';
import type { ProtocolSnapshot } from '@servicebook/shared/protocol-snapshot';
import { canonicalJson } from '../../platform/canonical-json.ts';
import { type PreparedImage, prepareImage } from '../../platform/pdf/image.ts';
import * as look from '../../platform/pdf/look.ts';
import { artifact, closeSheet, openSheet, type Sheet } from '../../platform/pdf/sheet.ts';
import { drawAttachments } from './service-pdf-attachments.ts';
import { drawParts, drawRemarks, drawText } from './service-pdf-facts.ts';
import { drawFooter, drawRunningHead } from './service-pdf-frame.ts';
import { drawLetterhead, drawParties, drawTitle } from './service-pdf-front.ts';
import { drawMachines } from './service-pdf-machines.ts';
import { drawPhotos, openPhotos, type Photo } from './service-pdf-photos.ts';
import { drawSignatures } from './service-pdf-signature.ts';
import { type Wording, wordingFor } from './service-pdf-texts.ts';

export interface ProtocolPdfInput {
  snapshot: ProtocolSnapshot;
  /** Marks every page as a draft. */
  draft: boolean;
  /** Marks every page as withdrawn, and says when, by whom and why. */
  withdrawn?: { at: string; by: string; reason: string } | null;
  /** The snapshot's version. */
  version: number;
  /** Where this version can be checked: a code and its address on every page. None for a draft. */
  verify?: { url: string } | null;
  /** Hash of the snapshot's canonical JSON; null for a draft. */
  snapshotSha256: string | null;
  /** The company's logo: PNG, JPEG or another raster picture. One that cannot be read is left out. */
  logo?: Uint8Array | null;
  /** The drawn signature, when the snapshot says it is a PNG. */
  signaturePng?: Uint8Array | null;
  /**
   * The pictures that the snapshot prints, by the hash of the original: JPEG, reduced. In place of a missing one, the
   * document says that it could not be read.
   */
  photos?: Record<string, Uint8Array>;
}

/** The data for the parts of the document. */
export interface Protocol extends ProtocolPdfInput {
  wording: Wording;
  /** `Service protocol 25A/11/2026` */
  name: string;
}

const pixelsPerPoint = 4;

/**
 * Draws the protocol. Takes tens of milliseconds of pure computing: call it through the renderer.
 * @throws when version or hash are not those of the snapshot; such a document would certify something else.
 */
export async function renderProtocol(input: ProtocolPdfInput): Promise<Uint8Array> {
  const { snapshot } = input;
  const content = canonicalJson(snapshot);
  verify(input, content.sha256);
  const wording = wordingFor(snapshot.language);
  const protocol: Protocol = { ...input, wording, name: `${wording.texts.title} ${snapshot.documentNumber}` };
  const pictures = {
    logo: await pictureOf(input.logo, look.logoBox),
    signature: await signaturePicture(input),
    photos: await openPhotos(snapshot, input.photos),
  };
  const drawn = drawContent(protocol, content.sha256, pictures, null);
  // Signatures alone on a page could belong to any text: the end of the text goes to that page with them.
  const sheet = drawn.alone
    ? drawContent(protocol, content.sha256, pictures, drawn.alone).sheet
    : drawn.sheet;

  if (!input.draft) {
    const signedAt = signedAtOf(snapshot);
    sheet.doc.file(Buffer.from(content.text, 'utf8'), {
      name: `${snapshot.documentNumber.replaceAll('/', '-')}.json`,
      type: 'application/json',
      description: wording.texts.content,
      creationDate: signedAt,
      modifiedDate: signedAt,
      relationship: 'Data',
    } as PDFKit.Mixins.PDFAttachmentOptions);
  }
  return closeSheet(sheet, (page, pages) =>
    artifact(sheet, 'Pagination', () => drawFooter(sheet, protocol, page, pages)),
  );
}

const signedAtOf = ({ signature, date }: ProtocolSnapshot) =>
  new Date(signature?.signedAt ?? `${date}T00:00:00Z`);

/** @returns where the text ended, if the signatures then began a page of their own */
function drawContent(
  protocol: Protocol,
  sha256: string,
  pictures: { logo: PreparedImage | null; signature: PreparedImage | null; photos: Photo[] },
  shorter: { page: number; bottom: number } | null,
): { sheet: Sheet; alone: { page: number; bottom: number } | null } {
  const { snapshot, wording } = protocol;
  const sheet = openSheet({
    title: protocol.name,
    author: snapshot.company.name,
    subject: snapshot.customer.fullName || snapshot.customer.shortName,
    language: snapshot.language,
    createdAt: signedAtOf(snapshot),
    fingerprint: `SHA-256 ${sha256}`,
    margins: protocol.verify ? look.marginsWithCode : look.margins,
    shorter,
    onPage: (page, index) => artifact(page, 'Pagination', () => drawRunningHead(page, protocol, index)),
  });
  drawLetterhead(sheet, protocol, pictures.logo);
  drawTitle(sheet, protocol);
  drawParties(sheet, protocol);
  drawText(sheet, wording.texts.fault, snapshot.faultDescription);
  drawMachines(sheet, protocol);
  drawParts(sheet, protocol);
  drawRemarks(sheet, protocol);
  drawAttachments(sheet, protocol);
  drawPhotos(sheet, protocol, pictures.photos);
  const end = { page: sheet.pages, bottom: sheet.y - 1 };
  drawSignatures(sheet, protocol, pictures.signature);
  return { sheet, alone: sheet.pages > end.page ? end : null };
}

function verify({ snapshot, draft, version, snapshotSha256 }: ProtocolPdfInput, sha256: string): void {
  if (draft) return;
  if (version !== snapshot.version)
    throw new Error(`The snapshot is version ${snapshot.version}, not ${version}`);
  if (snapshotSha256 !== sha256) throw new Error('The hash is not the hash of the snapshot');
}

/** Unlike the logo, the signature must be there and be the one that was sealed. */
async function signaturePicture({ snapshot, signaturePng }: ProtocolPdfInput): Promise<PreparedImage | null> {
  const { signature } = snapshot;
  if (signature?.kind !== 'DRAWN' || signature.drawing.format !== 'PNG') return null;
  const sha256 = signaturePng && createHash('sha256').update(signaturePng).digest('hex');
  const picture =
    sha256 === signature.drawing.sha256 ? await pictureOf(signaturePng, look.signatureBox) : null;
  if (!picture) throw new Error('The picture is not the signature of the snapshot, or cannot be read');
  return picture;
}

async function pictureOf(bytes: Uint8Array | null | undefined, box: { width: number; height: number }) {
  return bytes ? prepareImage(bytes, box.width * pixelsPerPoint, box.height * pixelsPerPoint) : null;
}
