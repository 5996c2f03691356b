import { z } from 'zod';
import type { Deps } from '../../deps.ts';
import { handles, jobKind, runsAt } from '../../platform/jobs.ts';
import { rowKey } from '../../platform/tenancy.ts';
import { hashToken, newToken } from '../../platform/token.ts';
import { makeMailedPassword } from '../user/mailed-password.ts';
import { activationMail } from './account.mail.ts';
import { closeAbandonedRegistrations } from './account-deletion.service.ts';

const days = 24 * 3_600_000;

export const sendActivationLink = jobKind(
  'account.send-activation-link',
  z.object({ accountId: z.number(), userId: z.number() }),
);

/**
 * The token is made here, so that only its hash is ever stored. A retry mails another one; each works once. A user
 * without a password gets one in the same mail; only the last mailed one counts.
 */
async function mailActivationLink(
  deps: Deps,
  { accountId, userId }: { accountId: number; userId: number },
): Promise<void> {
  const db = deps.db.of({ accountId });
  const user = await db.user.findUnique({
    where: { ...rowKey({ accountId }, userId), account: { deletedAt: null } },
    omit: { passwordHash: false },
    include: { account: { select: { language: true } } },
  });
  if (!user || user.active || user.activatedAt) return;
  const token = newToken(accountId);
  const now = deps.clock();
  await db.activationToken.create({
    data: {
      accountId,
      userId,
      tokenHash: hashToken(token),
      createdAt: now,
      expiresAt: new Date(now.getTime() + 7 * days),
    },
  });
  const url = `${deps.config.publicUrl}/api/account/activate?token=${encodeURIComponent(token)}`;
  if (user.passwordHash !== null) return deps.mailer.send(activationMail(user, url));
  const { password, stored } = await makeMailedPassword(deps);
  await db.user.update({ where: rowKey({ accountId }, userId), data: stored });
  await deps.mailer.send(activationMail(user, url, password));
}

export const accountJobs = (deps: Deps) => [
  handles(sendActivationLink, (payload) => mailActivationLink(deps, payload)),
  runsAt('account.close-abandoned', '0 1 * * *', () => closeAbandonedRegistrations(deps)),
];
