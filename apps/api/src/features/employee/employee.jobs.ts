import { z } from 'zod';
import type { Deps } from '../../context.ts';
import { handles, jobKind } from '../../platform/jobs.ts';
import { generatePassword, hashPassword } from '../../platform/password.ts';
import { rowKey } from '../../platform/tenancy.ts';
import { invitationMail } from './employee.mail.ts';

export const sendInvitation = jobKind(
  'employee.send-invitation',
  z.object({ accountId: z.number(), userId: z.number() }),
);

/** The password is made here, so that it never lies readable in the queue; a retry makes another one. */
async function mailInvitation(
  deps: Deps,
  { accountId, userId }: { accountId: number; userId: number },
): Promise<void> {
  const db = deps.db.of({ accountId });
  const where = rowKey({ accountId }, userId);
  const user = await db.user.findUnique({
    where: { ...where, account: { deletedAt: null } },
    include: { account: { select: { language: true, companyName: true } } },
  });
  if (!user) return;
  const password = generatePassword();
  await db.user.update({ where, data: { passwordHash: await hashPassword(password) } });
  await deps.mailer.send(invitationMail(user, password, `${deps.config.publicUrl}/login`));
}

export const employeeJobs = (deps: Deps) => [
  handles(sendInvitation, (payload) => mailInvitation(deps, payload)),
];
