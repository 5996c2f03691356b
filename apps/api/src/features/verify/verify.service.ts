/**
 * Says of a sealed document whether it is genuine and current. Anybody may ask, so nothing of the customer and of no person
 * is in the answers: whoever holds the document has read that already.
 */
import { createHash, X509Certificate } from 'node:crypto';
import type { Language } from '@servicebook/shared/primitives';
import type { ProtocolSnapshot } from '@servicebook/shared/protocol-snapshot';
import type { ServiceType } from '@servicebook/shared/service';
import {
  type DocumentStatus,
  type FileCheck,
  parseVerifyCode,
  SealedFacts,
  type VerifyCode,
} from '@servicebook/shared/verify';
import type { Deps } from '../../deps.ts';
import type { Prisma, SealObstacle } from '../../generated/prisma/client.ts';
import { inUse } from '../../platform/account-in-use.ts';
import { AppError } from '../../platform/app-error.ts';
import type { Caller } from '../../platform/ctx.ts';
import type { FileAnswer } from '../../platform/file-transfer.ts';
import { networkSource } from '../../platform/network-source.ts';
import { textsOf } from '../../platform/texts.ts';
import { verifyAddress } from '../seal/sealed-document.ts';

const callsPerNetwork = { points: 600, seconds: 600 };
/** An office that types its codes by hand needs few; trying all 2¹²⁸ needs more. */
const missesPerNetwork = { points: 60, seconds: 600 };

const withAll = {
  account: { select: { timezone: true } },
  certificate: { select: { der: true, isOwn: true } },
  version: {
    select: {
      version: true,
      snapshot: true,
      snapshotSha256: true,
      service: { select: { state: true, currentVersion: true, withdrawnAt: true } },
    },
  },
} as const satisfies Prisma.SealedDocumentInclude;
type Row = Prisma.SealedDocumentGetPayload<{ include: typeof withAll }>;

/** What the public may know of a document. */
export interface KnownDocument {
  code: VerifyCode;
  /** The file's states that are there, oldest first. */
  states: { sha256: string; size: number }[];
  stampedAt: Date | null;
  sealedAt: Date | null;
  certificate: X509Certificate | null;
  /** The certificate is of this installation; others came back with an archive. */
  isOwnSeal: boolean;
  /** Why there is no seal, and none to come. */
  obstacle: SealObstacle | null;
  status: DocumentStatus;
  company: string;
  machines: { name: string; serialNumber: string | null }[];
  /** Of the work, or the day whose state it shows. */
  day: string;
  timezone: string;
  /** Null for a document that is no protocol. */
  protocol: {
    number: string;
    version: number;
    currentVersion: number;
    types: ServiceType[];
    signedAt: string | null;
    isOnPaper: boolean;
    /** The company is changing it: a newer version may follow. */
    isReopened: boolean;
    withdrawnAt: Date | null;
    /** As printed on it. */
    contentSha256: string;
  } | null;
  kind: Row['kind'];
}

/**
 * Finds a document by the code that is printed on it.
 * @returns null for a code that is none, that no document has, or whose account is closed or gone: nobody can tell which
 * @throws AppError TOO_MANY_ATTEMPTS
 */
export function findDocument(deps: Deps, caller: Caller, text: string): Promise<KnownDocument | null> {
  return counted(deps, caller, async () => {
    const code = parseVerifyCode(text);
    return code && find(deps, code);
  });
}

/** Says which document a file is, by its hash, or by the code that it names. @throws AppError TOO_MANY_ATTEMPTS */
export async function checkFile(
  deps: Deps,
  caller: Caller,
  { sha256, code: text, lang }: { sha256: string; code?: string | undefined; lang?: Language | undefined },
): Promise<FileCheck> {
  const code = text === undefined ? null : parseVerifyCode(text);
  let isGenuine = false;
  const found = await counted(deps, caller, async () => {
    const same = await findByHash(deps, sha256, code);
    isGenuine = same !== null;
    return same ?? (code && (await find(deps, code)));
  });
  if (!found) return { isGenuine: false, document: null };
  const { status, states, protocol } = found;
  return {
    isGenuine,
    document: {
      path: new URL(verifyAddress(deps.config, found.code)).pathname,
      name: nameOf(found, lang ?? caller.language),
      status,
      replacedBy: protocol && status === 'REPLACED' ? protocol.currentVersion : null,
      states,
    },
  };
}

/** `Service protocol 25A/11/2026, Version 2` */
export function nameOf({ kind, protocol }: KnownDocument, language: Language): string {
  if (kind === 'SERVICE_BOOK') return textsOf(language, 'service-book-pdf')('title');
  if (!protocol) return textsOf(language, 'verify')(`kind.${kind}`);
  const t = textsOf(language, 'service-pdf');
  return `${t('title')} ${protocol.number}, ${t('version', { version: protocol.version })}`;
}

