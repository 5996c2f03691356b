/** Tells those who have a protocol by mail that it was withdrawn. */
import type { Language } from '@servicebook/shared/primitives';
import type { Deps } from '../../deps.ts';
import type { Ctx } from '../../platform/ctx.ts';
import type { AccountTransaction } from '../../platform/tenancy.ts';
import { record } from '../audit/audit.service.ts';
import { addressOf, isFree, type Reader, snapshotOf, withdrawalText } from './mail-content.ts';
import type { MailCount } from './mail-limits.ts';
import { orderMails } from './order-mails.ts';

interface Holder {
  email: string;
  language: Language;
}

/**
 * Who was mailed a protocol, or signed it through a mailed link, each once, in the language in which it came.
 * @param unsent mails that wait and will not leave any more; without them, those that wait do not count
 */
export async function holdersOf(
  db: Reader,
  serviceId: number,
  unsent?: readonly number[],
): Promise<Holder[]> {
  const links = await db.signRequest.findMany({
    where: { serviceId, serviceVersionId: { not: null }, sentTo: { not: null } },
    orderBy: { id: 'asc' },
    select: { sentTo: true, language: true },
  });
  const mails = await db.protocolMail.findMany({
    where: {
      version: { serviceId },
      isWithdrawal: false,
      OR: [{ state: 'SENT' }, ...(unsent ? [{ state: 'WAITING' as const, id: { notIn: [...unsent] } }] : [])],
    },
    orderBy: { id: 'asc' },
    select: { email: true, language: true },
  });
  const all = [...links.map(({ sentTo, language }) => ({ email: sentTo ?? '', language })), ...mails];
  const languages = all.flatMap(({ email, language }) => {
    const address = addressOf(email);
    return address ? [[address, language as Language] as const] : [];
  });
  return [...new Map(languages)].map(([email, language]) => ({ email, language }));
}

/** In the transaction that withdraws. @throws AppError TOO_MANY_ATTEMPTS */
export async function tellHolders(
  deps: Deps,
  tx: AccountTransaction,
  ctx: Ctx,
  count: MailCount,
  { serviceId, version, reason }: { serviceId: number; version: number; reason: string },
): Promise<void> {
  const { accountId, userId } = ctx;
  // A mail that waits does not leave any more, unless it is being handed over at this moment: then it is locked.
  const unsent = await tx.$queryRaw<{ id: number }[]>`
    SELECT m.id FROM protocol_mail m
      JOIN service_version v ON v.account_id = m.account_id AND v.id = m.service_version_id
     WHERE m.account_id = ${accountId} AND v.service_id = ${serviceId} AND m.state = 'WAITING'
       FOR UPDATE OF m SKIP LOCKED`;
  const ids = unsent.map(({ id }) => id);
  const holders = await holdersOf(tx, serviceId, ids);
  if (holders.length === 0) return;
  const free = await isFree(tx, ctx);
  const emails = holders.map(({ email }) => email);
  await count.take(emails, free);
  const row = await tx.serviceVersion.findUniqueOrThrow({
    where: { accountId_serviceId_version: { accountId, serviceId, version } },
    select: { id: true, snapshot: true },
  });
  const snapshot = snapshotOf(row);
  await orderMails(
    deps,
    tx,
    ctx,
    holders.map(({ email, language }) => ({
      serviceVersionId: row.id,
      isWithdrawal: true,
      email,
      language,
      text: withdrawalText({ snapshot, language, own: null, reason, free }),
      userCreatedId: userId,
    })),
  );
  const what = `${snapshot.documentNumber}: ${emails.join(', ')}`;
  await record(tx, ctx, { kind: 'MAILED', entity: 'service', entityId: serviceId, what });
}
