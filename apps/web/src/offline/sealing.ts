/**
 * What is stored on the phone is unreadable without a key that only this browser can use: no script can read the key, and
 * it is deleted with the first step of signing out.
 */
const algorithm = 'AES-GCM';

export interface Sealed {
  iv: Uint8Array<ArrayBuffer>;
  bytes: ArrayBuffer;
}

export const createKey = (): Promise<CryptoKey> =>
  crypto.subtle.generateKey({ name: algorithm, length: 256 }, false, ['encrypt', 'decrypt']);

export async function seal(key: CryptoKey, content: unknown): Promise<Sealed> {
  const iv = crypto.getRandomValues(new Uint8Array(12));
  const bytes = await crypto.subtle.encrypt(
    { name: algorithm, iv },
    key,
    new TextEncoder().encode(JSON.stringify(content)),
  );
  return { iv, bytes };
}

/** @throws if it was sealed with another key */
export async function open(key: CryptoKey, { iv, bytes }: Sealed): Promise<unknown> {
  return JSON.parse(
    new TextDecoder().decode(await crypto.subtle.decrypt({ name: algorithm, iv }, key, bytes)),
  );
}
