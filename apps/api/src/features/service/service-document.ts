/** From a snapshot to its document: fetches the pictures the snapshot names and hands all to a process that draws. */
import type { ProtocolSnapshot } from '@servicebook/shared/protocol-snapshot';
import type { Deps } from '../../deps.ts';
import type { WorkFor } from '../../platform/work/fair-queue.ts';
import type { ProtocolPdfInput } from './service.pdf.ts';

/** @param snapshotSha256 of a signed version; null draws a draft. @param withdrawn draws a marked copy. */
export async function renderProtocol(
  deps: Deps,
  snapshot: ProtocolSnapshot,
  snapshotSha256: string | null,
  of: WorkFor,
  withdrawn: ProtocolPdfInput['withdrawn'] = null,
): Promise<Uint8Array> {
  const { signature, company } = snapshot;
  const signatureKey =
    signature?.kind === 'DRAWN' && signature.drawing.format === 'PNG' ? signature.drawing.fileKey : null;
  const input = {
    snapshot,
    draft: snapshotSha256 === null,
    withdrawn,
    version: snapshot.version,
    snapshotSha256,
    // A logo that has been replaced does not prevent the document; the signature must exist.
    logo: company.logo ? await deps.files.get(company.logo).catch(() => null) : null,
    signaturePng: signatureKey ? await deps.files.get(signatureKey) : null,
  };
  return deps.pdf.render('protocol', input, of);
}
