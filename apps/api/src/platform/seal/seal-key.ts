/** The key that seals documents: a PKCS#12 of the operator, or one that the installation makes for itself. */
import { createHash, verify, X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { P12Signer } from '@libpdf/core';
import { BitString, fromBER } from 'asn1js';
import { Certificate } from 'pkijs';
import { addOwnKey, backOr, noSuchKey, OwnKeyProblem, readOwnKey, replaceOwnKey } from '../own-key-file.ts';
import { sizeOfCms } from './seal-cms.ts';
import { makeKeyFile, type Owner } from './seal-key-file.ts';

export interface SealKey {
  type: 'RSA' | 'EC';
  /** DER. */
  certificate: Uint8Array;
  /** SHA-256 of the certificate, as hex. */
  certificateSha256: string;
  /** The other certificates of the file, up to the root: DER. */
  chain: Uint8Array[];
  isSelfSigned: boolean;
  notBefore: Date;
  notAfter: Date;
  /** Bytes that a signature takes. */
  cmsSize: number;
  /** Hashes with SHA-256 and signs, in a thread. */
  sign(content: Uint8Array): Promise<Uint8Array>;
}

/** A key that cannot be used; the message says what the operator can do about it. */
export class SealKeyProblem extends Error {
  readonly setting: 'SEAL_P12_FILE' | 'SEAL_P12_PASSWORD';
  constructor(setting: SealKeyProblem['setting'], message: string, cause?: unknown) {
    super(message, { cause });
    this.setting = setting;
  }
}

/**
 * Opens the operator's file.
 * @throws SealKeyProblem for a missing file, a wrong password, a key that must not sign, or a certificate of another time
 */
export async function openSealKey(file: string, password: string, now: Date): Promise<SealKey> {
  const bytes = await readFile(file).catch((cause: NodeJS.ErrnoException) => {
    throw new SealKeyProblem('SEAL_P12_FILE', `${file} cannot be read (${cause.code})`, cause);
  });
  const key = await readKeyFile(file, bytes, password);
  const { notBefore, notAfter } = key;
  const problem = (why: string) => new SealKeyProblem('SEAL_P12_FILE', `the certificate in ${file} ${why}`);
  if (now < notBefore) throw problem(`is valid only from ${notBefore.toISOString()}`);
  if (now > notAfter) throw problem(`has ended on ${notAfter.toISOString()}`);
  return key;
}

/** Whether what it seals at this moment holds. */
export const isValidAt = ({ notBefore, notAfter }: SealKey, at: Date): boolean =>
  notBefore <= at && at <= notAfter;

const year = 365 * 24 * 3600_000;

/**
 * Opens the installation's own key. Makes it if there is none, and another one when its certificate ends within a year:
 * old seals need no more than the certificate, which lies in the database.
 * @param place the file; its folder is created if missing
 * @throws OwnKeyProblem for a file that is of no use, SealKeyProblem for a wrong password
 */
export async function openOwnSealKey(
  place: string,
  password: string,
  owner: Owner,
  now: Date,
): Promise<SealKey> {
  const known = await readOwn(place, password);
  if (known && isFresh(known, now)) return inTime(known, place, now);
  const made = await makeKeyFile(owner, password, now);
  if (!known) await addOwnKey(place, made);
  else {
    const other = await readOwn(place, password);
    if (!other || !isFresh(other, now)) await replaceOwnKey(place, made);
  }
  const key = await readOwn(place, password);
  if (!key) throw new OwnKeyProblem(`${place} has gone while it was opened.`);
  return inTime(key, place, now);
}

/**
 * Puts another own key in the place of one. Servers take it within an hour.
 * @throws OwnKeyProblem if there is none, SealKeyProblem for a password that is not that of the servers
 */
export const rotateOwnSealKey = async (
  place: string,
  password: string,
  owner: Owner,
  now: Date,
): Promise<void> => {
  if (!(await readOwn(place, password))) throw noSuchKey(place);
  await replaceOwnKey(place, await makeKeyFile(owner, password, now));
};

const isFresh = ({ notAfter }: SealKey, now: Date) => notAfter.getTime() > now.getTime() + year;

function inTime(key: SealKey, place: string, now: Date): SealKey {
  if (key.notBefore <= now) return key;
  const from = key.notBefore.toISOString();
  throw new OwnKeyProblem(
    `The certificate in ${place} is valid only from ${from}. Set the clock of this machine.`,
  );
}

async function readOwn(place: string, password: string): Promise<SealKey | null> {
  const bytes = await readOwnKey(place);
  if (!bytes) return null;
  try {
    return await readKeyFile(place, bytes, password);
  } catch (error) {
    if (!(error instanceof SealKeyProblem) || error.setting !== 'SEAL_P12_FILE') throw error;
    throw new OwnKeyProblem(`${error.message}. ${backOr(place)} Documents keep their seals.`, {
      cause: error,
    });
  }
}

async function readKeyFile(file: string, bytes: Uint8Array, password: string): Promise<SealKey> {
  const signer = await P12Signer.create(bytes, password).catch((cause: Error) => {
    if (/integrity|password|decrypt/i.test(cause.message))
      throw new SealKeyProblem('SEAL_P12_PASSWORD', `does not open ${file}`, cause);
    const why = /^(No|Unsupported) /.test(cause.message) ? cause.message : 'It is no PKCS#12 file';
    throw new SealKeyProblem('SEAL_P12_FILE', `${file} is of no use. ${why}`, cause);
  });
  const { keyType: type } = signer;
  const sign = (content: Uint8Array) => signer.sign(content, 'SHA-256');
  // The file does not say reliably which of its certificates is the key's.
  const probe = new Uint8Array(32);
  const signature = await sign(probe);
  const all = [signer.certificate, ...signer.certificateChain].map((der) => new X509Certificate(der));
  const own = all.find(({ publicKey }) => verify('sha256', probe, publicKey, signature));
  if (!own) throw new SealKeyProblem('SEAL_P12_FILE', `${file} has no certificate of its key`);
  if (!maySign(own.raw))
    throw new SealKeyProblem('SEAL_P12_FILE', `the certificate in ${file} does not allow signing`);
  const { modulusLength = leastBits } = own.publicKey.asymmetricKeyDetails ?? {};
  if (modulusLength < leastBits)
    throw new SealKeyProblem(
      'SEAL_P12_FILE',
      `the key in ${file} has ${modulusLength} bits; ${leastBits} is the least`,
    );
  const key = {
    type,
    certificate: new Uint8Array(own.raw),
    certificateSha256: createHash('sha256').update(own.raw).digest('hex'),
    chain: all.filter((each) => each !== own).map(({ raw }) => new Uint8Array(raw)),
    isSelfSigned: own.issuer === own.subject && own.verify(own.publicKey),
    notBefore: new Date(own.validFrom),
    notAfter: new Date(own.validTo),
    cmsSize: 0,
    sign,
  };
  return { ...key, cmsSize: await sizeOfCms(key) };
}

/** Of an RSA key; shorter ones can be forged. */
const leastBits = 2048;

const oidOfKeyUsage = '2.5.29.15';
/** The bits of digitalSignature and nonRepudiation. */
const signing = 0xc0;

/** A certificate that does not say what its key is for allows everything. */
function maySign(certificate: Uint8Array): boolean {
  const { extensions = [] } = Certificate.fromBER(certificate as Uint8Array<ArrayBuffer>);
  const usage = extensions.find(({ extnID }) => extnID === oidOfKeyUsage)?.extnValue;
  if (!usage) return true;
  const bits = fromBER(usage.valueBlock.valueHexView as Uint8Array<ArrayBuffer>).result;
  return bits instanceof BitString && ((bits.valueBlock.valueHexView[0] ?? 0) & signing) > 0;
}
