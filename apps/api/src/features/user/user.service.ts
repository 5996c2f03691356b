/** Signing in and out, and forgotten passwords. */
import { email as Email, type Language } from '@servicebook/shared/primitives';
import type { SessionUser } from '@servicebook/shared/user';
import type { Deps } from '../../deps.ts';
import type { User } from '../../generated/prisma/client.ts';
import { AppError } from '../../platform/app-error.ts';
import type { Caller, Ctx } from '../../platform/ctx.ts';
import { networkSource } from '../../platform/network-source.ts';
import { isExpired } from '../../platform/paid-access.ts';
import { fitsPassword } from '../../platform/password.ts';
import { accountClosed, createSession, endSession, type OpenedSession } from '../../platform/session.ts';
import { type AccountTransaction, rowKey } from '../../platform/tenancy.ts';
import type { Limit } from '../../platform/throttle.ts';
import { dayText } from '../../platform/today.ts';
import { recordAs } from '../audit/audit.service.ts';
import { sendInvitation } from './invitation.jobs.ts';
import { findByMailedPassword, spendMailedPassword } from './mailed-password.ts';
import { countSignIn, forgiveSignIn } from './sign-in-limits.ts';
import { sendNewPassword } from './user.jobs.ts';

const hour = 3600;
/** Asked for by one network for one address: a forgetful person uses up only the own ones. */
const mailsPerPair: Limit = { points: 5, seconds: hour };
/** Asked for by one network, each address of a request counted: an office may be behind it. */
const mailsPerSource: Limit = { points: 30, seconds: hour };
/** Mails to one address, from all requesters. */
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
 * @throws AppError WRONG_CREDENTIALS, ACCOUNT_INACTIVE, ACCOUNT_CLOSED, TOO_MANY_ATTEMPTS
 */
export async function signIn(
  deps: Deps,
  caller: Caller,
  { username, password }: Credentials,
  keeping: Keeping,
) {
  // Text that is no address is answered like a wrong password.
  const { data: email = '' } = Email.safeParse(username);
  const named = email === '' ? null : await findUser(deps, email);
  await countSignIn(deps, caller, { email, user: named });
  const { user, matched } = await recognize(deps, email, named, password);
  if (!user || !matched) {
    if (user) await log(deps, user, 'SIGN_IN_FAILED');
    throw new AppError('WRONG_CREDENTIALS');
  }
  await forgiveSignIn(deps, caller, email);
  if (!user.active) {
    await log(deps, user, 'SIGN_IN_FAILED');
    throw new AppError('ACCOUNT_INACTIVE');
  }

  return openSession(deps, caller, user, keeping, matched);
}

/** The user who signs in, and the proof: the user of the address, or one invited at it. */
async function recognize(deps: Deps, email: string, user: User | null, password: string) {
  if (password.length > 200) return { user, matched: undefined };
  if (await fitsPassword(user?.passwordHash, password)) return { user, matched: 'password' as const };
  const invited = await findInvited(deps, email);
  const mailedTo = await findByMailedPassword(deps, user ? [user, ...invited] : invited, password);
  return mailedTo ? { user: mailedTo, matched: 'mailed password' as const } : { user, matched: undefined };
}

type SigningIn = Pick<User, 'accountId' | 'id' | 'email'> &
  Partial<Pick<User, 'activatedAt' | 'passwordHash' | 'pendingPasswordHash'>>;

/**
 * Signs in who has proven to be this user.
 * @param proof by which password; it may have been changed or used up meanwhile, and opens nothing then
 * @throws AppError WRONG_CREDENTIALS, ADDRESS_OF_ANOTHER_COMPANY, ACCOUNT_CLOSED
 */
export async function openSession(
  deps: Deps,
  caller: Caller,
  user: SigningIn,
  { sharedComputer, former }: Keeping,
  proof: 'password' | 'mailed password' | 'Google',
): Promise<{ session: OpenedSession; user: SessionUser }> {
  const { accountId, id: userId, passwordHash } = user;
  const remembered = !sharedComputer;
  const mustChoosePassword = proof === 'mailed password';
  const token = await deps.db.global.$transaction(async (tx) => {
    await refuseClosed(tx, caller, user);
    if (mustChoosePassword) await spendMailedPassword(deps, tx, user);
    if (proof === 'password') {
      // Waits for a running change; a later one finds the session and ends it.
      const same = await tx.$queryRaw<unknown[]>`
        SELECT 1 FROM app_user
         WHERE account_id = ${accountId} AND id = ${userId} AND password_hash = ${passwordHash} FOR SHARE`;
      if (same.length === 0) throw new AppError('WRONG_CREDENTIALS');
    }
    // The new cookie replaces its token in this browser; a copy taken elsewhere must not outlive it.
    await endSession(former, tx);
    return createSession(deps, caller, user, { remembered, mustChoosePassword, db: tx });
  });
  await log(deps, user, 'SIGN_IN');
  return {
    session: { token, remembered },
    user: await readSessionUser(deps, {
      accountId,
      userId,
      mustChoosePassword,
      timezone: caller.timezone,
    }),
  };
}

