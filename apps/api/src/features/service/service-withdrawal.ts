/**
 * Withdrawing a signed protocol: a document that was wrong from the start. It is kept with its number, its versions and
 * its files, marked everywhere, and counts for nothing. The database refuses to change it afterwards.
 */
import type { ServiceProtocol, WithdrawInput } from '@servicebook/shared/service';
import type { Deps } from '../../deps.ts';
import { AppError } from '../../platform/app-error.ts';
import type { Ctx } from '../../platform/ctx.ts';
import { inTransaction, rowKey } from '../../platform/tenancy.ts';
import { record } from '../audit/audit.service.ts';
import { keepNames } from '../name-lock/name-lock.ts';
import { countingMails } from '../protocol-mail-order/mail-limits.ts';
import { tellHolders } from '../protocol-mail-order/tell-withdrawal.ts';
import { drawMarkedCopy } from './marked-copy.ts';
import { lockService, nameOf, readProtocol } from './service-rows.ts';

/**
 * Who has the protocol by mail is told, if the caller wants it: in the same transaction, so once.
 * @throws AppError NOT_FOUND, WITHDRAWN_PROTOCOL, SERVICE_CHANGED, UNSIGNED_PROTOCOL, TOO_MANY_ATTEMPTS
 */
export const withdrawService = (
  deps: Deps,
  ctx: Ctx,
  id: number,
  { reason, revision, tellHolders: isToTell }: WithdrawInput,
): Promise<ServiceProtocol> =>
  countingMails(deps, ctx, (count) =>
    inTransaction(deps, ctx, async (tx) => {
      await keepNames(tx, ctx);
      const before = await lockService(tx, ctx, id, revision);
      if (before.state !== 'SIGNED') throw new AppError('UNSIGNED_PROTOCOL');
      await tx.service.update({
        where: rowKey(ctx, id),
        data: {
          withdrawnAt: deps.clock(),
          withdrawnById: ctx.userId,
          withdrawReason: reason,
          revision: { increment: 1 },
        },
      });
      await deps.jobs.enqueue(tx, drawMarkedCopy, { accountId: ctx.accountId, serviceId: id });
      const what = `${nameOf(before)}: ${reason}`;
      await record(tx, ctx, { kind: 'WITHDRAWN', entity: 'service', entityId: id, what });
      const withdrawn = { serviceId: id, version: before.currentVersion, reason };
      if (isToTell) await tellHolders(deps, tx, ctx, count, withdrawn);
      return readProtocol(tx, ctx, id);
    }),
  );
