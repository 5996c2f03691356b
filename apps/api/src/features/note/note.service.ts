import { may } from '@servicebook/shared/access';
import { machineName } from '@servicebook/shared/machine-name';
import type { DeviceNote, NoteInsert, NoteUpdate } from '@servicebook/shared/note';
import type { Deps } from '../../deps.ts';
import type { Prisma } from '../../generated/prisma/client.ts';
import { AppError, refuseFields } from '../../platform/app-error.ts';
import { type Ctx, doneAt } from '../../platform/ctx.ts';
import { cutText } from '../../platform/cut-text.ts';
import { inTransaction, refusing, rowKey } from '../../platform/tenancy.ts';
import { record } from '../audit/audit.service.ts';
import { excerpt, moveToBin } from '../deletion/move-to-bin.ts';
import { requireDevice } from '../device/device.service.ts';

const unknownDevice = {
  device_note_account_id_device_id_fkey: () => refuseFields({ device: 'DEVICE_GONE' }),
};

const withPeople = { userUpdated: { select: { id: true, firstName: true, lastName: true } } } as const;
type NoteRow = Prisma.DeviceNoteGetPayload<{ include: typeof withPeople }>;

export async function listNotes(deps: Deps, ctx: Ctx, deviceId: number): Promise<DeviceNote[]> {
  await requireDevice(deps, ctx, deviceId);
  return findNotes(deps, ctx, { deviceId });
}

/** Newest first. */
export async function findNotes(
  deps: Deps,
  ctx: Pick<Ctx, 'accountId'>,
  where: Prisma.DeviceNoteWhereInput,
): Promise<DeviceNote[]> {
  const rows = await deps.db.of(ctx).deviceNote.findMany({
    where,
    include: withPeople,
    orderBy: { id: 'desc' },
  });
  return rows.map(toNote);
}

export async function insertNote(deps: Deps, ctx: Ctx, { text, device }: NoteInsert): Promise<DeviceNote> {
  const { accountId, userId } = ctx;
  const people = { userCreatedId: userId, userUpdatedId: userId };
  const at = doneAt(deps, ctx);
  return refusing(unknownDevice, () =>
    inTransaction(deps, ctx, async (tx) =>
      toNote(
        await tx.deviceNote.create({
          data: { accountId, deviceId: device.id, text, ...people, createdAt: at, updatedAt: at },
          include: withPeople,
        }),
      ),
    ),
  );
}

/** A note stays with its machine; naming another one is refused. */
export async function updateNote(
  deps: Deps,
  ctx: Ctx,
  { id, text, device }: NoteUpdate,
): Promise<DeviceNote> {
  return inTransaction(deps, ctx, async (tx) => {
    const changed = await tx.deviceNote.updateMany({
      where: { id, deviceId: device.id },
      data: { text, userUpdatedId: ctx.userId },
    });
    if (changed.count === 0) throw new AppError('NOT_FOUND');
    return toNote(await tx.deviceNote.findUniqueOrThrow({ where: rowKey(ctx, id), include: withPeople }));
  });
}

export async function deleteNote(deps: Deps, ctx: Ctx, id: number): Promise<void> {
  await inTransaction(deps, ctx, async (tx) => {
    const row = await moveToBin(deps, tx, ctx, {
      kind: 'note',
      id,
      remove: () =>
        tx.deviceNote.delete({
          where: rowKey(ctx, id),
          include: { device: { select: { name: true, serialNumber: true } } },
        }),
      called: ({ text, device }) => ({ title: excerpt(text), parent: machineName(device) }),
    });
    if (!may(ctx.roles, 'note.delete', row.userCreatedId === ctx.userId)) throw new AppError('NO_PERMISSION');
    await record(tx, ctx, { kind: 'DELETED', entity: 'note', entityId: id, what: cutText(row.text, 80) });
  });
}

const toNote = (row: NoteRow): DeviceNote => ({
  id: row.id,
  text: row.text,
  device: { id: row.deviceId },
  userUpdated: row.userUpdated,
  userCreated: { id: row.userCreatedId },
  updatedAt: row.updatedAt.toISOString(),
});
