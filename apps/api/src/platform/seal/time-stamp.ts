/**
 * Time stamps of a time-stamp server (RFC 3161): who does not trust our clock can trust that server's. The stamp is an
 * update behind the seal (PAdES B-T by a document time stamp), with the certificates, and what says that they were not
 * revoked where their authorities answer.
 */
import { constants, createHash, randomBytes, verify, X509Certificate } from 'node:crypto';
import { PDF } from '@libpdf/core';
import { fromBER, Integer, Null, OctetString, type Sequence } from 'asn1js';
import {
  AlgorithmIdentifier,
  Certificate,
  ContentInfo,
  MessageImprint,
  SignedData,
  TimeStampReq,
  TimeStampResp,
  TSTInfo,
} from 'pkijs';
import { tracedFetch } from '../trace.ts';

/** The time-stamp server is away, refuses, or has answered something else than was asked. */
export class StampRefused extends Error {}

const sha256Id = '2.16.840.1.101.3.4.2.1';
const tstInfoId = '1.2.840.113549.1.9.16.1.4';
const timeStamping = '1.3.6.1.5.5.7.3.8';
const patience = 20_000;
const longestAnswer = 200_000;
/** Clocks differ. A stamp of another time proves nothing of the seal's. */
const anHour = 3_600_000;
/** Room for the token; those of known servers with their certificates take up to 7 kB. */
const tokenSize = 8192;

export interface Stamped {
  bytes: Uint8Array<ArrayBuffer>;
  /** The time that the server confirms. */
  at: Date;
}

/** @throws StampRefused */
export async function stampPdf(sealed: Uint8Array, server: string): Promise<Stamped> {
  const pdf = await PDF.load(sealed);
  if (pdf.recoveredViaBruteForce || pdf.canSaveIncrementally()) throw new Error('A PDF cannot be stamped');
  let at: Date | undefined;
  const timestampAuthority = {
    timestamp: async (digest: Uint8Array) => {
      const answer = await requestStamp(server, digest);
      at = answer.at;
      return answer.token;
    },
  };
  // Certificates of the seal and, after the stamp, of its server. What an authority does not answer is left out.
  const { bytes } = await pdf.addArchivalData({
    timestampAuthority,
    estimatedSize: tokenSize,
    fieldName: 'Time stamp',
  });
  if (!at) throw new StampRefused('there is no time stamp');
  return { bytes: Uint8Array.from(bytes), at };
}

/** @returns the token as the server sent it, once it is known to be the answer to this question */
async function requestStamp(server: string, digest: Uint8Array): Promise<{ token: Uint8Array; at: Date }> {
  const nonce = Buffer.concat([Buffer.of(1), randomBytes(15)]);
  const request = new TimeStampReq({
    version: 1,
    messageImprint: new MessageImprint({
      hashAlgorithm: new AlgorithmIdentifier({ algorithmId: sha256Id, algorithmParams: new Null() }),
      hashedMessage: new OctetString({ valueHex: digest }),
    }),
    nonce: new Integer({ valueHex: nonce }),
    certReq: true,
  });
  const answer = await ask(server, new Uint8Array(request.toSchema().toBER()));
  return checkAnswer(answer, digest, nonce);
}

async function ask(server: string, body: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  try {
    const response = await tracedFetch('time stamp', server, {
      method: 'POST',
      headers: { 'Content-Type': 'application/timestamp-query', Accept: 'application/timestamp-reply' },
      body,
      signal: AbortSignal.timeout(patience),
    });
    if (!response.ok) throw new Error(`HTTP ${response.status}`);
    return await readAnswer(response);
  } catch (cause) {
    throw new StampRefused(`the time-stamp server does not answer: ${(cause as Error).message}`, { cause });
  }
}

/** As it arrives, because it may be endless. */
async function readAnswer({ body }: Response): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of body ?? []) {
    size += part.length;
    if (size > longestAnswer) throw new Error('the answer is too long');
    parts.push(part);
  }
  return Uint8Array.from(Buffer.concat(parts));
}

function demand(holds: unknown, what: string): asserts holds {
  if (!holds) throw new StampRefused(`the answer of the time-stamp server is of no use: ${what}`);
}

