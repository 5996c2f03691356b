/** Time, way, results and parts of a protocol, and the statuses that its machines get when it is signed. */
import type { ServiceInput } from '@servicebook/shared/service';
import type { Ctx } from '../../platform/ctx.ts';
import { type AccountTransaction, rowKey } from '../../platform/tenancy.ts';
import { record } from '../audit/audit.service.ts';

type Facts = Pick<
  ServiceInput,
  'remarks' | 'recommendations' | 'workMinutes' | 'travelMinutes' | 'kilometres'
>;

/** The columns of the protocol's row that were sent; the others stay as they are. */
export const factsOf = ({ remarks, recommendations, workMinutes, travelMinutes, kilometres }: Facts) => ({
  ...(remarks !== undefined && { remarks }),
  ...(recommendations !== undefined && { recommendations }),
  ...(workMinutes !== undefined && { workMinutes }),
  ...(travelMinutes !== undefined && { travelMinutes }),
  ...(kilometres !== undefined && { kilometres }),
});

/** The results of the machines, and the parts, if they were sent. The machines must be the protocol's. */
export async function replaceFacts(
  tx: AccountTransaction,
  { accountId }: Ctx,
  serviceId: number,
  { results, partsUsed }: Pick<ServiceInput, 'results' | 'partsUsed'>,
): Promise<void> {
  if (results) {
    await tx.serviceDevice.updateMany({ where: { serviceId }, data: { result: null, statusAfter: null } });
    for (const { device, result, statusAfter } of results)
      await tx.serviceDevice.updateMany({
        where: { serviceId, deviceId: device.id },
        data: { result, statusAfter: result && statusAfter },
      });
  }
  if (partsUsed) {
    await tx.servicePart.deleteMany({ where: { serviceId } });
    await tx.servicePart.createMany({
      data: partsUsed.map(({ device, ...part }, position) => ({
        ...part,
        accountId,
        serviceId,
        deviceId: device?.id ?? null,
        position,
      })),
    });
  }
}

/** Gives the machines the statuses that were confirmed in the form, once: a later correction does not repeat it. */
export async function applyStatuses(tx: AccountTransaction, ctx: Ctx, serviceId: number): Promise<void> {
  const confirmed = await tx.serviceDevice.findMany({
    where: { serviceId, statusAfter: { not: null } },
    include: { device: { select: { name: true, status: true } } },
    orderBy: { deviceId: 'asc' },
  });
  for (const { deviceId, device, statusAfter: status } of confirmed) {
    if (!status || status === device.status) continue;
    await tx.device.update({ where: rowKey(ctx, deviceId), data: { status, revision: { increment: 1 } } });
    await record(tx, ctx, {
      kind: 'CHANGED',
      entity: 'device',
      entityId: deviceId,
      what: device.name,
      changes: { status: [device.status, status] },
    });
  }
  await tx.serviceDevice.updateMany({ where: { serviceId }, data: { statusAfter: null } });
}
