/** Mails several protocols, each to the usual address of its customer. */
import type { Language } from '@servicebook/shared/primitives';
import type { SeveralMails } from '@servicebook/shared/protocol-mail';
import type { Deps } from '../../deps.ts';
import { AppError } from '../../platform/app-error.ts';
import type { Ctx } from '../../platform/ctx.ts';
import { type AccountTransaction, inLongTransaction } from '../../platform/tenancy.ts';
import { recordAll } from '../audit/audit.service.ts';
import {
  addressesOfCustomer,
  isFree,
  type Reader,
  snapshotOf,
  textFor,
  usualAddress,
} from '../protocol-mail-order/mail-content.ts';
import { countingMails } from '../protocol-mail-order/mail-limits.ts';
import { type Order, orderMails } from '../protocol-mail-order/order-mails.ts';
import { nameOf } from '../service/service-rows.ts';

interface Ready {
  serviceId: number;
  number: string;
  versionId: number;
  email: string;
}

interface Judged {
  answer: SeveralMails;
  ready: Ready[];
}

export const checkSeveralMails = async (
  deps: Deps,
  ctx: Ctx,
  ids: readonly number[],
): Promise<SeveralMails> => (await judge(deps.db.of(ctx), ids)).answer;

/** All of them, or none if they are too many. @throws AppError NOT_FOUND, TOO_MANY_ATTEMPTS */
export const sendSeveralMails = (deps: Deps, ctx: Ctx, ids: readonly number[]): Promise<SeveralMails> =>
  countingMails(deps, ctx, (count) =>
    inLongTransaction(deps, ctx, async (tx) => {
      // In one order, so that two who send the same protocols do not wait for each other, and send them once.
      await tx.$queryRaw`
        SELECT FROM service WHERE account_id = ${ctx.accountId} AND id = ANY(${[...new Set(ids)]}::int[])
         ORDER BY id FOR UPDATE`;
      const { answer, ready } = await judge(tx, ids);
      if (ready.length === 0) return answer;
      const free = await isFree(tx, ctx);
      await count.take(
        ready.map(({ email }) => email),
        free,
      );
      await orderMails(deps, tx, ctx, await ordersOf(tx, ctx, ready, free));
      await recordAll(
        tx,
        ctx,
        ready.map(({ serviceId, number, email }) => ({
          kind: 'MAILED' as const,
          entity: 'service' as const,
          entityId: serviceId,
          what: `${number}: ${email}`,
        })),
      );
      return answer;
    }),
  );

/** @throws AppError NOT_FOUND if none of the protocols is the account's */
async function judge(db: Reader, ids: readonly number[]): Promise<Judged> {
  const rows = await db.service.findMany({
    where: { id: { in: [...ids] } },
    include: { customer: addressesOfCustomer },
    orderBy: { id: 'asc' },
  });
  if (rows.length === 0) throw new AppError('NOT_FOUND');
  const signed = rows.filter(({ state, withdrawnAt }) => state === 'SIGNED' && !withdrawnAt);
  const versions = await db.serviceVersion.findMany({
    where: { OR: signed.map(({ id: serviceId, currentVersion: version }) => ({ serviceId, version })) },
    select: {
      id: true,
      serviceId: true,
      mails: {
        where: { OR: [{ state: { in: ['WAITING', 'SENT'] } }, { handedOverAt: { not: null } }] },
        select: { email: true, handedOverAt: true },
      },
    },
  });
  const versionOf = new Map(versions.map((version) => [version.serviceId, version]));
  const judged = signed.flatMap((service) => {
    const version = versionOf.get(service.id);
    return version ? [{ service, version, email: usualAddress(service.customer) }] : [];
  });
  const isSent = ({ version, email }: (typeof judged)[number]) =>
    version.mails.some((mail) => mail.email === email || mail.handedOverAt);
  const ready = judged.flatMap((one) =>
    one.email && !isSent(one)
      ? [
          {
            serviceId: one.service.id,
            number: nameOf(one.service),
            versionId: one.version.id,
            email: one.email,
          },
        ]
      : [],
  );
  return {
    ready,
    answer: {
      ready: ready.length,
      addresses: new Set(ready.map(({ email }) => email)).size,
      sent: judged.filter(isSent).length,
      notSigned: rows.length - judged.length,
      withoutAddress: judged
        .filter((one) => !one.email && !isSent(one))
        .map(({ service }) => ({
          id: service.id,
          number: nameOf(service),
          customer: service.customer.shortName,
        })),
    },
  };
}

/** Each in the language of its document. */
async function ordersOf(
  tx: AccountTransaction,
  { accountId, userId }: Ctx,
  ready: readonly Ready[],
  free: boolean,
): Promise<Order[]> {
  const { protocolMailTexts: stored } = await tx.account.findUniqueOrThrow({
    where: { id: accountId },
    select: { protocolMailTexts: true },
  });
  const rows = await tx.serviceVersion.findMany({
    where: { id: { in: ready.map(({ versionId }) => versionId) } },
    select: { id: true, snapshot: true },
  });
  const snapshots = new Map(rows.map((row) => [row.id, row]));
  return ready.flatMap(({ versionId, email }) => {
    const row = snapshots.get(versionId);
    if (!row) return [];
    const snapshot = snapshotOf(row);
    const language: Language = snapshot.language;
    const text = textFor({ snapshot, language, own: null, stored, free });
    return [{ serviceVersionId: versionId, email, language, text, userCreatedId: userId }];
  });
}