function checkAnswer(answer: Uint8Array<ArrayBuffer>, digest: Uint8Array, nonce: Buffer) {
  try {
    const { status } = TimeStampResp.fromBER(answer).status;
    demand(status === 0 || status === 1, `status ${status}`);
    const token = tokenOf(answer);
    demand(token.length > 0 && token.length <= tokenSize, 'there is no stamp, or it is too long');
    const info = checkToken(token, digest);
    demand(info.nonce && equal(info.nonce.valueBlock.valueHexView, nonce), 'an answer to another question');
    demand(Math.abs(info.genTime.getTime() - Date.now()) < anHour, 'its time is not the present');
    return { token, at: info.genTime };
  } catch (cause) {
    if (cause instanceof StampRefused) throw cause;
    throw new StampRefused('the answer of the time-stamp server cannot be read', { cause });
  }
}

/** The time that a stamp in a file confirms. @param digest SHA-256 of what it stands for @throws if it does not hold */
export const readStamp = (token: Uint8Array, digest: Uint8Array): Date =>
  checkToken(Uint8Array.from(token), digest).genTime;

/** @throws StampRefused, or what the reader of a damaged stamp throws */
function checkToken(token: Uint8Array<ArrayBuffer>, digest: Uint8Array): TSTInfo {
  const signed = new SignedData({ schema: ContentInfo.fromBER(token).content });
  const { eContent, eContentType } = signed.encapContentInfo;
  demand(eContentType === tstInfoId && eContent, 'no time stamp');
  const content = Buffer.from(eContent.getValue());
  const info = TSTInfo.fromBER(Uint8Array.from(content));
  const { hashAlgorithm, hashedMessage } = info.messageImprint;
  demand(hashAlgorithm.algorithmId === sha256Id, 'another hash');
  demand(equal(hashedMessage.valueBlock.valueHexView, digest), 'a stamp of something else');
  const signer = signerOf(signed, content);
  if (!signer) throw new StampRefused('the signature of the time stamp is wrong');
  demand(stampsTime(signer), 'its certificate is not for time stamps');
  const { notBefore, notAfter } = signer;
  demand(notBefore.value <= info.genTime && info.genTime <= notAfter.value, 'its certificate is out of date');
  return info;
}

const equal = (one: Uint8Array, other: Uint8Array) => Buffer.compare(one, other) === 0;

/** The stamp to the byte, because it is signed: what follows the status. */
function tokenOf(answer: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const outer = fromBER(answer).result as Sequence;
  const [status, token] = outer.valueBlock.value;
  if (!status || !token) return new Uint8Array();
  const start = outer.idBlock.blockLength + outer.lenBlock.blockLength + status.blockLength;
  return answer.slice(start, start + token.blockLength);
}

const hashes: Record<string, string> = {
  [sha256Id]: 'sha256',
  '2.16.840.1.101.3.4.2.2': 'sha384',
  '2.16.840.1.101.3.4.2.3': 'sha512',
};
const messageDigest = '1.2.840.113549.1.9.4';
const rsaPss = '1.2.840.113549.1.1.10';

/** The certificate whose key has signed this content; null if none of those in the stamp has. */
function signerOf({ signerInfos, certificates = [] }: SignedData, content: Buffer): Certificate | null {
  const [info, another] = signerInfos;
  const hash = hashes[info?.digestAlgorithm.algorithmId ?? ''];
  const attributes = info?.signedAttrs;
  if (!info || another || !hash || !attributes) return null;
  const named = attributes.attributes.find(({ type }) => type === messageDigest)?.values[0] as OctetString;
  if (!equal(named.valueBlock.valueHexView, createHash(hash).update(content).digest())) return null;
  const signed = Buffer.from(attributes.encodedValue);
  const padding = info.signatureAlgorithm.algorithmId === rsaPss && constants.RSA_PKCS1_PSS_PADDING;
  const signature = info.signature.valueBlock.valueHexView;
  const isSigner = (each: Certificate) => {
    const key = new X509Certificate(new Uint8Array(each.toSchema().toBER())).publicKey;
    return verify(hash, signed, padding ? { key, padding } : key, signature);
  };
  return certificates.filter((each) => each instanceof Certificate).find(isSigner) ?? null;
}

const stampsTime = ({ extensions = [] }: Certificate): boolean =>
  extensions.some(({ parsedValue }) => parsedValue?.keyPurposes?.includes(timeStamping));
