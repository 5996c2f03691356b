import type { Hotel, HotelInput } from '@servicebook/shared/hotel';
import type { Deps } from '../../deps.ts';
import type { DeviceHotel } from '../../generated/prisma/client.ts';
import type { Ctx } from '../../platform/ctx.ts';
import { inTransaction, rowKey } from '../../platform/tenancy.ts';
import { record } from '../audit/audit.service.ts';
import { moveToBin } from '../deletion/move-to-bin.ts';

export async function listHotels(deps: Deps, ctx: Ctx): Promise<Hotel[]> {
  const rows = await deps.db.of(ctx).deviceHotel.findMany({ where: {}, orderBy: { id: 'desc' } });
  return rows.map(toHotel);
}

/** Adds a hotel, or changes the one whose id is given. */
export async function saveHotel(deps: Deps, ctx: Ctx, { id, ...input }: HotelInput): Promise<Hotel> {
  const { accountId } = ctx;
  return inTransaction(deps, ctx, async (tx) =>
    toHotel(
      id === null
        ? await tx.deviceHotel.create({ data: { ...input, accountId } })
        : await tx.deviceHotel.update({ where: rowKey(ctx, id), data: input }),
    ),
  );
}

export async function deleteHotel(deps: Deps, ctx: Ctx, id: number): Promise<void> {
  await inTransaction(deps, ctx, async (tx) => {
    const row = await moveToBin(deps, tx, ctx, {
      kind: 'hotel',
      id,
      remove: () => tx.deviceHotel.delete({ where: rowKey(ctx, id) }),
      called: ({ name }) => ({ title: name }),
    });
    await record(tx, ctx, { kind: 'DELETED', entity: 'hotel', entityId: id, what: row.name });
  });
}

const toHotel = ({ accountId: _, createdAt: __, updatedAt: ___, ...hotel }: DeviceHotel): Hotel => hotel;
