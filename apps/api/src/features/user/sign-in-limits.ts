/**
 * Limits against guessing passwords, with which a stranger cannot lock a user out: a limit either counts per network, or
 * does not apply to networks the user is known from (docs/decisions/0019-sign-in-limits.md).
 */

import type { Deps } from '../../deps.ts';
import type { User } from '../../generated/prisma/client.ts';
import { AppError } from '../../platform/app-error.ts';
import type { Caller } from '../../platform/ctx.ts';
import { networkSource } from '../../platform/network-source.ts';
import { isAlive } from '../../platform/session.ts';
import type { Limit } from '../../platform/throttle.ts';
import { accountOfToken, hashToken } from '../../platform/token.ts';
import { operator, recordAs } from '../audit/audit.service.ts';
import { sendUnlockLink } from './user.jobs.ts';

const quarterHour = 900;
const hour = 3600;
const day = 24 * hour;
/** One address from one network. */
const perPair: Limit = { points: 10, seconds: quarterHour };
/** One network, over all addresses. */
const perSource: Limit = { points: 60, seconds: quarterHour };
/** One address, over all networks: somebody guesses with many machines. */
const perAddress: Limit = { points: 100, seconds: day };
/** A link works as long as no further one is mailed, so the mailbox of a locked address always holds one that works. */
const linksPerAddress: Limit = { points: 1, seconds: hour };
export const unlockSeconds = hour;

interface Attempt {
  /** Normalized; unknown addresses are counted too, or the limits would reveal who exists. */
  email: string;
  user: Pick<User, 'accountId' | 'id'> | null;
}

const pairOf = (email: string, caller: Caller) => `${email} ${networkSource(caller.ip)}`;

/**
 * Counts a sign-in before its password is looked at, so that parallel ones cannot slip through.
 * @throws AppError SIGN_IN_LOCKED
 */
export async function countSignIn(deps: Deps, caller: Caller, { email, user }: Attempt): Promise<void> {
  const { throttle } = deps;
  const locked = (error: unknown) => offeringUnlock(deps, error, { email, user });
  try {
    await throttle.take('sign-in-pair', pairOf(email, caller), perPair);
  } catch (error) {
    throw await locked(error);
  }
  const limits = [
    ['sign-in-source', networkSource(caller.ip), perSource],
    ['sign-in-address', email, perAddress],
  ] as const;
  for (const [name, key, limit] of limits)
    try {
      await throttle.take(name, key, limit);
    } catch (error) {
      if (await isKnownFrom(deps, caller, user)) continue;
      // The password was not checked.
      await throttle.giveBack('sign-in-pair', pairOf(email, caller), perPair);
      throw await locked(error);
    }
}

/** The password was right, so its attempts no longer count. */
export async function forgiveSignIn({ throttle }: Deps, caller: Caller, email: string): Promise<void> {
  await throttle.forget('sign-in-pair', pairOf(email, caller), perPair);
  await throttle.giveBack('sign-in-source', networkSource(caller.ip), perSource);
  await throttle.giveBack('sign-in-address', email, perAddress);
}

/**
 * What who runs the installation can do for somebody who is locked out; the log of the company says so.
 * @param email forgets the attempts on an address from everywhere, with `ip` also those from there and of that network; another link may be
 *   mailed at once
 * @param ip alone: forgets the attempts of a network
 * @returns whether somebody has the address
 */
export async function liftLimits(
  { throttle, db }: Pick<Deps, 'throttle' | 'db'>,
  { email, ip }: { email?: string; ip?: string },
): Promise<boolean> {
  const source = ip && networkSource(ip);
  if (email === undefined) {
    if (source) await throttle.forget('sign-in-source', source, perSource);
    return true;
  }
  if (source) {
    await throttle.forget('sign-in-pair', `${email} ${source}`, perPair);
    await throttle.forget('sign-in-source', source, perSource);
  }
  await throttle.forget('sign-in-address', email, perAddress);
  await throttle.forget('unlock-mail', email, linksPerAddress);
  const users = await db.global.user.findMany({ where: { email }, select: { accountId: true, id: true } });
  for (const { accountId, id: userId } of users)
    await recordAs(
      db.global,
      { accountId, userId: null, who: operator },
      { kind: 'SIGN_IN_UNLOCKED', entity: 'user', entityId: userId, what: email },
    );
  return users.length > 0;
}

/** Whether the user is signed in from the caller's network, or has pressed a mailed link's button there just now. */
async function isKnownFrom(deps: Deps, { ip }: Caller, user: Attempt['user']): Promise<boolean> {
  if (!user) return false;
  const now = deps.clock();
  const source = networkSource(ip);
  const db = deps.db.of(user);
  const unlocked = {
    userId: user.id,
    source,
    usedAt: { gt: new Date(now.getTime() - unlockSeconds * 1000) },
  };
  if ((await db.signInUnlock.count({ where: unlocked })) > 0) return true;
  const sessions = await db.session.findMany({
    where: { userId: user.id, ...isAlive(now) },
    select: { ip: true },
  });
  return sessions.some((session) => networkSource(session.ip) === source);
}

/**
 * Queues a mail with a link that lets its reader try again, once an hour at most.
 * @returns the refusal that says so, of an unknown address too
 */
async function offeringUnlock(deps: Deps, error: unknown, { email, user }: Attempt): Promise<unknown> {
  if (!isLimit(error)) return error;
  const locked = new AppError('SIGN_IN_LOCKED', error.details);
  try {
    await deps.throttle.take('unlock-mail', email, linksPerAddress);
  } catch (limit) {
    return isLimit(limit) ? locked : limit;
  }
  // Also queued for unknown addresses, so that timing does not distinguish them from known ones.
  const { accountId, id: userId } = user ?? { accountId: 0, id: 0 };
  await deps.db.global.$transaction((tx) => deps.jobs.enqueue(tx, sendUnlockLink, { accountId, userId }));
  return locked;
}

const isLimit = (error: unknown): error is AppError =>
  error instanceof AppError && error.code === 'TOO_MANY_ATTEMPTS';

/**
 * Uses up a mailed link: the caller's network may try this user's address again, and nothing else.
 * @throws AppError UNLOCK_LINK_INVALID
 */
export async function unlockSignIn(deps: Deps, caller: Caller, token: string): Promise<void> {
  const accountId = accountOfToken(token);
  if (accountId === null) throw new AppError('UNLOCK_LINK_INVALID');
  const now = deps.clock();
  const email = await deps.db.of({ accountId }).$transaction(async (tx) => {
    const [used] = await tx.signInUnlock.updateManyAndReturn({
      where: { tokenHash: hashToken(token), usedAt: null, expiresAt: { gt: now } },
      data: { usedAt: now, source: networkSource(caller.ip) },
      include: { user: { select: { id: true, email: true } } },
    });
    if (!used) throw new AppError('UNLOCK_LINK_INVALID');
    const { id: userId, email: what } = used.user;
    await recordAs(
      tx,
      { accountId, userId, who: what },
      { kind: 'SIGN_IN_UNLOCKED', entity: 'user', entityId: userId, what },
    );
    return what;
  });
  await deps.throttle.forget('sign-in-pair', pairOf(email, caller), perPair);
  await deps.throttle.forget('unlock-mail', email, linksPerAddress);
}
