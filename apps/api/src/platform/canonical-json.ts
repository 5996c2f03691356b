/** JSON in one canonical form (RFC 8785), so that equal content always has the same text and the same hash. */
import { createHash } from 'node:crypto';
import canonicalize from 'canonicalize';

export interface CanonicalJson {
  text: string;
  /** SHA-256 of the text in UTF-8, lower-case hexadecimal. */
  sha256: string;
}

/**
 * Writes a value canonically: keys sorted, no spaces, numbers as RFC 8785 prescribes.
 * @throws if the value is no JSON: undefined, NaN, infinite, circular, or text with a lone surrogate.
 */
export function canonicalJson(value: unknown): CanonicalJson {
  const text = canonicalize(value);
  if (text === undefined) throw new TypeError('The value has no JSON form');
  return { text, sha256: createHash('sha256').update(text, 'utf8').digest('hex') };
}
