/** Secrets of a session or a mailed link: random, shown once, stored only as a hash. */
import { createHash, randomBytes } from 'node:crypto';

/** The stored hash of a token. */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex');

/** A random token that names its account, so that the look-up stays within one account. */
export const newToken = (accountId: number): string =>
  `${accountId}.${randomBytes(32).toString('base64url')}`;

/** The account of a token, or null if it is malformed. */
export function accountOfToken(token: string): number | null {
  const match = /^([1-9]\d{0,9})\.[\w-]{43}$/.exec(token);
  const accountId = Number(match?.[1]);
  return match && accountId <= 2_147_483_647 ? accountId : null;
}
