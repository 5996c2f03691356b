/** JSON in one canonical form, with its hash. */
import { createHash } from 'node:crypto';
import { canonicalText } from '@servicebook/shared/canonical-text';

export interface CanonicalJson {
  text: string;
  /** SHA-256 of the text in UTF-8, lower-case hexadecimal. */
  sha256: string;
}

/** @throws if the value is no JSON, as `canonicalText` */
export function canonicalJson(value: unknown): CanonicalJson {
  const text = canonicalText(value);
  return { text, sha256: createHash('sha256').update(text, 'utf8').digest('hex') };
}
