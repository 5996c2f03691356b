/** Passwords that people choose, in contrast to those that are generated and mailed. */
import type { FieldCode } from '@servicebook/shared/error-codes';
import { passwordStrength } from '@servicebook/shared/password-strength';
import { minPasswordLength } from '@servicebook/shared/user';
import { refuseFields } from '../../platform/app-error.ts';
import { isCommonPassword } from '../../platform/common-passwords.ts';
import { hashPassword } from '../../platform/password.ts';

/** Facts about a user that strangers may know. */
interface Known {
  email: string;
  firstName: string;
  lastName: string;
  companyName: string;
}

/**
 * Hashes a password that somebody chose. The schema has checked its length already.
 * @param field is named by the refusal
 * @throws AppError VALIDATION_FAILED with COMMON_PASSWORD for one that is tried first
 */
export async function hashChosenPassword(field: string, password: string, known: Known): Promise<string> {
  const { email, firstName, lastName, companyName } = known;
  const isGuessable =
    passwordStrength(password, [email, firstName, lastName, companyName]) === 'guessable' ||
    (await isCommonPassword(password, minPasswordLength));
  if (isGuessable) throw refuseFields({ [field]: 'COMMON_PASSWORD' satisfies FieldCode });
  return hashPassword(password);
}
