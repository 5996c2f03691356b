/** From a snapshot to its document: fetches the pictures the snapshot names and hands all to a process that draws. */
import { createHash } from 'node:crypto';
import type { ProtocolSnapshot } from '@servicebook/shared/protocol-snapshot';
import type { Deps } from '../../deps.ts';
import type { SealedDocument } from '../../generated/prisma/client.ts';
import { AppError } from '../../platform/app-error.ts';
import { nullIfGone } from '../../platform/file-store.ts';
import type { WorkFor } from '../../platform/work/fair-queue.ts';
import { verifyAddress } from '../seal/sealed-document.ts';
import { readFile } from '../storage/storage.service.ts';
import { readPicture } from '../storage/upload-content.ts';
import type { ProtocolPdfInput } from './service.pdf.ts';

/**
 * @param snapshotSha256 of a signed version; null draws a draft.
 * @param withdrawn draws a marked copy.
 * @param sealed the version's address; versions from before there were addresses have none on their pages.
 * @param begins is called when it is its turn
 */
export async function renderProtocol(
  deps: Deps,
  snapshot: ProtocolSnapshot,
  snapshotSha256: string | null,
  of: WorkFor,
  {
    sealed = null,
    withdrawn = null,
    begins,
  }: {
    sealed?: Pick<SealedDocument, 'accountId' | 'token'> | null;
    withdrawn?: ProtocolPdfInput['withdrawn'];
    begins?: () => void;
  } = {},
): Promise<Uint8Array<ArrayBuffer>> {
  const { signature, company } = snapshot;
  const signatureKey =
    signature?.kind === 'DRAWN' && signature.drawing.format === 'PNG' ? signature.drawing.fileKey : null;
  const input = {
    snapshot,
    draft: snapshotSha256 === null,
    withdrawn,
    verify: sealed && { url: verifyAddress(deps.config, sealed) },
    version: snapshot.version,
    snapshotSha256,
    // A logo that has been replaced does not prevent the document; the signature must exist.
    logo: company.logo ? await readFile(deps, of, company.logo).catch(nullIfGone) : null,
    signaturePng: signatureKey ? await readFile(deps, of, signatureKey) : null,
    photos: await reducePhotos(deps, snapshot, of),
  };
  return deps.pdf.render('protocol', input, of, begins);
}

type Attachment = NonNullable<ProtocolSnapshot['attachments']>[number];

/** The longer side of a photo on the document, in pixels: sharp on paper, and legible when it is enlarged on a screen. */
const photoEdge = 1000;

/** The pictures that the document shows, one after the other: a company's pictures take turns with those of others. */
async function reducePhotos(
  deps: Deps,
  { attachments = [] }: ProtocolSnapshot,
  of: WorkFor,
): Promise<Record<string, Uint8Array>> {
  const photos: Record<string, Uint8Array> = {};
  for (const attachment of attachments) {
    const photo = attachment.printKey && (await reducePhoto(deps, attachment, attachment.printKey, of));
    if (photo) photos[attachment.sha256] = photo;
  }
  return photos;
}

/** What is wrong with the picture itself. All else, such as a busy server, passes. */
const unreadable: unknown[] = ['UNSUPPORTED_FILE_TYPE', 'IMAGE_UNREADABLE', 'PICTURE_TOO_LARGE'];

/** @returns null if there is no such picture or it cannot be read: the document then says so in its place */
async function reducePhoto(
  deps: Deps,
  { filename, sha256 }: Attachment,
  key: string,
  of: WorkFor,
): Promise<Uint8Array | null> {
  try {
    const bytes = await readFile(deps, of, key);
    if (createHash('sha256').update(bytes).digest('hex') !== sha256) return null;
    return (await readPicture(deps, of, bytes, filename, photoEdge, { opaque: true })).bytes;
  } catch (error) {
    const isLost = (error as NodeJS.ErrnoException).code === 'ENOENT';
    if (isLost || (error instanceof AppError && unreadable.includes(error.code))) return null;
    throw error;
  }
}
