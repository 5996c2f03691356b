import type { Device } from '@servicebook/shared/device';
import type { Deps } from '../../deps.ts';
import type { Ctx } from '../../platform/ctx.ts';
import { inTransaction, rowKey } from '../../platform/tenancy.ts';
import { changesBetween, record } from '../audit/audit.service.ts';
import { findDevice } from './device.service.ts';
import { tellOfMachine } from './device-news.ts';

/** Sets the point where a machine stands. */
export async function updateGpsLocation(
  deps: Deps,
  ctx: Ctx,
  { deviceId: id, latitude, longitude }: { deviceId: number; latitude: number; longitude: number },
): Promise<Device> {
  const where = rowKey(ctx, id);
  await inTransaction(deps, ctx, async (tx) => {
    const before = await tx.device.findUniqueOrThrow({ where });
    const data = { gpsLatitude: latitude, gpsLongitude: longitude };
    await tx.device.update({ where, data });
    const changes = changesBetween(before, data);
    await record(tx, ctx, { kind: 'CHANGED', entity: 'device', entityId: id, what: before.name, changes });
    await tellOfMachine(deps, tx, ctx, before, changes);
  });
  return findDevice(deps, ctx, id);
}
