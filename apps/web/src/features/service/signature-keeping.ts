/**
 * A drawn signature that is not sent yet, stored in the browser: a phone may close the tab, its battery may die or the
 * session may end at any moment, and the customer must not have to sign again. It is valid only for the text that was
 * read.
 */
import type { DrawnSignature } from '../../components/signature-dialog.tsx';
import { keysFrom, runOnDatabase } from './draft-database.ts';
import type { DraftUser } from './service-draft.ts';

/** A request whose answer was lost is repeated unchanged, so that it signs once. */
export interface SigningAttempt {
  idempotencyKey: string;
  signedAt: string;
  latitude: number | null;
  longitude: number | null;
}

/** The data confirmed with the signature. */
export interface Confirmed {
  /** `YYYY-MM-DD` */
  date: string;
  performedBy: number;
  alsoPerformedBy: number[];
  /** The signature of the user, who is one of the performers. */
  ownSignature: string | null;
}

export interface KeptSignature {
  key: string;
  /** The text that was read. */
  words: string;
  drawn: DrawnSignature;
  confirmed: Confirmed;
  attempt: SigningAttempt | null;
}

/**
 * The text that a customer reads, for comparison. A photo that arrives after the signature is not part of it. Neither are
 * empty facts, so that a signature outlasts an update of the application that knows more of them.
 */
export const wordsOf = (snapshot: object): string =>
  JSON.stringify({ ...snapshot, attachments: undefined, schemaVersion: undefined }, (_, value) =>
    value === null || (Array.isArray(value) && value.length === 0) ? undefined : value,
  );

/** Whether a stored signature was given for this text, perhaps in an earlier version of the application. */
export const isFor = ({ words }: Pick<KeptSignature, 'words'>, text: string): boolean =>
  words === text || wordsOf(JSON.parse(words) as object) === text;

/** The same for every machine from which the protocol is opened. */
export const signatureKey = ({ accountId, userId }: DraftUser, serviceId: number): string =>
  `${accountId}:${userId}:${serviceId}`;

/** Signatures that cannot be stored last as long as the page. */
const memory = new Map<string, KeptSignature>();

export async function keepSignature(signature: KeptSignature): Promise<void> {
  memory.set(signature.key, signature);
  await runOnDatabase((database) => database.put('signatures', signature)).catch(() => {});
}

export async function dropSignature(key: string): Promise<void> {
  memory.delete(key);
  await runOnDatabase((database) => database.delete('signatures', key)).catch(() => {});
}

export async function readSignature(key: string): Promise<KeptSignature | null> {
  const inMemory = memory.get(key);
  if (inMemory) return inMemory;
  return (await runOnDatabase((database) => database.get('signatures', key)).catch(() => undefined)) ?? null;
}

/** Deletes every signature with this key prefix. */
export async function dropSignatures(prefix: string): Promise<void> {
  for (const key of memory.keys()) if (key.startsWith(prefix)) memory.delete(key);
  await runOnDatabase((database) => database.delete('signatures', keysFrom(prefix)));
}

export const signatureKeys = (prefix: string): Promise<string[]> =>
  runOnDatabase((database) => database.getAllKeys('signatures', keysFrom(prefix)));
