/** Sealing a document: the bytes, and what its row says of them. */
import type { Deps } from '../../deps.ts';
import type { SealedDocument, SealedKind, SealObstacle } from '../../generated/prisma/client.ts';
import { AppError } from '../../platform/app-error.ts';
import { sealPdf, sha256 } from '../../platform/seal/seal.ts';
import { isValidAt } from '../../platform/seal/seal-key.ts';
import { stampPdf } from '../../platform/seal/time-stamp.ts';
import { type AccountTransaction, rowKey } from '../../platform/tenancy.ts';
import { newDocumentToken, verifyAddress } from './sealed-document.ts';

/**
 * Before the first seal: every certificate that has sealed a document here can be looked up for good.
 * @param found in a document that came back; by default the one that seals now
 * @returns its hash
 */
export async function keepCertificate(
  { db, seal }: Pick<Deps, 'db' | 'seal'>,
  found: Uint8Array = seal.certificate,
): Promise<string> {
  const hash = await hashOf(found);
  const isOwn = hash === seal.certificateSha256;
  const data = { sha256: hash, der: new Uint8Array(found), isOwn };
  await db.global.sealCertificate.createMany({ data, skipDuplicates: true });
  // Found before the operator put its key back.
  if (isOwn)
    await db.global.sealCertificate.updateMany({ where: { sha256: hash, isOwn: false }, data: { isOwn } });
  return hash;
}

export interface Sealed {
  bytes: Uint8Array<ArrayBuffer>;
  states: States;
}

/** Columns of a document's row. */
type States = Partial<Omit<SealedDocument, 'accountId' | 'id' | 'kind' | 'token' | 'facts'>>;

/**
 * Seals what was drawn. With a certificate that has ended since the start, the document stays as it was drawn: the job of
 * unsealed documents seals it once there is another one. What is handed out at once is refused then, see `mustSeal`.
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

/** @throws StampRefused */
export async function addStamp(sealed: Uint8Array<ArrayBuffer>, server: string): Promise<Sealed> {
  const { bytes, at } = await stampPdf(sealed, server);
  if (Buffer.compare(bytes.subarray(0, sealed.length), sealed) !== 0)
    throw new Error('The time stamp has changed the document');
  return {
    bytes,
    states: { stampedSha256: await hashOf(bytes), stampedSize: bytes.length, stampedAt: at },
  };
}

const hashOf = async (bytes: Uint8Array) => (await sha256(bytes)).toString('hex');

/** Writes the states of a document, and their hashes, by which a file is found. */
export async function writeStates(
  tx: AccountTransaction,
  { accountId, id }: Pick<SealedDocument, 'accountId' | 'id'>,
  states: States,
): Promise<void> {
  const data = states.sealedAt ? { ...states, obstacle: null } : states;
  await tx.sealedDocument.update({ where: rowKey({ accountId }, id), data });
  const { drawnSha256, sealedSha256, stampedSha256 } = states;
  const hashes = [drawnSha256, sealedSha256, stampedSha256].filter((hash) => typeof hash === 'string');
  await tx.documentHash.createMany({
    data: hashes.map((hash) => ({ sha256: hash, accountId, documentId: id })),
    skipDuplicates: true,
  });
}

/**
 * Notes why a stored document has no seal to show, for its public page. The hash of what was drawn is known, so a copy from
 * before is found by it.
 */
export async function noteObstacle(
  { db }: Pick<Deps, 'db'>,
  of: { accountId: number; versionId: number; drawnSha256: string | null; obstacle: SealObstacle },
): Promise<void> {
  const { accountId, versionId: serviceVersionId, drawnSha256, obstacle } = of;
  await db.of({ accountId }).$transaction(async (tx) => {
    const document = await tx.sealedDocument.findFirst({ where: { serviceVersionId } });
    if (!document || document.obstacle === obstacle) return;
    // Somebody else may have sealed it meanwhile.
    await tx.sealedDocument.updateMany({ where: { id: document.id, sealedAt: null }, data: { obstacle } });
    if (!drawnSha256) return;
    const data = { sha256: drawnSha256, accountId, documentId: document.id };
    await tx.documentHash.createMany({ data, skipDuplicates: true });
  });
}

/** Documents that are handed out at once cannot wait for their seal. @throws AppError SEAL_UNAVAILABLE */
export function mustSeal({ clock, log, seal }: Pick<Deps, 'clock' | 'log' | 'seal'>): void {
  if (isValidAt(seal, clock())) return;
  log.pdf.error('the certificate of the seal is out of date: a document is refused');
  throw new AppError('SEAL_UNAVAILABLE');
}

