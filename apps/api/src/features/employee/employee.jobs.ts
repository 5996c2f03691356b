import { z } from 'zod';
import type { Deps } from '../../context.ts';
import { handles, jobKind } from '../../platform/jobs.ts';
import { generatePassword, hashPassword } from '../../platform/password.ts';
import { type AccountTransaction, inTransaction, rowKey } from '../../platform/tenancy.ts';
import { invitationMail } from './employee.mail.ts';

export const sendInvitation = jobKind(
  'employee.send-invitation',
  z.object({ accountId: z.number(), userId: z.number() }),
);

/**
 * The password is made here, so that it never lies readable in the queue; a retry makes another one. Once somebody has
 * chosen a password there is none to mail.
 */
export async function mailInvitation(
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
  const passwordHash = await hashPassword(password);
  const isSet = await inTransaction(deps, { accountId, userId: 0 }, async (tx) => {
    await tx.$queryRaw`
      SELECT 1 FROM app_user WHERE account_id = ${accountId} AND id = ${userId} FOR NO KEY UPDATE`;
    if (await isPasswordInUse(tx, userId)) return false;
    const { count } = await tx.user.updateMany({ where: { id: userId }, data: { passwordHash } });
    return count === 1;
  });
  if (!isSet) return;
  await deps.mailer.send(invitationMail(user, password, `${deps.config.publicUrl}/login`));
}

/** The log tells a password somebody chose, or has signed in with, from one that an earlier try has made. */
const isPasswordInUse = async (tx: AccountTransaction, userId: number): Promise<boolean> => {
  const used = { entity: 'user', entityId: userId, kind: { in: ['PASSWORD_CHANGED', 'SIGN_IN'] } };
  return (await tx.auditLog.count({ where: used })) > 0;
};

export const employeeJobs = (deps: Deps) => [
  handles(sendInvitation, (payload) => mailInvitation(deps, payload)),
];
