/** Passwords that were mailed: good for one sign-in within seven days, which leads to choosing an own one. */

import type { FieldCode } from '@servicebook/shared/error-codes';
import type { Deps } from '../../deps.ts';
import type { Prisma, User } from '../../generated/prisma/client.ts';
import { AppError, refuseFields } from '../../platform/app-error.ts';
import { fitsPassword, generatePassword, hashPassword, isGenerated } from '../../platform/password.ts';
import { refusing } from '../../platform/tenancy.ts';

const day = 24 * 3_600_000;
const validDays = 7;

/** A new mailed password and its stored form. It replaces an earlier one. */
export async function makeMailedPassword({ clock }: Deps) {
  const password = generatePassword();
  const stored = {
    pendingPasswordHash: await hashPassword(password),
    pendingPasswordExpiresAt: new Date(clock().getTime() + validDays * day),
  };
  return { password, stored };
}

/** Column values that clear a mailed password. */
export const noMailedPassword = { pendingPasswordHash: null, pendingPasswordExpiresAt: null };

type Mailed = Pick<User, 'pendingPasswordHash' | 'pendingPasswordExpiresAt'>;

/** Whose mailed password it is. Without any it takes as long as with one, so that the time does not tell. */
export async function findByMailedPassword<Person extends Mailed>(
  deps: Deps,
  people: readonly Person[],
  password: string,
): Promise<Person | null> {
  // Passwords that people choose are hardly ever of this kind: guessing them costs no second check.
  if (!isGenerated(password)) return null;
  const now = deps.clock();
  const open = people.filter(
    ({ pendingPasswordExpiresAt }) => pendingPasswordExpiresAt && pendingPasswordExpiresAt > now,
  );
  if (open.length === 0) await fitsPassword(null, password);
  for (const person of open) if (await fitsPassword(person.pendingPasswordHash, password)) return person;
  return null;
}

/** Refuses the mailed password as the user's own: it is still in the mailbox. @param field is named by the refusal */
export async function refuseMailedPassword(
  field: string,
  mailed: string | null,
  password: string,
): Promise<void> {
  if (mailed && isGenerated(password) && (await fitsPassword(mailed, password)))
    throw refuseFields({ [field]: 'MAILED_PASSWORD' satisfies FieldCode });
}

/**
 * Uses up a mailed password: it proves the mailbox, so the account claims the address. The password in use before ends,
 * and with it every session.
 * @throws AppError WRONG_CREDENTIALS when it was used already, ADDRESS_OF_ANOTHER_COMPANY
 */
export async function spendMailedPassword(
  deps: Deps,
  tx: Prisma.TransactionClient,
  {
    accountId,
    id,
    email,
    activatedAt,
    pendingPasswordHash = null,
  }: Pick<User, 'accountId' | 'id' | 'email'> & Partial<Pick<User, 'activatedAt' | 'pendingPasswordHash'>>,
): Promise<void> {
  const now = deps.clock();
  const { count } = await tx.user.updateMany({
    where: { accountId, id, active: true, pendingPasswordHash, pendingPasswordExpiresAt: { gt: now } },
    // Its hash stays until another password is chosen, so that it is not chosen again.
    data: { pendingPasswordExpiresAt: now, passwordHash: null, activatedAt: activatedAt ?? now },
  });
  if (count === 0) throw new AppError('WRONG_CREDENTIALS');
  await tx.session.deleteMany({ where: { accountId, userId: id } });
  // After the user, as deleting an employee does it.
  await refusing({ login_identity_claimed_key: () => new AppError('ADDRESS_OF_ANOTHER_COMPANY') }, () =>
    tx.loginIdentity.updateMany({
      where: { accountId, email, claimedAt: null },
      data: { claimedAt: now },
    }),
  );
}
