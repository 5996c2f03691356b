/** The last mail of an account: it goes out after the erasure, so its job carries all that it needs. */
import { z } from 'zod';
import type { Deps } from '../../deps.ts';
import type { Prisma } from '../../generated/prisma/client.ts';
import { handles, jobKind } from '../../platform/jobs.ts';
import type { AccountTransaction } from '../../platform/tenancy.ts';
import { mailLanguage } from '../user/user.mail.ts';
import { erasedMail } from './account.mail.ts';

const confirmErasure = jobKind(
  'account.confirm-erasure',
  z.object({ email: z.string(), firstName: z.string(), language: z.string() }),
);

/**
 * Queues the mail to the admins in the transaction that erases the account. Nobody is told whose account an admin
 * deleted: its addresses were released at once and may belong to others by now.
 */
export async function queueConfirmations(
  deps: Deps,
  tx: Prisma.TransactionClient,
  accountId: number,
): Promise<void> {
  const admins = await tx.user.findMany({
    where: { accountId, isAdmin: true, active: true, identity: { claimedAt: { not: null } } },
    select: { email: true, firstName: true, language: true, account: { select: { language: true } } },
  });
  for (const admin of admins)
    await deps.jobs.enqueue(tx as AccountTransaction, confirmErasure, {
      email: admin.email,
      firstName: admin.firstName,
      language: mailLanguage(admin),
    });
}

export const erasureConfirmationJobs = (deps: Deps) => [
  handles(
    confirmErasure,
    ({ language, ...admin }) => deps.mailer.send(erasedMail({ ...admin, language, account: { language } })),
    { forgets: true },
  ),
];