/** Only admins sign in to an account that is closed. Its sessions of others are void, too: `readSession`. */
async function refuseClosed(
  tx: Pick<AccountTransaction, 'user'>,
  caller: Caller,
  user: Pick<User, 'accountId' | 'id'>,
): Promise<void> {
  const { isAdmin, account } = await tx.user.findUniqueOrThrow({
    where: rowKey(user, user.id),
    select: { isAdmin: true, account: { select: { retrievalUntil: true } } },
  });
  if (account.retrievalUntil && !isAdmin) throw accountClosed(dayText(account.retrievalUntil), caller);
}

/** The user of a login address, over all accounts: whose it is, else who has registered it and not proven it yet. */
export async function findUser(deps: Deps, email: string): Promise<User | null> {
  const identity = await deps.db.global.loginIdentity.findFirst({
    where: { email, OR: [{ claimedAt: { not: null } }, { invited: false }] },
    orderBy: { claimedAt: { sort: 'asc', nulls: 'last' } },
  });
  return identity && findUserOf(deps, identity);
}

/** The user of a login identity; null once the account is deleted. */
export async function findUserOf(
  deps: Deps,
  { accountId, email }: { accountId: number; email: string },
): Promise<User | null> {
  return deps.db.of({ accountId }).user.findUnique({
    where: { accountId_email: { accountId, email }, account: { deletedAt: null } },
    omit: { passwordHash: false, pendingPasswordHash: false },
  });
}

/** Invitations that are looked at when somebody signs in: the newest ones, since anybody may invite any address. */
const invitationsOfAddress = 10;

/** Those invited at an address who have not signed in yet, in any account. */
export async function findInvited(deps: Deps, email: string): Promise<User[]> {
  const identities = await deps.db.global.loginIdentity.findMany({
    where: { email, invited: true, claimedAt: null },
    orderBy: { createdAt: 'desc' },
    take: invitationsOfAddress,
  });
  const users = await Promise.all(identities.map((identity) => findUserOf(deps, identity)));
  return users.flatMap((user) => (user?.active ? [user] : []));
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
  {
    accountId,
    userId,
    timezone,
    mustChoosePassword,
  }: Pick<Ctx, 'accountId' | 'userId' | 'timezone' | 'mustChoosePassword'>,
): Promise<SessionUser> {
  const row = await deps.db.of({ accountId }).user.findUniqueOrThrow({
    where: rowKey({ accountId }, userId),
    include: {
      account: {
        select: {
          companyName: true,
          language: true,
          closedAt: true,
          endsOn: true,
          termsVersion: true,
          termsFrom: true,
        },
      },
      accountPlan: { select: { type: true } },
    },
  });
  const { id, position, email, firstName, lastName, vacationDays, planExpired, termsSeen } = row;
  const hasSeen = termsSeen !== null && termsSeen >= row.account.termsVersion;
  return {
    id,
    position,
    email,
    firstName,
    lastName,
    vacationDays,
    expired: isExpired({ paid: row.accountPlan.type !== 'FREE', planExpired }, deps.clock()),
    mustChoosePassword,
    timezone: row.timezone ?? timezone,
    roles: row.isAdmin ? [{ role: 'ROLE_ADMIN' }, { role: 'ROLE_USER' }] : [{ role: 'ROLE_USER' }],
    language: (row.language ?? row.account.language) as Language,
    account: {
      id: accountId,
      companyName: row.account.companyName,
      closed: row.account.closedAt !== null,
      endsOn: row.isAdmin && row.account.endsOn ? dayText(row.account.endsOn) : null,
      termsFrom: row.isAdmin && !hasSeen ? row.account.termsFrom && dayText(row.account.termsFrom) : null,
    },
  };
}

/**
 * Queues a mail with a new password for each address. Who was invited and has not signed in yet gets the invitation again.
 * @throws AppError UNKNOWN_EMAIL, before anything is sent
 */
export async function requestPasswords(deps: Deps, caller: Caller, recipients: string[]): Promise<void> {
  await countMailRequests(deps, caller, recipients);
  const usersByEmail = await Promise.all(
    recipients.map(async (email) => {
      const user = await findUser(deps, email);
      return user ? [user] : findInvited(deps, email);
    }),
  );
  if (usersByEmail.some((users) => users.length === 0)) throw new AppError('UNKNOWN_EMAIL');
  for (const user of usersByEmail.flat()) {
    const { accountId, id: userId, email } = user;
    if (!(await mayMail(deps, email))) continue;
    await deps.db.of(user).$transaction(async (tx) => {
      await recordAs(
        tx,
        { accountId, userId: null, who: caller.ip },
        { kind: 'PASSWORD_RESET', entity: 'user', entityId: userId, what: email },
      );
      const { claimedAt } = await tx.loginIdentity.findUniqueOrThrow({
        where: { accountId_email: { accountId, email } },
      });
      // A registration that waits has no claim either, but a password of its own.
      const isInvitation = claimedAt === null && user.active;
      await deps.jobs.enqueue(tx, isInvitation ? sendInvitation : sendNewPassword, { accountId, userId });
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
  for (const address of addresses) {
    await deps.throttle.take('mail-pair', `${address} ${source}`, mailsPerPair);
    await deps.throttle.take('mail-source', source, mailsPerSource);
  }
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
