/** Time, way, results and parts of a protocol, and the statuses that its machines get when it is signed. */
import type { DeviceStatus } from '@servicebook/shared/device';
import type { ServiceInput } from '@servicebook/shared/service';
import { Prisma } from '../../generated/prisma/client.ts';
import type { Ctx } from '../../platform/ctx.ts';
import { type AccountTransaction, rowKey, scopedAccount } from '../../platform/tenancy.ts';
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

/**
 * Gives the machines the statuses that were confirmed in the form, once: a later correction does not repeat it.
 * @param knownAt the moment that they are from, of a signature that arrives late: what became known of a machine since stays
 */
export async function applyStatuses(
  tx: AccountTransaction,
  ctx: Ctx,
  serviceId: number,
  knownAt?: Date,
): Promise<void> {
  const confirmed = await tx.serviceDevice.findMany({
    where: { serviceId, statusAfter: { not: null } },
    select: { deviceId: true, statusAfter: true },
  });
  if (confirmed.length === 0) return;
  const statuses = new Map(confirmed.map(({ deviceId, statusAfter }) => [deviceId, statusAfter]));
  // Locked before anything is asked about them: of two protocols, the second one sees what the first one did.
  const devices = await tx.$queryRaw<{ id: number; name: string; status: DeviceStatus }[]>(
    Prisma.sql`SELECT id, name, status FROM device
      WHERE account_id = ${ctx.accountId} AND id = ANY(${[...statuses.keys()]}::int[])
      ORDER BY id FOR NO KEY UPDATE`,
  );
  const newer = knownAt ? await knownSince(tx, ctx, serviceId, knownAt) : [];
  for (const { id, name, status: before } of devices) {
    const status = statuses.get(id);
    if (!status || status === before || newer.includes(id)) continue;
    await tx.device.update({ where: rowKey(ctx, id), data: { status, revision: { increment: 1 } } });
    await record(tx, ctx, {
      kind: 'CHANGED',
      entity: 'device',
      entityId: id,
      what: name,
      changes: { status: [before, status] },
    });
  }
  await tx.serviceDevice.updateMany({ where: { serviceId }, data: { statusAfter: null } });
}

/** Machines of the protocol whose status was changed, or of which another protocol's result was signed, after a moment. */
async function knownSince(
  tx: AccountTransaction,
  { accountId }: Ctx,
  serviceId: number,
  moment: Date,
): Promise<number[]> {
  const rows = await tx.$queryRaw<{ id: number }[]>(
    Prisma.sql`SELECT sd.device_id AS id FROM service_device sd
      WHERE sd.account_id = ${accountId} AND sd.service_id = ${serviceId} AND (
        EXISTS (SELECT FROM audit_log l
          WHERE l.account_id = ${scopedAccount} AND l.entity = 'device' AND l.entity_id = sd.device_id
            AND coalesce(l.written_at, l.timestamp) > ${moment} AND l.changes ? 'status')
        OR EXISTS (SELECT FROM service_device other
          JOIN service s ON s.account_id = other.account_id AND s.id = other.service_id
          JOIN service_version v ON v.account_id = s.account_id AND v.service_id = s.id AND v.version = s.current_version
          JOIN service_signature g ON g.account_id = v.account_id AND g.service_version_id = v.id
          WHERE other.account_id = ${scopedAccount} AND other.device_id = sd.device_id
            AND other.service_id <> sd.service_id AND other.result IS NOT NULL
            AND s.state = 'SIGNED' AND s.withdrawn_at IS NULL AND g.signed_at > ${moment}))`,
  );
  return rows.map(({ id }) => id);
}
