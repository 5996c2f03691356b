/** Reads and checks the seals of a PDF with other code than what made them. */
import { createHash, verify, X509Certificate } from 'node:crypto';
import { fromBER, type OctetString, type Sequence } from 'asn1js';
import { Certificate, ContentInfo, SignedData, type SignerInfo } from 'pkijs';
import { sha256 } from './seal.ts';
import { oids } from './seal-cms.ts';
import { readStamp } from './time-stamp.ts';

export interface ReadSeal {
  /** The signature's dictionary as text, without the signature. */
  dictionary: string;
  /** Where the signature begins. */
  start: number;
  /** Where the signed bytes end. */
  end: number;
  signed: Buffer;
  /** Where the signature stands, which cannot sign itself. */
  isInSignature(at: number): boolean;
  cms: SignedData;
  /** DER of the signature, without what fills the room. */
  der: Buffer;
}

/** The signatures in a PDF, the first one first. */
export function readSeals(pdf: Uint8Array): ReadSeal[] {
  const bytes = Buffer.from(pdf);
  const text = bytes.toString('latin1');
  return [...text.matchAll(/\/ByteRange \[0 (\d+) +(\d+) +(\d+) *\]/g)].map((match) => {
    const [start = 0, next = 0, rest = 0] = match.slice(1).map(Number);
    const hex = text.slice(start + 1, next - 1);
    if (text[start] !== '<' || text[next - 1] !== '>') throw new Error('the ranges leave out something else');
    const room = Buffer.from(hex, 'hex');
    const { offset, result } = fromBER(new Uint8Array(room).buffer);
    if (offset === -1) throw new Error('no DER');
    const info = new ContentInfo({ schema: result });
    const end = next + rest;
    return {
      dictionary:
        text.slice(text.lastIndexOf(' obj', start), start) + text.slice(next, text.indexOf('endobj', next)),
      start,
      end,
      signed: Buffer.concat([bytes.subarray(0, start), bytes.subarray(next, end)]),
      isInSignature: (at: number) => at > start && at < next - 1,
      cms: new SignedData({ schema: info.content }),
      der: room.subarray(0, offset),
    };
  });
}

export const signerOf = ({ cms }: ReadSeal) => cms.signerInfos[0] as SignerInfo;

/** The object identifiers of the signed attributes, as they stand. */
export const attributesOf = (seal: ReadSeal): string[] =>
  signerOf(seal).signedAttrs?.attributes.map(({ type }) => type) ?? [];

export const attributeOf = (seal: ReadSeal, type: string): unknown =>
  signerOf(seal).signedAttrs?.attributes.find((each) => each.type === type)?.values[0];

/** Whether the signed bytes are those that were signed with this certificate's key. */
export function isGenuine(pdf: Uint8Array, certificate: Uint8Array, place = 0): boolean {
  try {
    const seal = readSeals(pdf)[place];
    if (!seal || seal.end > pdf.length) return false;
    return isSigned(seal, createHash('sha256').update(seal.signed).digest(), certificate);
  } catch {
    return false;
  }
}

/** @param digest SHA-256 of the signed bytes */
function isSigned(seal: ReadSeal, digest: Buffer, certificate: Uint8Array): boolean {
  const named = attributeOf(seal, oids.messageDigest) as OctetString | undefined;
  if (!named || Buffer.compare(named.valueBlock.valueHexView, digest) !== 0) return false;
  const { signedAttrs, signature } = signerOf(seal);
  const attributes = Buffer.from(signedAttrs?.encodedValue ?? new ArrayBuffer());
  const { publicKey } = new X509Certificate(certificate);
  return verify('sha256', attributes, publicKey, signature.valueBlock.valueHexView);
}

/** A seal that holds, as the file carries it. */
export interface CarriedSeal {
  /** Where what was drawn ends. */
  drawnSize: number;
  sealedSize: number;
  /** What the seal says of its time. */
  sealedAt: Date;
  /** DER. */
  certificate: Uint8Array<ArrayBuffer>;
  /** What the time-stamp server says, if a time stamp follows. */
  stampedAt: Date | null;
}

/**
 * Reads the seal of a document whose row is lost.
 * @param drawnSha256 of what was drawn, which the file must begin with
 * @returns null if the file carries no such seal, or one that does not hold
 */
export async function findSeal(pdf: Uint8Array, drawnSha256: string): Promise<CarriedSeal | null> {
  try {
    const seals = readSeals(pdf);
    for (const seal of seals) {
      const drawnSize = await drawnBefore(seal, pdf, drawnSha256);
      const certificate = signerCertificate(seal);
      const sealedAt = timeOf(seal);
      if (drawnSize === null || !certificate || !sealedAt || seal.end > pdf.length) continue;
      if (!isSigned(seal, await sha256(seal.signed), certificate)) return null;
      const common = { drawnSize, sealedSize: seal.end, sealedAt, certificate };
      if (seal.end === pdf.length) return { ...common, stampedAt: null };
      const stamp = seals.at(-1);
      if (!stamp || stamp === seal || stamp.end > pdf.length) return null;
      return { ...common, stampedAt: readStamp(stamp.der, await sha256(stamp.signed)) };
    }
    return null;
  } catch {
    // Bytes that nobody can read, or a time stamp that does not hold.
    return null;
  }
}

/** The end of what was drawn: the last one before the seal, with its line break or without. */
async function drawnBefore(
  { start }: ReadSeal,
  pdf: Uint8Array,
  drawnSha256: string,
): Promise<number | null> {
  const mark = Buffer.from(pdf.buffer, pdf.byteOffset, start).lastIndexOf('%%EOF');
  if (mark < 0) return null;
  for (const end of [5, 6, 7].map((length) => mark + length))
    if ((await sha256(pdf.subarray(0, end))).toString('hex') === drawnSha256) return end;
  return null;
}

/** Of the certificates in the seal, the one whose hash is signed with it. */
function signerCertificate(seal: ReadSeal): Uint8Array<ArrayBuffer> | undefined {
  const attribute = attributeOf(seal, oids.signingCertificateV2) as Sequence | undefined;
  const inner = (of: Sequence | undefined) => of?.valueBlock.value[0] as Sequence | undefined;
  const named = inner(inner(inner(attribute))) as OctetString | undefined;
  return seal.cms.certificates
    ?.filter((each) => each instanceof Certificate)
    .map((each) => new Uint8Array(each.toSchema().toBER()))
    .find((der) => named && createHash('sha256').update(der).digest().equals(named.valueBlock.valueHexView));
}

function timeOf({ dictionary }: ReadSeal): Date | null {
  const digits = /\/M ?\(D:(\d{14})\+00'00'\)/.exec(dictionary)?.[1];
  const at = digits?.replace(/^(....)(..)(..)(..)(..)(..)$/, '$1-$2-$3T$4:$5:$6Z');
  return at && !Number.isNaN(Date.parse(at)) ? new Date(at) : null;
}
