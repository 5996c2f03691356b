/** Machines that are no longer serviced: scrapped, sold, or given up. Everything recorded of them is kept. */
import type { Device, DeviceArchive } from '@servicebook/shared/device';
import type { Deps } from '../../deps.ts';
import { AppError } from '../../platform/app-error.ts';
import type { Ctx } from '../../platform/ctx.ts';
import { inTransaction, rowKey } from '../../platform/tenancy.ts';
import { changesBetween, record } from '../audit/audit.service.ts';
import { findDevice } from './device.service.ts';

/** What archiving writes. */
export const archived = (deps: Deps, ctx: Ctx, { reason, note }: Omit<DeviceArchive, 'id'>): Archiving => ({
  archivedAt: deps.clock(),
  archivedReason: reason,
  archiveNote: note,
  archivedById: ctx.userId,
});

/** What restoring writes. */
export const notArchived: Archiving = {
  archivedAt: null,
  archivedReason: null,
  archiveNote: '',
  archivedById: null,
};

/** @throws AppError RECORD_CHANGED if somebody else has archived the machine in the meantime */
export const archiveDevice = (deps: Deps, ctx: Ctx, { id, ...why }: DeviceArchive): Promise<Device> =>
  change(deps, ctx, id, archived(deps, ctx, why));

/** @throws AppError RECORD_CHANGED if somebody else has restored the machine in the meantime */
export const restoreDevice = (deps: Deps, ctx: Ctx, id: number): Promise<Device> =>
  change(deps, ctx, id, notArchived);

interface Archiving {
  archivedAt: Date | null;
  archivedReason: DeviceArchive['reason'] | null;
  archiveNote: string;
  archivedById: number | null;
}

async function change(deps: Deps, ctx: Ctx, id: number, data: Archiving): Promise<Device> {
  await inTransaction(deps, ctx, async (tx) => {
    // A protocol that is being saved keeps its machines; the next one finds this machine archived.
    await tx.$queryRaw`SELECT 1 FROM device WHERE account_id = ${ctx.accountId} AND id = ${id} FOR UPDATE`;
    const before = await tx.device.findUniqueOrThrow({ where: rowKey(ctx, id) });
    if ((before.archivedAt === null) === (data.archivedAt === null)) throw new AppError('RECORD_CHANGED');
    // A form that was opened before is refused, as after any other change.
    await tx.device.update({ where: rowKey(ctx, id), data: { ...data, revision: { increment: 1 } } });
    const { archivedReason, archiveNote } = data;
    await record(tx, ctx, {
      kind: 'CHANGED',
      entity: 'device',
      entityId: id,
      what: before.name,
      changes: changesBetween(before, { archivedReason, archiveNote }),
    });
  });
  return findDevice(deps, ctx, id);
}
