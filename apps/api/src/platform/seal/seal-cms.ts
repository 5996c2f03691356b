/**
 * The signature inside a seal: CMS as ETSI EN 319 122-1 (CAdES) and EN 319 142-1 (PAdES, baseline) want it. Three signed
 * attributes: content-type, message-digest and signing-certificate-v2. There is no signing-time: PAdES forbids it, because
 * the signature's dictionary says the time.
 */
import { createHash } from 'node:crypto';
import {
  type AsnType,
  Constructed,
  fromBER,
  Integer,
  Null,
  ObjectIdentifier,
  OctetString,
  Sequence,
  Set as SetOf,
} from 'asn1js';
import type { SealKey } from './seal-key.ts';

export const oids = {
  data: '1.2.840.113549.1.7.1',
  signedData: '1.2.840.113549.1.7.2',
  contentType: '1.2.840.113549.1.9.3',
  messageDigest: '1.2.840.113549.1.9.4',
  signingCertificateV2: '1.2.840.113549.1.9.16.2.47',
  sha256: '2.16.840.1.101.3.4.2.1',
  sha256WithRsa: '1.2.840.113549.1.1.11',
  ecdsaWithSha256: '1.2.840.10045.4.3.2',
} as const;

/** @param digest SHA-256 of what is signed @returns DER */
export async function signCms(digest: Uint8Array, key: SealKey): Promise<Uint8Array> {
  const attributes = inDerOrder([
    attribute(oids.contentType, new ObjectIdentifier({ value: oids.data })),
    attribute(oids.messageDigest, new OctetString({ valueHex: digest })),
    attribute(oids.signingCertificateV2, signingCertificate(key.certificate)),
  ]);
  const signature = await key.sign(new Uint8Array(new SetOf({ value: attributes }).toBER()));
  const sha256 = new Sequence({ value: [new ObjectIdentifier({ value: oids.sha256 })] });
  const signerInfo = new Sequence({
    value: [
      new Integer({ value: 1 }),
      issuerAndSerial(key.certificate),
      sha256,
      implicit(0, attributes),
      signatureAlgorithm(key),
      new OctetString({ valueHex: signature }),
    ],
  });
  const signedData = new Sequence({
    value: [
      new Integer({ value: 1 }),
      new SetOf({ value: [sha256] }),
      new Sequence({ value: [new ObjectIdentifier({ value: oids.data })] }),
      implicit(0, inDerOrder([key.certificate, ...key.chain].map(parse))),
      new SetOf({ value: [signerInfo] }),
    ],
  });
  const content = new Sequence({
    value: [new ObjectIdentifier({ value: oids.signedData }), implicit(0, [signedData])],
  });
  return new Uint8Array(content.toBER());
}

/** Room that the signature takes: RSA always takes the same, ECDSA a few bytes more or less. */
export async function sizeOfCms(key: SealKey): Promise<number> {
  const { length } = await signCms(new Uint8Array(32), key);
  return key.type === 'RSA' ? length : length + 16;
}

const attribute = (type: string, value: AsnType) =>
  new Sequence({ value: [new ObjectIdentifier({ value: type }), new SetOf({ value: [value] })] });

const implicit = (tagNumber: number, value: AsnType[]) =>
  new Constructed({ idBlock: { tagClass: 3, tagNumber }, value: value as never });

/** Names the certificate by its hash, so that nobody can put another one of the same key in its place. */
const signingCertificate = (certificate: Uint8Array) => {
  const hash = createHash('sha256').update(certificate).digest();
  const named = new Sequence({ value: [new OctetString({ valueHex: hash })] });
  return new Sequence({ value: [new Sequence({ value: [named] })] });
};

const signatureAlgorithm = ({ type }: SealKey) =>
  new Sequence({
    value:
      type === 'RSA'
        ? [new ObjectIdentifier({ value: oids.sha256WithRsa }), new Null()]
        : [new ObjectIdentifier({ value: oids.ecdsaWithSha256 })],
  });

/** Issuer and serial number as they stand in the certificate, to the byte. */
function issuerAndSerial(certificate: Uint8Array): Sequence {
  const [signed] = (parse(certificate) as Sequence).valueBlock.value as [Sequence];
  const fields = signed.valueBlock.value;
  const hasVersion = fields[0]?.idBlock.tagClass === 3;
  const [serial, , issuer] = hasVersion ? fields.slice(1) : fields;
  return new Sequence({ value: [issuer as Sequence, serial as Integer] });
}

function parse(der: Uint8Array): AsnType {
  const { offset, result } = fromBER(der as Uint8Array<ArrayBuffer>);
  if (offset === -1) throw new Error('not DER');
  return result;
}

/** DER sorts the members of a set by their bytes. */
const inDerOrder = (members: AsnType[]): AsnType[] =>
  members
    .map((member) => ({ member, bytes: Buffer.from(member.toBER()) }))
    .sort((a, b) => Buffer.compare(a.bytes, b.bytes))
    .map(({ member }) => member);
