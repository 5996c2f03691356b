import { may } from '@servicebook/shared/access';
import { machineName } from '@servicebook/shared/machine-name';
import type { Part, PartInput } from '@servicebook/shared/part';
import type { Deps } from '../../deps.ts';
import type { Part as PartRow, Prisma } from '../../generated/prisma/client.ts';
import { AppError, refuseFields } from '../../platform/app-error.ts';
import type { Ctx } from '../../platform/ctx.ts';
import { inTransaction, refusing, rowKey } from '../../platform/tenancy.ts';
import { record } from '../audit/audit.service.ts';
import { moveToBin } from '../deletion/move-to-bin.ts';
import { requireDevice } from '../device/device.service.ts';

const unknownDevice = { part_account_id_device_id_fkey: () => refuseFields({ device: 'DEVICE_GONE' }) };

export async function listParts(deps: Deps, ctx: Ctx, deviceId: number): Promise<Part[]> {
  await requireDevice(deps, ctx, deviceId);
  return findParts(deps, ctx, { deviceId });
}

/** Newest first. */
export async function findParts(
  deps: Deps,
  ctx: Pick<Ctx, 'accountId'>,
  where: Prisma.PartWhereInput,
): Promise<Part[]> {
  const rows = await deps.db.of(ctx).part.findMany({ where, orderBy: { id: 'desc' } });
  return rows.map(toPart);
}

/** Adds a part, or changes the one whose id is given; a part stays with its machine. */
export async function savePart(deps: Deps, ctx: Ctx, input: PartInput): Promise<Part> {
  const { id, device, decsription: description, ...own } = input;
  const { accountId, userId: userCreatedId } = ctx;
  const content = { ...own, description };
  return refusing(unknownDevice, () =>
    inTransaction(deps, ctx, async (tx) => {
      if (id === null) {
        return toPart(
          await tx.part.create({ data: { ...content, accountId, deviceId: device.id, userCreatedId } }),
        );
      }
      const changed = await tx.part.updateMany({ where: { id, deviceId: device.id }, data: content });
      if (changed.count === 0) throw new AppError('NOT_FOUND');
      return toPart(await tx.part.findUniqueOrThrow({ where: rowKey(ctx, id) }));
    }),
  );
}

export async function deletePart(deps: Deps, ctx: Ctx, id: number): Promise<void> {
  await inTransaction(deps, ctx, async (tx) => {
    const row = await moveToBin(deps, tx, ctx, {
      kind: 'part',
      id,
      remove: () =>
        tx.part.delete({
          where: rowKey(ctx, id),
          include: { device: { select: { name: true, serialNumber: true } } },
        }),
      called: ({ name, device }) => ({ title: name, parent: machineName(device) }),
    });
    if (!may(ctx.roles, 'part.delete', row.userCreatedId === ctx.userId)) throw new AppError('NO_PERMISSION');
    await record(tx, ctx, { kind: 'DELETED', entity: 'part', entityId: id, what: row.name });
  });
}

const toPart = (row: PartRow): Part => ({
  id: row.id,
  name: row.name,
  serialNumber: row.serialNumber,
  producer: row.producer,
  decsription: row.description,
  device: { id: row.deviceId },
  userCreated: { id: row.userCreatedId },
});
