/** Sealing a document: the bytes, and what its row says of them. */
import type { Deps } from '../../deps.ts';
import type { SealedDocument } from '../../generated/prisma/client.ts';
import { sealPdf, sha256 } from '../../platform/seal/seal.ts';
import { isValidAt } from '../../platform/seal/seal-key.ts';
import { type AccountTransaction, rowKey } from '../../platform/tenancy.ts';
import { verifyAddress } from './sealed-document.ts';

/** Before the first seal: every certificate that has sealed a document here can be looked up for good. */
export async function keepCertificate({ db, seal }: Pick<Deps, 'db' | 'seal'>): Promise<void> {
  const data = { sha256: seal.certificateSha256, der: new Uint8Array(seal.certificate) };
  await db.global.sealCertificate.createMany({ data, skipDuplicates: true });
}

export interface Sealed {
  bytes: Uint8Array<ArrayBuffer>;
  states: States;
}

/** Columns of a document's row. */
type States = Partial<Omit<SealedDocument, 'accountId' | 'id' | 'kind' | 'token' | 'facts'>>;

/**
 * Seals what was drawn. With a certificate that has ended since the start, the document stays as it was drawn: the job of
 * unsealed documents seals it once there is another one.
 * @param reason what the seal says of itself, in the document's language
 */
export async function seal(
  deps: Pick<Deps, 'clock' | 'config' | 'log' | 'seal'>,
  document: Pick<SealedDocument, 'accountId' | 'token'>,
  drawn: Uint8Array<ArrayBuffer>,
  reason: string,
): Promise<Sealed> {
  const states = { drawnSha256: await hashOf(drawn), drawnSize: drawn.length };
  const sealedAt = deps.clock();
  if (!isValidAt(deps.seal, sealedAt)) {
    deps.log.pdf.error('the certificate of the seal is out of date: documents are not sealed');
    return { bytes: drawn, states };
  }
  const contact = verifyAddress(deps.config, document);
  const bytes = await sealPdf(drawn, deps.seal, { reason, contact, at: sealedAt });
  if (Buffer.compare(bytes.subarray(0, drawn.length), drawn) !== 0)
    throw new Error('The seal has changed the document');
  const { certificateSha256 } = deps.seal;
  return {
    bytes,
    states: {
      ...states,
      sealedSha256: await hashOf(bytes),
      sealedSize: bytes.length,
      sealedAt,
      certificateSha256,
    },
  };
}

const hashOf = async (bytes: Uint8Array) => (await sha256(bytes)).toString('hex');

/** Writes the states of a document, and their hashes, by which a file is found. */
export async function writeStates(
  tx: AccountTransaction,
  { accountId, id }: Pick<SealedDocument, 'accountId' | 'id'>,
  states: States,
): Promise<void> {
  await tx.sealedDocument.update({ where: rowKey({ accountId }, id), data: states });
  const { drawnSha256, sealedSha256, stampedSha256 } = states;
  const hashes = [drawnSha256, sealedSha256, stampedSha256].filter((hash) => typeof hash === 'string');
  await tx.documentHash.createMany({
    data: hashes.map((hash) => ({ sha256: hash, accountId, documentId: id })),
    skipDuplicates: true,
  });
}
