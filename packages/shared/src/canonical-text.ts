import canonicalize from 'canonicalize';

/**
 * JSON in one canonical form (RFC 8785), so that equal content always has the same text: keys sorted, no spaces, numbers
 * as RFC 8785 prescribes.
 * @throws if the value is no JSON: undefined, NaN, infinite, circular, or text with a lone surrogate.
 */
export function canonicalText(value: unknown): string {
  const text = canonicalize(value);
  if (text === undefined) throw new TypeError('The value has no JSON form');
  return text;
}
