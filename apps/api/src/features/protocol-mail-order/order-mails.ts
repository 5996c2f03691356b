/** Orders mails: their rows and their jobs, in the transaction of the caller. */
import type { Language } from '@servicebook/shared/primitives';
import type { Deps } from '../../deps.ts';
import type { ProtocolMail } from '../../generated/prisma/client.ts';
import type { AccountTransaction } from '../../platform/tenancy.ts';
import { sendProtocolMail } from './protocol-mail.job.ts';

export interface Order {
  serviceVersionId: number;
  /** Says that the protocol was withdrawn, and carries the marked copy. */
  isWithdrawal?: boolean;
  email: string;
  language: Language;
  text: string;
  /** Null: automatically. */
  userCreatedId: number | null;
}

export async function orderMails(
  deps: Deps,
  tx: AccountTransaction,
  { accountId }: { accountId: number },
  orders: readonly Order[],
): Promise<ProtocolMail[]> {
  const createdAt = deps.clock();
  const rows = await tx.protocolMail.createManyAndReturn({
    data: orders.map((order) => ({ ...order, accountId, createdAt })),
  });
  for (const { id } of rows) await deps.jobs.enqueue(tx, sendProtocolMail, { accountId, mailId: id });
  return rows;
}
