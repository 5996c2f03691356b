import { z } from 'zod';
import type { Deps } from '../../deps.ts';
import { handles, jobKind } from '../../platform/jobs.ts';
import { rowKey } from '../../platform/tenancy.ts';
import { hashToken, newToken } from '../../platform/token.ts';
import { makeMailedPassword } from './mailed-password.ts';
import { newPasswordMail, unlockMail } from './user.mail.ts';

const hours = 3_600_000;

export const sendNewPassword = jobKind(
  'user.send-new-password',
  z.object({ accountId: z.number(), userId: z.number() }),
);

export const sendUnlockLink = jobKind(
  'user.send-unlock-link',
  z.object({ accountId: z.number(), userId: z.number() }),
);

/**
 * The password is made here and not when it was asked for, so that it never lies readable in the queue. A retry
 * makes another one; only the last mailed one counts.
 */
async function mailNewPassword(
  deps: Deps,
  { accountId, userId }: { accountId: number; userId: number },
): Promise<void> {
  const db = deps.db.of({ accountId });
  const where = rowKey({ accountId }, userId);
  const user = await db.user.findUnique({
    where: { ...where, account: { deletedAt: null } },
    include: { account: { select: { language: true } } },
  });
  // A deactivated user must not keep one for a later reactivation.
  if (!user || (user.activatedAt && !user.active)) return;
  const { password, stored } = await makeMailedPassword(deps);
  await db.user.update({ where, data: stored });
  await deps.mailer.send(newPasswordMail(user, password, `${deps.config.publicUrl}/login`));
}

/** The token is made here, so that only its hash is ever stored. Nobody with the ids 0 gets none. */
async function mailUnlockLink(
  deps: Deps,
  { accountId, userId }: { accountId: number; userId: number },
): Promise<void> {
  if (accountId === 0) return;
  const db = deps.db.of({ accountId });
  const user = await db.user.findUnique({
    where: { ...rowKey({ accountId }, userId), active: true, account: { deletedAt: null } },
    include: { account: { select: { language: true } } },
  });
  if (!user) return;
  const token = newToken(accountId);
  const now = deps.clock();
  await db.signInUnlock.create({
    data: {
      accountId,
      userId,
      tokenHash: hashToken(token),
      createdAt: now,
      expiresAt: new Date(now.getTime() + hours),
    },
  });
  // Behind the number sign it reaches no server and no log before the button is pressed.
  await deps.mailer.send(unlockMail(user, `${deps.config.publicUrl}/unlock#${token}`));
}

export const userJobs = (deps: Deps) => [
  handles(sendNewPassword, (payload) => mailNewPassword(deps, payload)),
  handles(sendUnlockLink, (payload) => mailUnlockLink(deps, payload)),
];
