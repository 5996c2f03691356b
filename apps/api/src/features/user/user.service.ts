/** Signing in and out, and forgotten passwords. */
import { email as Email, type Language } from '@servicebook/shared/primitives';
import type { SessionUser } from '@servicebook/shared/user';
import type { Caller, Ctx, Deps } from '../../context.ts';
import type { User } from '../../generated/prisma/client.ts';
import { createSession, endSession, isExpired, type OpenedSession } from '../../http/session.ts';
import { AppError } from '../../platform/app-error.ts';
import { networkSource } from '../../platform/network-source.ts';
import { fitsPassword } from '../../platform/password.ts';
import { rowKey } from '../../platform/tenancy.ts';
import type { Limit } from '../../platform/throttle.ts';
import { recordAs } from '../audit/audit.service.ts';
import { countSignIn, forgiveSignIn } from './sign-in-limits.ts';
import { sendNewPassword } from './user.jobs.ts';

const hour = 3600;
/** Asked for by one network: in all, and of one address. */
const mailsPerSource: Limit = { points: 5, seconds: hour };
/** Sent to one address, whoever asks. */
const mailsPerAddress: Limit = { points: 5, seconds: hour };

interface Credentials {
  username: string;
  password: string;
}

/** How a session is kept. */
export interface Keeping {
  /** Others use the computer too: the session ends with the window, or after hours without use. */
  sharedComputer: boolean;
  /** The token of the session the browser has so far, whose ever it is: it ends with this sign-in. */
  former?: string | undefined;
}

/**
 * Checks the credentials and opens a session.
 * @throws AppError WRONG_CREDENTIALS, ACCOUNT_INACTIVE, TOO_MANY_ATTEMPTS
 */
export async function signIn(
  deps: Deps,
  caller: Caller,
  { username, password }: Credentials,
  keeping: Keeping,
) {
  // Text that is no address is nobody's, and is answered like any wrong one.
  const { data: email = '' } = Email.safeParse(username);
  const user = email === '' ? null : await findUser(deps, email);
  await countSignIn(deps, caller, { email, user });
  const matched = await matchPassword(deps, user, password);
  if (!user || !matched) {
    if (user) await log(deps, user, 'SIGN_IN_FAILED');
    throw new AppError('WRONG_CREDENTIALS');
  }
  await forgiveSignIn(deps, caller, email);
  if (!user.active) {
    await log(deps, user, 'SIGN_IN_FAILED');
    throw new AppError('ACCOUNT_INACTIVE');
  }

  if (matched === 'pending') await adoptPendingPassword(deps, user);
  return openSession(
    deps,
    caller,
    user,
    keeping,
    matched === 'pending' ? user.pendingPasswordHash : user.passwordHash,
  );
}

/**
 * Signs in who has proven to be this user.
 * @param passwordHash by which: a password that is changed meanwhile opens nothing, as the change ends all sessions
 * @throws AppError WRONG_CREDENTIALS
 */
export async function openSession(
  deps: Deps,
  caller: Caller,
  user: Pick<User, 'accountId' | 'id' | 'email'>,
  { sharedComputer, former }: Keeping,
  passwordHash?: string | null,
): Promise<{ session: OpenedSession; user: SessionUser }> {
  const { accountId, id: userId } = user;
  const remembered = !sharedComputer;
  const token = await deps.db.global.$transaction(async (tx) => {
    if (passwordHash) {
      // Waits for a change that is under way; one that comes later finds the session, and ends it.
      const same = await tx.$queryRaw<unknown[]>`
        SELECT 1 FROM app_user
         WHERE account_id = ${accountId} AND id = ${userId} AND password_hash = ${passwordHash} FOR SHARE`;
      if (same.length === 0) throw new AppError('WRONG_CREDENTIALS');
    }
    // The new cookie replaces its token in this browser; a copy taken elsewhere must not outlive it.
    await endSession(former, tx);
    return createSession(deps, caller, user, { remembered, db: tx });
  });
  await log(deps, user, 'SIGN_IN');
  return {
    session: { token, remembered },
    user: await readSessionUser(deps, { accountId, userId, timezone: caller.timezone }),
  };
}

/** The user of a login address, over all accounts: whose it is, else who has registered it and not proven it yet. */
export async function findUser(deps: Deps, email: string): Promise<User | null> {
  const identity = await deps.db.global.loginIdentity.findFirst({
    where: { email, OR: [{ claimedAt: { not: null } }, { invited: false }] },
    orderBy: { claimedAt: { sort: 'asc', nulls: 'last' } },
  });
  return identity && findUserOf(deps, identity);
}

/** The user of a login identity; nobody once the account is deleted. */
export async function findUserOf(
  deps: Deps,
  { accountId, email }: { accountId: number; email: string },
): Promise<User | null> {
  return deps.db.of({ accountId }).user.findUnique({
    where: { accountId_email: { accountId, email }, account: { deletedAt: null } },
    omit: { passwordHash: false, pendingPasswordHash: false },
  });
}

