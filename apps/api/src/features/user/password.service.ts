/** A user's own password, changed by who knows the present one. */
import type { PasswordChange } from '@servicebook/shared/user';
import type { Deps } from '../../deps.ts';
import { AppError } from '../../platform/app-error.ts';
import type { Ctx } from '../../platform/ctx.ts';
import { fitsPassword } from '../../platform/password.ts';
import { inTransaction, rowKey } from '../../platform/tenancy.ts';
import type { Limit } from '../../platform/throttle.ts';
import { record } from '../audit/audit.service.ts';
import { endFeed } from '../calendar/calendar.service.ts';
import { hashChosenPassword } from './chosen-password.ts';
import { findByMailedPassword, noMailedPassword, refuseMailedPassword } from './mailed-password.ts';

/** Limits guessing of the password in a browser that was left signed in. */
const attemptsPerUser: Limit = { points: 10, seconds: 900 };

/**
 * Changes the password; every other session of the user ends, and a mailed one that waits is void. The mailed one
 * counts as the present one too: so who only ever signed in with Google sets a password, having proven the mailbox.
 * @throws AppError WRONG_PASSWORD, TOO_MANY_ATTEMPTS, VALIDATION_FAILED for a password that is easily guessed or mailed
 */
export async function setNewPassword(
  deps: Deps,
  ctx: Ctx,
  { oldPassword, newPassword, endCalendarFeed = false }: PasswordChange,
): Promise<void> {
  const { accountId, userId, sessionId } = ctx;
  const attempter = `${accountId}/${userId}`;
  await deps.throttle.take('password-change', attempter, attemptsPerUser);
  const user = await deps.db.of(ctx).user.findUniqueOrThrow({
    where: rowKey(ctx, userId),
    omit: { passwordHash: false, pendingPasswordHash: false },
    include: { account: { select: { companyName: true } } },
  });
  const isKnown =
    (await fitsPassword(user.passwordHash, oldPassword)) ||
    (await findByMailedPassword(deps, [user], oldPassword)) !== null;
  if (!isKnown) throw new AppError('WRONG_PASSWORD');
  await refuseMailedPassword('newPassword', user.pendingPasswordHash, newPassword);
  const passwordHash = await hashChosenPassword('newPassword', newPassword, {
    ...user,
    ...user.account,
  });
  await inTransaction(deps, ctx, async (tx) => {
    // The condition contains the hash that was checked, in case the password has changed since.
    const changed = await tx.user.updateMany({
      where: {
        id: userId,
        passwordHash: user.passwordHash,
        pendingPasswordHash: user.pendingPasswordHash,
      },
      data: { passwordHash, ...noMailedPassword },
    });
    if (changed.count === 0) throw new AppError('WRONG_PASSWORD');
    await tx.session.deleteMany({ where: { userId, id: { not: sessionId } } });
    if (endCalendarFeed) await endFeed(tx, ctx);
    await record(tx, ctx, { kind: 'PASSWORD_CHANGED', entity: 'user', entityId: userId, what: user.email });
  });
  await deps.throttle.forget('password-change', attempter, attemptsPerUser);
}

/**
 * Chooses the password of who has signed in with a mailed one. Other sessions end, as they do at any change.
 * @throws AppError PASSWORD_ALREADY_CHOSEN, VALIDATION_FAILED for a password that is easily guessed or the mailed one
 */
export async function choosePassword(deps: Deps, ctx: Ctx, newPassword: string): Promise<void> {
  const { userId, sessionId } = ctx;
  const user = await deps.db.of(ctx).user.findUniqueOrThrow({
    where: rowKey(ctx, userId),
    omit: { pendingPasswordHash: false },
    include: { account: { select: { companyName: true } } },
  });
  await refuseMailedPassword('newPassword', user.pendingPasswordHash, newPassword);
  const passwordHash = await hashChosenPassword('newPassword', newPassword, { ...user, ...user.account });
  await inTransaction(deps, ctx, async (tx) => {
    const { count } = await tx.session.updateMany({
      where: { id: sessionId, mustChoosePassword: true },
      data: { mustChoosePassword: false },
    });
    if (count === 0) throw new AppError('PASSWORD_ALREADY_CHOSEN');
    await tx.user.update({ where: rowKey(ctx, userId), data: { passwordHash, ...noMailedPassword } });
    await tx.session.deleteMany({ where: { userId, id: { not: sessionId } } });
    await record(tx, ctx, { kind: 'PASSWORD_CHANGED', entity: 'user', entityId: userId, what: user.email });
  });
}

/** By which ways the user gets in. */
export async function readSignInMethods(
  deps: Deps,
  ctx: Ctx,
): Promise<{ password: boolean; google: boolean }> {
  const user = await deps.db.of(ctx).user.findUniqueOrThrow({
    where: rowKey(ctx, ctx.userId),
    select: { passwordHash: true, identity: { select: { googleSubject: true } } },
  });
  return { password: user.passwordHash !== null, google: user.identity.googleSubject !== null };
}
