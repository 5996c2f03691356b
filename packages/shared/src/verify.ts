/** The code that is printed on a sealed document, and what the public page says of it. */
import { z } from 'zod';
import { endpoint } from './contract.ts';
import { language, pageLanguage } from './primitives.ts';

/** Digits and letters by Crockford: none looks like another. */
const digits = /^[0-9a-hjkmnp-tv-z]+$/;
const tokenLength = 26;

/** What the printed code names: a document of an account. */
export interface VerifyCode {
  accountId: number;
  /** 26 characters: 128 bits. */
  token: string;
}

/**
 * Reads a code as people type it or paste it: in capitals, with spaces and hyphens anywhere, O for 0, I and L for 1,
 * or as the whole address.
 * @returns null if it cannot be the code of any document
 */
export function parseVerifyCode(text: string): VerifyCode | null {
  const code = (text.split(/\/v\//i).at(-1) ?? '')
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s\p{Dash}]/gu, '')
    .replaceAll('o', '0')
    .replace(/[il]/g, '1');
  const account = code.slice(0, -tokenLength);
  const token = code.slice(-tokenLength);
  const accountId = Number(account);
  if (!/^[1-9]\d{0,9}$/.test(account) || accountId > 2_147_483_647) return null;
  return token.length === tokenLength && digits.test(token) ? { accountId, token } : null;
}

/** `12-7h3k-9qxa-…`: the code in groups that the eye can hold. */
export const printedVerifyCode = ({ accountId, token }: VerifyCode): string =>
  [accountId, ...(token.match(/.{1,4}/g) ?? [])].join('-');

/** The address as it is printed beside its QR code; it leads to the same page. */
export function printedVerifyAddress(url: string): string {
  const code = parseVerifyCode(url);
  return code ? url.slice(0, url.lastIndexOf('/') + 1) + printedVerifyCode(code) : url;
}

/** What the public page says of a document that is no protocol; stored with it. */
export const SealedFacts = z.object({
  company: z.string(),
  machines: z.array(z.object({ name: z.string(), serialNumber: z.string().nullable() })),
  /** The day whose state it shows, `YYYY-MM-DD`. */
  day: z.iso.date(),
});
export type SealedFacts = z.infer<typeof SealedFacts>;

/** Signed and newest; replaced by a later version; withdrawn by the company. */
export const DocumentStatus = z.enum(['CURRENT', 'REPLACED', 'WITHDRAWN']);
export type DocumentStatus = z.infer<typeof DocumentStatus>;

/** What is known of a file: the document it is, or claims to be. */
export const FileCheck = z.object({
  /** The file is a state of the document, to the byte. */
  isGenuine: z.boolean(),
  /** Null: there is no such document. */
  document: z
    .object({
      /** Of its public page. */
      path: z.string(),
      /** `Service protocol 25A/11/2026, version 2` */
      name: z.string(),
      status: DocumentStatus,
      /** The newest version, if that is another one. */
      replacedBy: z.number().nullable(),
      /** As drawn, sealed, and stamped: each file begins with the one before. */
      states: z.array(z.object({ sha256: z.string(), size: z.number() })),
    })
    .nullable(),
});
export type FileCheck = z.infer<typeof FileCheck>;

const sha256 = z.string().regex(/^[0-9a-f]{64}$/, 'INVALID');

export const verifyContract = {
  document: endpoint({
    method: 'get',
    path: '/v/{code}',
    summary: 'Whether a document is genuine and current',
    access: 'public',
    params: z.strictObject({ code: z.string() }),
    query: z.object({ lang: pageLanguage }),
    response: 'page',
    errors: ['NOT_FOUND', 'TOO_MANY_ATTEMPTS'],
  }),
  start: endpoint({
    method: 'get',
    path: '/verify',
    summary: 'Asks for the code of a document, or for its file',
    access: 'public',
    query: z.object({ lang: pageLanguage, code: z.string().max(300).optional() }),
    response: 'page',
  }),
  file: endpoint({
    method: 'post',
    path: '/api/verify',
    summary: 'Whether a file is a genuine document, by its hash and the code that it names',
    access: 'public',
    body: z.strictObject({ sha256, code: z.string().max(300).optional(), lang: language.optional() }),
    response: FileCheck,
    errors: ['TOO_MANY_ATTEMPTS'],
  }),
  certificate: endpoint({
    method: 'get',
    path: '/api/verify/certificate/{sha256}.pem',
    summary: 'A certificate that documents were sealed with',
    access: 'public',
    plainLink: true,
    params: z.strictObject({ sha256 }),
    response: 'file',
    media: ['application/x-pem-file'],
    errors: ['NOT_FOUND', 'TOO_MANY_ATTEMPTS'],
  }),
};
