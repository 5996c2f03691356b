import { z } from 'zod';
import type { Deps } from '../../deps.ts';
import { inUse } from '../../platform/account-in-use.ts';
import { handles, jobKind } from '../../platform/jobs.ts';
import { rowKey } from '../../platform/tenancy.ts';
import { invitationMail, refusedInvitationMail } from './invitation.mail.ts';
import { makeMailedPassword } from './mailed-password.ts';

export const sendInvitation = jobKind(
  'employee.send-invitation',
  z.object({ accountId: z.number(), userId: z.number() }),
);

/**
 * The password is made here, so that it never lies readable in the queue; a retry makes another one. Once the employee
 * has signed in there is none to mail. Neither is there for an address that signs in to another company: only its owner
 * is told so, since the admin is not to learn who has an account elsewhere.
 */
export async function mailInvitation(
  deps: Deps,
  { accountId, userId }: { accountId: number; userId: number },
): Promise<void> {
  const db = deps.db.of({ accountId });
  const where = rowKey({ accountId }, userId);
  const user = await db.user.findUnique({
    where: { ...where, active: true, identity: { claimedAt: null }, account: inUse },
    include: { account: { select: { language: true, companyName: true } } },
  });
  if (!user) return;
  const isElsewhere = await deps.db.global.loginIdentity.count({
    where: { email: user.email, claimedAt: { not: null } },
  });
  if (isElsewhere) return deps.mailer.send(refusedInvitationMail(user));
  const { password, stored } = await makeMailedPassword(deps);
  const { count } = await db.user.updateMany({
    where: { id: userId, active: true, identity: { claimedAt: null } },
    data: stored,
  });
  if (count === 1) await deps.mailer.send(invitationMail(user, password, `${deps.config.publicUrl}/login`));
}

export const invitationJobs = (deps: Deps) => [
  handles(sendInvitation, (payload) => mailInvitation(deps, payload)),
];