/** Whether it is the user's password: the one in use, or the mailed one that waits to be used. */
export async function matchPassword(
  deps: Deps,
  user: User | null,
  password: string,
): Promise<'current' | 'pending' | null> {
  if (password.length > 200) return null;
  if (await fitsPassword(user?.passwordHash, password)) return 'current';
  const { pendingPasswordHash, pendingPasswordExpiresAt } = user ?? {};
  if (!pendingPasswordHash || !pendingPasswordExpiresAt || pendingPasswordExpiresAt <= deps.clock())
    return null;
  return (await fitsPassword(pendingPasswordHash, password)) ? 'pending' : null;
}

/** The mailed password was used: it replaces the old one, and whoever still used that one is signed out. */
async function adoptPendingPassword(deps: Deps, { accountId, id, pendingPasswordHash }: User): Promise<void> {
  await deps.db.of({ accountId }).$transaction(async (tx) => {
    const adopted = await tx.user.updateMany({
      where: { id, pendingPasswordHash },
      data: { passwordHash: pendingPasswordHash, pendingPasswordHash: null, pendingPasswordExpiresAt: null },
    });
    if (adopted.count === 1) await tx.session.deleteMany({ where: { userId: id } });
  });
}

const log = (
  deps: Deps,
  user: Pick<User, 'accountId' | 'id' | 'email'>,
  kind: 'SIGN_IN' | 'SIGN_IN_FAILED',
) =>
  recordAs(
    deps.db.of(user),
    { accountId: user.accountId, userId: user.id, who: user.email },
    { kind, entity: 'user', entityId: user.id, what: user.email },
  );

export const signOut = (deps: Deps, token: string | undefined): Promise<void> =>
  endSession(token, deps.db.global);

/** The signed-in user as the screens know it. */
export async function readSessionUser(
  deps: Deps,
  { accountId, userId, timezone }: Pick<Ctx, 'accountId' | 'userId' | 'timezone'>,
): Promise<SessionUser> {
  const row = await deps.db.of({ accountId }).user.findUniqueOrThrow({
    where: rowKey({ accountId }, userId),
    include: {
      account: { select: { companyName: true, language: true } },
      accountPlan: { select: { type: true } },
    },
  });
  const { id, position, email, firstName, lastName, vacationDays, planExpired } = row;
  return {
    id,
    position,
    email,
    firstName,
    lastName,
    vacationDays,
    expired: isExpired({ paid: row.accountPlan.type !== 'FREE', planExpired }, deps.clock()),
    timezone: row.timezone ?? timezone,
    roles: row.isAdmin ? [{ role: 'ROLE_ADMIN' }, { role: 'ROLE_USER' }] : [{ role: 'ROLE_USER' }],
    language: (row.language ?? row.account.language) as Language,
    account: { id: accountId, companyName: row.account.companyName },
  };
}

/** Queues a mail with a new password for each address. @throws AppError UNKNOWN_EMAIL, before anything is sent */
export async function requestPasswords(deps: Deps, caller: Caller, recipients: string[]): Promise<void> {
  await countMailRequests(deps, caller, recipients);
  const users = await Promise.all(recipients.map((email) => findUser(deps, email)));
  for (const user of users) if (!user) throw new AppError('UNKNOWN_EMAIL');
  for (const user of users as User[]) {
    if (!(await mayMail(deps, user.email))) continue;
    await deps.db.of(user).$transaction(async (tx) => {
      await recordAs(
        tx,
        { accountId: user.accountId, userId: null, who: caller.ip },
        { kind: 'PASSWORD_RESET', entity: 'user', entityId: user.id, what: user.email },
      );
      await deps.jobs.enqueue(tx, sendNewPassword, { accountId: user.accountId, userId: user.id });
    });
  }
}

/**
 * Counts a request for mails to addresses that a stranger may name. Only the network's own requests are refused, so
 * that nobody uses up another's.
 * @throws AppError TOO_MANY_ATTEMPTS
 */
export async function countMailRequests(deps: Deps, caller: Caller, addresses: string[]): Promise<void> {
  const source = networkSource(caller.ip);
  await deps.throttle.take('mail-source', source, mailsPerSource);
  for (const address of addresses)
    await deps.throttle.take('mail-pair', `${address} ${source}`, mailsPerSource);
}

/**
 * Whether an address may get one more such mail this hour. When not, its owner is answered as if: the mails of this
 * hour are in the mailbox, and the last one works.
 */
export async function mayMail(deps: Deps, address: string): Promise<boolean> {
  try {
    await deps.throttle.take('mail-address', address, mailsPerAddress);
    return true;
  } catch (error) {
    if (error instanceof AppError && error.code === 'TOO_MANY_ATTEMPTS') return false;
    throw error;
  }
}
