/** The job that mails the admins about the end of the contract. It is declared alone, because steps and mails need each other. */
import { z } from 'zod';
import type { Deps } from '../../deps.ts';
import { jobKind } from '../../platform/jobs.ts';
import type { AccountTransaction } from '../../platform/tenancy.ts';

/** Notice was given or taken back; the account was closed or reopened; it will be erased soon. */
const ClosureNews = z.enum(['NOTICE', 'TAKEN_BACK', 'CLOSED', 'REOPENED', 'ERASED_SOON']);
export type ClosureNews = z.output<typeof ClosureNews>;

export const mailClosure = jobKind(
  'closure.mail',
  z.object({
    accountId: z.number(),
    userId: z.number(),
    news: ClosureNews,
    /** The last day of work, or of retrieval; a mail about another one is out of date. */
    until: z.string().nullable(),
    /** The user whose act it was. */
    byId: z.number().nullable().default(null),
  }),
);

/** An admin who reads mail here. The address of somebody who has not signed in yet may be a stranger's. */
export const reachableAdmin = { isAdmin: true, active: true, identity: { claimedAt: { not: null } } };

/** Queues a mail to every admin of the account. */
export async function queueMails(
  deps: Deps,
  tx: AccountTransaction,
  { id: accountId }: { id: number },
  about: { news: ClosureNews; until: string | null; byId: number | null },
): Promise<void> {
  const admins = await tx.user.findMany({ where: reachableAdmin, select: { id: true } });
  for (const { id: userId } of admins)
    await deps.jobs.enqueue(tx, mailClosure, { accountId, userId, ...about });
}
