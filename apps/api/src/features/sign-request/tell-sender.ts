/** Who in the company hears what became of a link. Written in the transaction that brings it about. */
import { dateIn } from '@servicebook/shared/calendar';
import type { NotificationContent, NotificationKind } from '@servicebook/shared/notification';
import type { Deps } from '../../deps.ts';
import type { Ctx } from '../../platform/ctx.ts';
import { type AccountTransaction, rowKey } from '../../platform/tenancy.ts';
import { nameOf } from '../service/service-rows.ts';
import { tellSender } from './sign-request.job.ts';

const kind: NotificationKind = 'SIGNED';

/** Tells that the customer has signed: in the app and by mail, as each reader has chosen. */
export async function tellOfSignature(
  deps: Deps,
  tx: AccountTransaction,
  ctx: Ctx,
  requestId: number,
  signerName: string,
): Promise<void> {
  const { accountId } = ctx;
  const { service, readers } = await findReaders(tx, ctx, requestId);
  const content: NotificationContent = {
    by: signerName,
    customer: service.customer.shortName,
    day: dateIn(service.date.toISOString(), service.account.timezone),
    window: '',
    changes: [],
    text: nameOf(service),
  };
  const told = { accountId, kind, serviceId: service.id, content, createdAt: deps.clock() };
  await tx.notification.createMany({
    // The mail is one of its own, and leaves at once.
    data: readers
      .filter(({ notifyInApp }) => notifyInApp.includes(kind))
      .map(({ id: userId }) => ({ ...told, userId, inApp: true, toMail: false })),
  });
  for (const { id: userId, notifyByMail } of readers)
    if (notifyByMail.includes(kind))
      await deps.jobs.enqueue(tx, tellSender, { accountId, requestId, userId });
}

/** Tells by mail that the plan stands in the way of a signature, whatever they have chosen: the customer waits. */
export async function tellOfLimit(
  deps: Deps,
  tx: AccountTransaction,
  ctx: Ctx,
  requestId: number,
): Promise<void> {
  const { accountId } = ctx;
  const { readers } = await findReaders(tx, ctx, requestId);
  for (const { id: userId } of readers)
    await deps.jobs.enqueue(tx, tellSender, { accountId, requestId, userId });
}

/** Who sent the link; who did the work, if they have left; the admins, if both have. */
async function findReaders(tx: AccountTransaction, ctx: Ctx, requestId: number) {
  const { service, userCreatedId } = await tx.signRequest.findUniqueOrThrow({
    where: rowKey(ctx, requestId),
    include: {
      service: {
        include: {
          customer: { select: { shortName: true } },
          account: { select: { timezone: true } },
        },
      },
    },
  });
  const active = await tx.user.findMany({
    where: { active: true, OR: [{ id: { in: [userCreatedId, service.userId] } }, { isAdmin: true }] },
    select: { id: true, isAdmin: true, notifyInApp: true, notifyByMail: true },
    orderBy: { id: 'asc' },
  });
  const reader =
    active.find(({ id }) => id === userCreatedId) ?? active.find(({ id }) => id === service.userId);
  return { service, readers: reader ? [reader] : active.filter(({ isAdmin }) => isAdmin) };
}
