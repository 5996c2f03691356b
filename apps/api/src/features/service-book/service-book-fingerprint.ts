import { createHash } from 'node:crypto';
import { canonicalJson } from '../../platform/canonical-json.ts';
import type { ServiceBooksInput } from './service-book.pdf.ts';

const hashOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** SHA-256 of everything that a document with service books says and shows, apart from its own address. */
export function bookFingerprint({ books, logo }: ServiceBooksInput): string {
  const [first, ...others] = books.map(({ book, nameplates }) => ({
    book,
    logo: logo && hashOf(logo),
    nameplates: nameplates.map(({ bytes, description }) => ({ sha256: hashOf(bytes), description })),
  }));
  return canonicalJson(others.length > 0 ? [first, ...others] : first).sha256;
}
