/** Makes a key with a certificate that it signs itself, as a PKCS#12 file. */
import { createHash, randomBytes } from 'node:crypto';
import {
  type AsnType,
  BitString,
  Boolean as Bool,
  Constructed,
  fromBER,
  GeneralizedTime,
  Integer,
  Null,
  ObjectIdentifier,
  OctetString,
  PrintableString,
  Sequence,
  Set as SetOf,
  UTCTime,
  Utf8String,
} from 'asn1js';
import {
  AuthenticatedSafe,
  CertBag,
  Certificate,
  PFX,
  PKCS8ShroudedKeyBag,
  PrivateKeyInfo,
  SafeBag,
  SafeContents,
} from 'pkijs';

export interface Owner {
  name: string;
  /** Two letters. */
  country: string;
}

const day = 24 * 3600_000;
/** Long enough that a document outlives its machine; RSA 3072 counts as safe beyond. */
const years = 20;

const algorithm = {
  name: 'RSASSA-PKCS1-v1_5',
  hash: 'SHA-256',
  modulusLength: 3072,
  publicExponent: new Uint8Array([1, 0, 1]),
};

export async function makeKeyFile(owner: Owner, password: string, now: Date): Promise<Uint8Array> {
  const keys = await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
  return fileOf(keys.privateKey, await certify(keys, owner, now), password);
}

/** X.509, signed by its own key; may sign documents, and no other certificates. */
async function certify({ privateKey, publicKey }: CryptoKeyPair, owner: Owner, now: Date) {
  const rsaWithSha256 = new Sequence({
    value: [new ObjectIdentifier({ value: '1.2.840.113549.1.1.11' }), new Null()],
  });
  const party = nameOf(owner);
  const publicInfo = fromBER(await crypto.subtle.exportKey('spki', publicKey)).result as Sequence;
  const keyBits = (publicInfo.valueBlock.value[1] as BitString).valueBlock.valueHexView;
  const content = new Sequence({
    value: [
      new Constructed({ idBlock: { tagClass: 3, tagNumber: 0 }, value: [new Integer({ value: 2 })] }),
      // Positive, and never the same.
      new Integer({ valueHex: Buffer.concat([Buffer.of(0x4b), randomBytes(15)]) }),
      rsaWithSha256,
      party,
      new Sequence({
        // A day back: other clocks may be slow.
        value: [-day, years * 365.25 * day].map((after) => timeOf(new Date(now.getTime() + after))),
      }),
      party,
      publicInfo,
      new Constructed({
        idBlock: { tagClass: 3, tagNumber: 3 },
        value: [
          new Sequence({
            value: [
              extension(basicConstraints, new Sequence(), true),
              extension(keyUsage, new BitString({ valueHex: Buffer.of(0xc0), unusedBits: 6 }), true),
              extension(extendedKeyUsage, new Sequence({ value: purposes.map(oid) })),
              extension(subjectKeyId, new OctetString({ valueHex: sha1(keyBits) })),
            ],
          }),
        ],
      }),
    ],
  });
  const signature = await crypto.subtle.sign(algorithm.name, privateKey, content.toBER());
  const certificate = new Sequence({
    value: [content, rsaWithSha256, new BitString({ valueHex: signature })],
  });
  return Certificate.fromBER(certificate.toBER());
}

/** X.509 writes years from 2050 on with four digits. */
const timeOf = (valueDate: Date) =>
  valueDate.getUTCFullYear() < 2050 ? new UTCTime({ valueDate }) : new GeneralizedTime({ valueDate });

const basicConstraints = '2.5.29.19';
/** Its value here: digitalSignature and nonRepudiation. */
const keyUsage = '2.5.29.15';
const extendedKeyUsage = '2.5.29.37';
/** Signing documents (RFC 9336), and protecting mails, for readers that know no newer purpose. */
const purposes = ['1.3.6.1.5.5.7.3.36', '1.3.6.1.5.5.7.3.4'];
const subjectKeyId = '2.5.29.14';

const oid = (value: string) => new ObjectIdentifier({ value });

const extension = (id: string, value: AsnType, critical = false) =>
  new Sequence({
    value: [
      new ObjectIdentifier({ value: id }),
      ...(critical ? [new Bool({ value: true })] : []),
      new OctetString({ valueHex: value.toBER() }),
    ],
  });

/** Country, organization and common name. */
const nameOf = ({ name, country }: Owner) => {
  const text = new Utf8String({ value: Array.from(name).slice(0, 64).join('') });
  const parts: [id: string, value: AsnType][] = [
    ['2.5.4.6', new PrintableString({ value: country })],
    ['2.5.4.10', text],
    ['2.5.4.3', text],
  ];
  return new Sequence({
    value: parts.map(
      ([id, value]) =>
        new SetOf({ value: [new Sequence({ value: [new ObjectIdentifier({ value: id }), value] })] }),
    ),
  });
};

const sha1 = (bytes: Uint8Array) => createHash('sha1').update(bytes).digest();

async function fileOf(privateKey: CryptoKey, certificate: Certificate, text: string): Promise<Uint8Array> {
  const password = new TextEncoder().encode(text).buffer;
  const pkcs8 = await crypto.subtle.exportKey('pkcs8', privateKey);
  const keyBag = new PKCS8ShroudedKeyBag({ parsedValue: PrivateKeyInfo.fromBER(pkcs8) });
  await keyBag.makeInternalValues({
    password,
    contentEncryptionAlgorithm: { name: 'AES-CBC', length: 256 } as never,
    hmacHashAlgorithm: 'SHA-256',
    iterationCount: 100_000,
  });
  const bags = [
    new SafeBag({ bagId: '1.2.840.113549.1.12.10.1.2', bagValue: keyBag }),
    new SafeBag({
      bagId: '1.2.840.113549.1.12.10.1.3',
      bagValue: new CertBag({ parsedValue: certificate }),
    }),
  ];
  const safe = new AuthenticatedSafe({
    parsedValue: { safeContents: [{ privacyMode: 0, value: new SafeContents({ safeBags: bags }) }] },
  });
  await safe.makeInternalValues({ safeContents: [{}] });
  const file = new PFX({ parsedValue: { integrityMode: 0, authenticatedSafe: safe } });
  await file.makeInternalValues({
    password,
    iterations: 2048,
    pbkdf2HashAlgorithm: 'SHA-256',
    hmacHashAlgorithm: 'SHA-256',
  });
  return new Uint8Array(file.toSchema().toBER());
}
