/**
 * What a customer reads and signs: the content of a protocol without what only the server knows (number, version, keys of
 * stored files) and without the signatures themselves. A phone without a network hashes it when the customer signs, and
 * the server freezes exactly that.
 */
import { z } from 'zod';
import { addMonths } from './calendar.ts';
import { canonicalText } from './canonical-text.ts';
import { ProtocolSnapshot } from './protocol-snapshot.ts';

const { company } = ProtocolSnapshot.shape;

/** A file by what the device sent. */
const SignedFile = z.strictObject({
  filename: z.string(),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  /** The document shows the picture. */
  print: z.boolean(),
});

export const SignedContent = ProtocolSnapshot.omit({
  schemaVersion: true,
  documentNumber: true,
  state: true,
  version: true,
  ownSignature: true,
  signature: true,
}).extend({
  company: company.omit({ logo: true }),
  attachments: z.array(SignedFile),
});
export type SignedContent = z.infer<typeof SignedContent>;

/** @param snapshot before or after it was signed */
export function signedContentOf(snapshot: ProtocolSnapshot): SignedContent {
  const { schemaVersion, documentNumber, state, version, ownSignature, signature, ...content } = snapshot;
  const { logo, ...company } = content.company;
  const attachments = (content.attachments ?? []).map(({ filename, sha256, sentSha256, printKey }) => ({
    filename,
    sha256: sentSha256 ?? sha256,
    print: printKey !== undefined,
  }));
  return { ...content, company, attachments };
}

interface Confirmation {
  /** `YYYY-MM-DD` */
  date: string;
  /** Who did the work, the main performer first. */
  performers: readonly { firstName: string; lastName: string; position: string | null }[];
}

/** The content as a signature freezes it: with what is confirmed before. */
export function confirmedContent(
  snapshot: ProtocolSnapshot,
  { date, performers: [first, ...others] }: Confirmation,
): SignedContent {
  const content = signedContentOf(snapshot);
  const personOf = ({ firstName, lastName, position }: Confirmation['performers'][number]) => ({
    firstName,
    lastName,
    position: position || null,
  });
  return {
    ...content,
    date,
    nextInspection: content.period === null ? null : addMonths(date, content.period),
    technician: first ? personOf(first) : content.technician,
    alsoPerformedBy: others.map(personOf),
  };
}

/** The beginning of a hash, which people compare by eye: `3f2a 9c1e`. */
export const shortHash = (sha256: string): string => `${sha256.slice(0, 4)} ${sha256.slice(4, 8)}`;

/** The text that is hashed, and from which the content can be read again. */
export const signedText = (content: SignedContent): string => canonicalText(content);

/** A difference between what was signed and what was stored, by the place in the content (`customer.city`). */
export interface Difference {
  field: string;
  /** Null: it is not there. */
  signed: string | null;
  stored: string | null;
}

/**
 * Where signed content differs from stored content, in the order of the signed one. Lists are compared as a whole, so that
 * a removed action is one difference and not one for each action after it.
 */
export function differencesOf(signed: SignedContent, stored: SignedContent): Difference[] {
  const found: Difference[] = [];
  compare('', signed, stored, found);
  return found;
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const textOf = (value: unknown): string | null =>
  value === undefined || value === null ? null : typeof value === 'string' ? value : canonicalText(value);

function compare(field: string, signed: unknown, stored: unknown, found: Difference[]): void {
  if (isRecord(signed) && isRecord(stored)) {
    for (const key of new Set([...Object.keys(signed), ...Object.keys(stored)]))
      compare(field === '' ? key : `${field}.${key}`, signed[key], stored[key], found);
    return;
  }
  const difference = { field, signed: textOf(signed), stored: textOf(stored) };
  if (difference.signed !== difference.stored) found.push(difference);
}