/** @throws AppError NOT_FOUND, TOO_MANY_ATTEMPTS */
export async function readCertificate(deps: Deps, caller: Caller, sha256: string): Promise<FileAnswer> {
  const row = await counted(deps, caller, () =>
    deps.db.global.sealCertificate.findUnique({ where: { sha256 }, select: { der: true } }),
  );
  if (!row) throw new AppError('NOT_FOUND');
  return {
    content: new TextEncoder().encode(pemOf(row.der)),
    filename: certificateFile(sha256),
    contentType: 'application/x-pem-file',
    inline: false,
  };
}

export const pemOf = (der: Uint8Array): string => new X509Certificate(der).toString();

export const certificateFile = (sha256: string): string => `seal-${sha256.slice(0, 8)}.pem`;

/** Limits how often a network asks, and more strictly how often it asks for what does not exist. */
async function counted<Found>(
  { throttle }: Deps,
  { ip }: Caller,
  look: () => Promise<Found | null>,
): Promise<Found | null> {
  const network = networkSource(ip);
  await throttle.take('verify', network, callsPerNetwork);
  const found = await look();
  // Of a found one nothing is counted: somebody's guesses must not keep others of the network from their documents.
  if (!found) await throttle.take('verify-miss', network, missesPerNetwork);
  return found;
}

/** One look-up by a key that begins with the account: a wrong code takes as long as one of an account that never was. */
async function find(deps: Deps, code: VerifyCode): Promise<KnownDocument | null> {
  const { accountId } = code;
  const row = await deps.db.of({ accountId }).sealedDocument.findUnique({
    where: { accountId_token: code, account: inUse },
    include: withAll,
  });
  return row && known(row);
}

/** Two accounts may have the same file, after an archive came back: the one that the file names comes first. */
async function findByHash(
  { db }: Deps,
  sha256: string,
  code: VerifyCode | null,
): Promise<KnownDocument | null> {
  const hashes = await db.global.documentHash.findMany({
    where: { sha256 },
    orderBy: { accountId: 'desc' },
    take: 10,
  });
  const named = ({ accountId }: { accountId: number }) => Number(accountId === code?.accountId);
  for (const { accountId, documentId } of hashes.sort((one, other) => named(other) - named(one))) {
    const row = await db.of({ accountId }).sealedDocument.findUnique({
      where: { accountId_id: { accountId, id: documentId }, account: inUse },
      include: withAll,
    });
    if (row) return known(row);
  }
  return null;
}

function known(row: Row): KnownDocument {
  const { accountId, token, version, certificate } = row;
  const states = [
    { sha256: row.drawnSha256, size: row.drawnSize },
    { sha256: row.sealedSha256, size: row.sealedSize },
    { sha256: row.stampedSha256, size: row.stampedSize },
  ].flatMap(({ sha256, size }) => (sha256 && size ? [{ sha256, size }] : []));
  const common = {
    code: { accountId, token },
    kind: row.kind,
    states,
    sealedAt: row.sealedAt,
    stampedAt: row.stampedAt,
    certificate: certificate && new X509Certificate(certificate.der),
    isOwnSeal: certificate?.isOwn ?? true,
    obstacle: row.obstacle,
  };
  if (!version) {
    const facts = SealedFacts.parse(row.facts);
    return { ...common, ...facts, status: 'CURRENT', timezone: row.account.timezone, protocol: null };
  }
  const snapshot = JSON.parse(version.snapshot) as ProtocolSnapshot;
  const { signature, documentNumber, types, company, machines, date } = snapshot;
  const { state, currentVersion, withdrawnAt } = version.service;
  const ofSigner = signature?.kind === 'DRAWN' ? signature.timezone : undefined;
  return {
    ...common,
    status: withdrawnAt ? 'WITHDRAWN' : version.version < currentVersion ? 'REPLACED' : 'CURRENT',
    company: company.name,
    machines: machines.map(({ name, serialNumber }) => ({ name, serialNumber })),
    day: date,
    timezone: snapshot.timezone ?? ofSigner ?? row.account.timezone,
    protocol: {
      number: documentNumber,
      version: version.version,
      currentVersion,
      types,
      signedAt: signature?.signedAt ?? null,
      isOnPaper: signature?.kind === 'PAPER',
      isReopened: state === 'NEW',
      withdrawnAt,
      contentSha256: version.snapshotSha256,
    },
  };
}

/** Of a certificate: what it says of itself. */
export function describeCertificate(certificate: X509Certificate) {
  return {
    subject: readableName(certificate.subject),
    issuer: readableName(certificate.issuer),
    // `checkIssued` asks for a certificate that may issue others, which a seal need not.
    isSelfSigned: certificate.subject === certificate.issuer && certificate.verify(certificate.publicKey),
    validTo: certificate.validToDate,
    sha256: createHash('sha256').update(certificate.raw).digest('hex'),
  };
}

/** `Example Ltd, PL`: the values of a name, the most telling first. */
const readableName = (name: string): string =>
  [...new Set(name.split('\n').map((part) => part.slice(part.indexOf('=') + 1)))].reverse().join(', ');
