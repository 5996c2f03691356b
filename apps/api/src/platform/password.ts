import { randomInt } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';

/** argon2id with the library's defaults: 19 MiB, two passes, one lane. */
export const hashPassword = (password: string): Promise<string> => hash(password);

const nobody = await hash('no such user');

/**
 * Whether the password matches. Without a hash it returns false after the same time, so that timing does not reveal
 * whether the user exists.
 */
export async function fitsPassword(stored: string | null | undefined, password: string): Promise<boolean> {
  const fits = await verify(stored ?? nobody, password);
  return fits && stored != null;
}

/** Letters and digits that are not confused when typed from a mail. */
const alphabet = 'abcdefghjkmnpqrstuvwxyzABCDEFGHJKMNPQRSTUVWXYZ23456789';

const generatedLength = 14;
const generated = new RegExp(`^[${alphabet}]{${generatedLength}}$`);

/** A random password of 14 characters, about 80 bits. */
export const generatePassword = (): string =>
  Array.from({ length: generatedLength }, () => alphabet[randomInt(alphabet.length)]).join('');

/** Whether a password looks like a generated one. */
export const isGenerated = (password: string): boolean => generated.test(password);
