/** What was read before a signature, by its hash. */
import { useEffect, useState } from 'react';

/** A signature without a network is sent later together with the text that was read. */
const texts = new Map<string, string>();

/** The text that was hashed on this page. */
export const readContent = (sha256: string): string | undefined => texts.get(sha256);

/** @returns SHA-256 as hex; undefined on plain http, where browsers have none */
export async function hashContent(text: string): Promise<string | undefined> {
  const sha256 = await hashBytes(new TextEncoder().encode(text));
  if (sha256) texts.set(sha256, text);
  return sha256;
}

/** @returns the same of bytes */
export async function hashBytes(content: BufferSource): Promise<string | undefined> {
  const subtle: SubtleCrypto | undefined = crypto.subtle;
  if (!subtle) return undefined;
  const bytes = new Uint8Array(await subtle.digest('SHA-256', content));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** The hash of the text that is shown; undefined until it is known. */
export function useContentHash(text: string | undefined): string | undefined {
  const [hashed, setHashed] = useState<{ text: string; sha256: string | undefined }>();
  useEffect(() => {
    let current = true;
    if (text !== undefined)
      hashContent(text).then((sha256) => {
        if (current) setHashed({ text, sha256 });
      });
    return () => {
      current = false;
    };
  }, [text]);
  return hashed && hashed.text === text ? hashed.sha256 : undefined;
}
