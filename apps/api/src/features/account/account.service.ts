/** Registering an account and activating it by the mailed link. */
import type { Registration } from '@servicebook/shared/account';
import { formatPostalCode } from '@servicebook/shared/company';
import type { Deps } from '../../deps.ts';
import { AppError, refuseFields } from '../../platform/app-error.ts';
import type { Caller } from '../../platform/ctx.ts';
import { networkSource } from '../../platform/network-source.ts';
import { fitsPassword } from '../../platform/password.ts';
import { inTransaction, rowKey, violates } from '../../platform/tenancy.ts';
import type { Limit } from '../../platform/throttle.ts';
import { accountOfToken, hashToken } from '../../platform/token.ts';
import { recordAs } from '../audit/audit.service.ts';
import { openAccount, registrationsPerNetwork } from '../user/account-opening.ts';
import { hashChosenPassword } from '../user/chosen-password.ts';
import { countMailRequests, findUser, mayMail } from '../user/user.service.ts';
import { sendActivationLink } from './account.jobs.ts';
import { closeWaitingAccount } from './account-deletion.service.ts';

/** Each registration mails a link. */
const registrationsPerAddress: Limit = { points: 10, seconds: 3600 };
const checksPerNetwork: Limit = { points: 30, seconds: 900 };

/**
 * Opens an account on the free plan with its first, still inactive admin. An earlier registration of the address that
 * was never activated is closed. If its password was another one, either may be a stranger's, and which link the owner
 * follows is chance: neither password is kept, and the mail with the link carries one.
 * @throws AppError VALIDATION_FAILED with EMAIL_TAKEN for a claimed address, TOO_MANY_ATTEMPTS
 */
export async function registerAccount(
  deps: Deps,
  caller: Caller,
  input: Registration,
): Promise<{ email: string }> {
  await deps.throttle.take('register-ip', networkSource(caller.ip), registrationsPerNetwork);
  const { superUser, companyName, street, postalCode, city, country, nip, phone, timezone, language } = input;
  const { email, firstName, lastName, password } = superUser;
  await deps.throttle.take('register-address', email, registrationsPerAddress);
  const passwordHash = await hashChosenPassword('superUser.password', password, {
    ...superUser,
    companyName,
  });
  await deps.db.global.$transaction(async (tx) => {
    // One registration of an address at a time: the last one stands.
    await tx.$queryRaw`SELECT pg_advisory_xact_lock(hashtextextended(${email}, 0))::text`;
    const isClaimed = await tx.loginIdentity.count({ where: { email, claimedAt: { not: null } } });
    if (isClaimed) throw refuseFields({ 'superUser.email': 'EMAIL_TAKEN' });
    // Every server of a spread database has the identities; a user is only where its account is.
    const identity = await tx.loginIdentity.findFirst({ where: { email, claimedAt: null, invited: false } });
    const waiting =
      identity &&
      (await tx.user.findFirst({
        where: { accountId: identity.accountId, email },
        select: { passwordHash: true },
      }));
    const disputed = waiting !== null && !(await fitsPassword(waiting.passwordHash, password));
    await closeWaitingAccount(deps, tx, email);
    const { accountId, id: userId } = await openAccount(tx, caller, {
      company: {
        companyName,
        street,
        postalCode: formatPostalCode(postalCode, country),
        city,
        country,
        nip,
        phone,
        timezone,
        language,
      },
      identity: { email },
      admin: { firstName, lastName, passwordHash: disputed ? null : passwordHash },
    });
    await deps.jobs.enqueue(tx, sendActivationLink, { accountId, userId });
  });
  return { email };
}

/** Mails another link, unless the user is active. @throws AppError UNKNOWN_EMAIL; NO_PERMISSION for who was deactivated */
export async function resendActivation(
  deps: Deps,
  caller: Caller,
  email: string,
): Promise<{ active: boolean }> {
  await countMailRequests(deps, caller, [email]);
  const user = await findUser(deps, email);
  if (!user) throw new AppError('UNKNOWN_EMAIL');
  if (user.active) return { active: true };
  if (user.activatedAt) throw new AppError('NO_PERMISSION');
  if (!(await mayMail(deps, email))) return { active: false };
  await deps.db
    .of(user)
    .$transaction((tx) =>
      deps.jobs.enqueue(tx, sendActivationLink, { accountId: user.accountId, userId: user.id }),
    );
  return { active: false };
}

export async function isActive(deps: Deps, caller: Caller, email: string): Promise<{ active: boolean }> {
  await deps.throttle.take('check-ip', networkSource(caller.ip), checksPerNetwork);
  const user = await findUser(deps, email);
  if (!user) throw new AppError('UNKNOWN_EMAIL');
  return { active: user.active };
}

/**
 * Uses up an activation link, which proves the mailbox: the account claims the address.
 * @returns what /login tells the user: done now, done now with a mailed password, done before, or not a valid link.
 */
export async function activate(
  deps: Deps,
  token: string,
): Promise<'success' | 'mailed' | 'active' | 'error'> {
  const accountId = accountOfToken(token);
  if (accountId === null) return 'error';
  const tokenHash = hashToken(token);
  const now = deps.clock();
  try {
    // By the link alone, nobody is signed in yet.
    return await inTransaction(deps, { accountId, userId: 0 }, async (tx) => {
      const row = await tx.activationToken.findUnique({
        where: { accountId_tokenHash: { accountId, tokenHash } },
        select: { user: { select: { id: true, email: true } } },
      });
      if (!row) return 'error';
      const { id: userId, email } = row.user;
      // First of all, as closing the registration does.
      await tx.loginIdentity.updateMany({ where: { email, claimedAt: null }, data: { claimedAt: now } });
      const used = await tx.activationToken.updateMany({
        where: { tokenHash, usedAt: null, expiresAt: { gt: now } },
        data: { usedAt: now },
      });
      const user = await tx.user.findUnique({
        where: rowKey({ accountId }, userId),
        omit: { passwordHash: false },
      });
      if (user?.active) return 'active';
      // A user who was activated once and is inactive now was deactivated by an admin; an old link must not undo that.
      if (!user || used.count === 0 || user.activatedAt) throw new LinkRefused();
      await tx.user.update({
        where: rowKey({ accountId }, userId),
        data: { active: true, activatedAt: now },
      });
      await recordAs(
        tx,
        { accountId, userId, who: email },
        { kind: 'ACCOUNT_ACTIVATED', entity: 'user', entityId: userId, what: email },
      );
      return user.passwordHash === null ? 'mailed' : 'success';
    });
  } catch (error) {
    // The address has been claimed for another account in the meantime.
    if (error instanceof LinkRefused || violates(error, 'login_identity_claimed_key')) return 'error';
    throw error;
  }
}

/** Undoes the claim of an address in the transaction of an activation. */
class LinkRefused extends Error {}