export interface NewDocument {
  kind: Exclude<SealedKind, 'PROTOCOL'>;
  /** What the public page says of it. No customer, no people. */
  facts: { company: string; machines: { name: string; serialNumber: string }[]; day: string };
  /** What the seal says of itself, in the document's language. */
  reason: string;
}

/** What a document is drawn with. */
export interface Drawing {
  /** The address that it carries. */
  verify: { url: string };
  /** When it was made. */
  at: Date;
}

type Draw = (drawing: Drawing) => Promise<Uint8Array<ArrayBuffer>>;
type SealingDeps = Pick<Deps, 'clock' | 'config' | 'db' | 'log' | 'seal'>;

/**
 * Draws and seals a document that is handed out and not kept: what stays is what proves it.
 * @throws AppError SEAL_UNAVAILABLE
 */
export async function sealNew(
  deps: SealingDeps,
  { accountId }: { accountId: number },
  { kind, facts, reason }: NewDocument,
  draw: Draw,
): Promise<{ bytes: Uint8Array<ArrayBuffer>; url: string }> {
  mustSeal(deps);
  const address = { accountId, token: newDocumentToken() };
  const url = verifyAddress(deps.config, address);
  const drawn = await draw({ verify: { url }, at: deps.clock() });
  const { bytes, states } = await seal(deps, address, drawn, reason);
  await deps.db.of({ accountId }).$transaction(async (tx) => {
    const document = await tx.sealedDocument.create({ data: { ...address, kind, facts } });
    await writeStates(tx, document, states);
  });
  return { bytes, url };
}

/**
 * The same for what anybody may ask for again and again: the same content is the same document, to the byte.
 * @param content the hash of everything that it says, but not the moment at which it was made
 * @throws AppError SEAL_UNAVAILABLE
 */
export async function sealSame(
  deps: SealingDeps,
  of: { accountId: number },
  { content, ...document }: NewDocument & { content: string },
  draw: Draw,
): Promise<Uint8Array<ArrayBuffer>> {
  mustSeal(deps);
  const { accountId } = of;
  const { kind, facts, reason } = document;
  const db = deps.db.of({ accountId });
  const contentSha256 = await hashOf(Buffer.from(`${content} ${deps.seal.certificateSha256}`));
  const find = () =>
    db.sealedDocument.findUnique({
      where: { accountId_kind_contentSha256: { accountId, kind, contentSha256 } },
    });
  const add = () =>
    db.sealedDocument.createMany({
      data: { accountId, kind, facts, contentSha256, token: newDocumentToken(), createdAt: deps.clock() },
      skipDuplicates: true,
    });
  // Of several that add it at once, the first one's stands.
  const row = (await find()) ?? (await add().then(find));
  if (row) {
    const drawn = await draw({ verify: { url: verifyAddress(deps.config, row) }, at: row.createdAt });
    if (!row.sealBytes) await sealFirst(deps, row, drawn, reason);
    const { drawnSha256, sealBytes } = row.sealBytes ? row : ((await find()) ?? row);
    if (sealBytes && drawnSha256 === (await hashOf(drawn))) return Buffer.concat([drawn, sealBytes]);
    // Another release draws it otherwise.
    await db.sealedDocument.updateMany({ where: { id: row.id }, data: forgotten });
  }
  return (await sealNew(deps, of, document, draw)).bytes;
}

/** Stores the states of a document that has none. Several at a time may do it; the first one's stand. */
async function sealFirst(
  deps: SealingDeps,
  row: SealedDocument,
  drawn: Uint8Array<ArrayBuffer>,
  reason: string,
): Promise<void> {
  const { bytes, states } = await seal(deps, row, drawn, reason);
  await deps.db.of(row).$transaction(async (tx) => {
    const { count } = await tx.sealedDocument.updateMany({
      where: { id: row.id, sealBytes: null, contentSha256: row.contentSha256 },
      data: { sealBytes: bytes.subarray(drawn.length) },
    });
    if (count === 1) await writeStates(tx, row, states);
  });
}

const forgotten = { contentSha256: null, sealBytes: null };
/** Longer than any day in any timezone. */
const sameFor = 48 * 3600_000;

/** A document shows a day, so nobody gets one of an earlier day again. */
export async function forgetSame({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  await db.global.sealedDocument.updateMany({
    where: { contentSha256: { not: null }, createdAt: { lt: new Date(clock().getTime() - sameFor) } },
    data: forgotten,
  });
}
