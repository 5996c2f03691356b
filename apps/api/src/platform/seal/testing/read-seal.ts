/** Reads and checks the seals of a PDF with other code than what made them. */
import { createHash, verify, X509Certificate } from 'node:crypto';
import { fromBER, type OctetString } from 'asn1js';
import { ContentInfo, SignedData, type SignerInfo } from 'pkijs';

export interface ReadSeal {
  /** The signature's dictionary as text, without the signature. */
  dictionary: string;
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
  let seal: ReadSeal | undefined;
  try {
    seal = readSeals(pdf)[place];
  } catch {
    return false;
  }
  if (!seal || seal.end > pdf.length) return false;
  const digest = (attributeOf(seal, '1.2.840.113549.1.9.4') as OctetString | undefined)?.valueBlock
    .valueHexView;
  const hash = createHash('sha256').update(seal.signed).digest();
  if (!digest || Buffer.compare(digest, hash) !== 0) return false;
  const attributes = Buffer.from(signerOf(seal).signedAttrs?.toSchema().toBER() ?? new ArrayBuffer());
  attributes[0] = 0x31;
  const signature = signerOf(seal).signature.valueBlock.valueHexView;
  return verify('sha256', attributes, new X509Certificate(certificate).publicKey, signature);
}
