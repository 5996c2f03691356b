/**
 * A drawn signature that is not signed with yet, kept in the browser: a phone may end the tab, its battery or the
 * session at any moment, and the customer must not be asked again. It counts only for the words that were read.
 */
import type { SessionUser } from '@servicebook/shared/user';
import type { DrawnSignature } from '../../components/signature-dialog.tsx';
import { ask, keysFrom } from './draft-database.ts';

/** A request whose answer never came is repeated as it was, so that it is signed once. */
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
}

export interface KeptSignature {
  key: string;
  /** The text that was read. */
  words: string;
  drawn: DrawnSignature;
  confirmed: Confirmed;
  attempt: SigningAttempt | null;
}

/** Whichever machine the protocol is opened from. */
export const signatureKey = (user: SessionUser | null, serviceId: number): string =>
  `${user?.account.id}:${user?.id}:${serviceId}`;

/** Signatures that cannot be stored last as long as the page. */
const memory = new Map<string, KeptSignature>();

export async function keepSignature(signature: KeptSignature): Promise<void> {
  memory.set(signature.key, signature);
  await ask((database) => database.put('signatures', signature)).catch(() => {});
}

export async function dropSignature(key: string): Promise<void> {
  memory.delete(key);
  await ask((database) => database.delete('signatures', key)).catch(() => {});
}

export async function readSignature(key: string): Promise<KeptSignature | null> {
  const held = memory.get(key);
  if (held) return held;
  return (await ask((database) => database.get('signatures', key)).catch(() => undefined)) ?? null;
}

/** Forgets every signature whose key begins so. */
export async function dropSignatures(prefix: string): Promise<void> {
  for (const key of memory.keys()) if (key.startsWith(prefix)) memory.delete(key);
  await ask((database) => database.delete('signatures', keysFrom(prefix)));
}

export const signatureKeys = (prefix: string): Promise<string[]> =>
  ask((database) => database.getAllKeys('signatures', keysFrom(prefix)));
