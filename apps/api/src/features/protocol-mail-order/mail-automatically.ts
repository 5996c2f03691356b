/** Mails a protocol with its signature, if the company has chosen so. */
import type { ProtocolSnapshot } from '@servicebook/shared/protocol-snapshot';
import type { Deps } from '../../deps.ts';
import type { ProtocolMailRefusal } from '../../generated/prisma/client.ts';
import { AppError } from '../../platform/app-error.ts';
import type { Ctx } from '../../platform/ctx.ts';
import { type AccountTransaction, rowKey } from '../../platform/tenancy.ts';
import { record } from '../audit/audit.service.ts';
import { addressesOfCustomer, isFree, textFor, usualAddress } from './mail-content.ts';
import { countingMails } from './mail-limits.ts';
import { orderMails } from './order-mails.ts';

/**
 * In the transaction that signs. Without an address, or beyond the limits, the protocol is signed all the same, and its list
 * of mails says why none was sent.
 */
export async function mailAutomatically(
  deps: Deps,
  tx: AccountTransaction,
  ctx: Pick<Ctx, 'accountId' | 'userId'>,
  signed: { versionId: number; serviceId: number; customerId: number; snapshot: ProtocolSnapshot },
): Promise<void> {
  const { accountId } = ctx;
  const { versionId: serviceVersionId, customerId, snapshot } = signed;
  const { mailsProtocols, protocolMailTexts: stored } = await tx.account.findUniqueOrThrow({
    where: { id: accountId },
    select: { mailsProtocols: true, protocolMailTexts: true },
  });
  if (!mailsProtocols) return;
  const customer = await tx.customer.findUniqueOrThrow({
    where: rowKey(ctx, customerId),
    ...addressesOfCustomer,
  });
  const free = await isFree(tx, ctx);
  const { language } = snapshot;
  const email = usualAddress(customer);
  const text = textFor({ snapshot, language, own: null, stored, free });
  const order = { serviceVersionId, email: email ?? '', language, text, userCreatedId: null };
  const refuse = (refusal: ProtocolMailRefusal) =>
    tx.protocolMail.create({
      data: { accountId, ...order, state: 'REFUSED', refusal, createdAt: deps.clock() },
    });
  if (!email) {
    await refuse('NO_ADDRESS');
    return;
  }
  try {
    await countingMails(deps, ctx, (count) => count.take([email], free));
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'TOO_MANY_ATTEMPTS')) throw error;
    await refuse('LIMIT');
    return;
  }
  await orderMails(deps, tx, ctx, [order]);
  const what = `${snapshot.documentNumber}: ${email}`;
  await record(tx, ctx, { kind: 'MAILED', entity: 'service', entityId: signed.serviceId, what });
}
