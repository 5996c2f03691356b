/** The code that is printed on a sealed document, and what the public page says of it. */

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
