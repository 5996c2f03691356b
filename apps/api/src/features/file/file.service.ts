import { may } from '@servicebook/shared/access';
import {
  type DeviceFile,
  type FileDescription,
  type FileInput,
  type FileType,
  fileTypes,
  nameplateDescription,
} from '@servicebook/shared/file';
import { machineName } from '@servicebook/shared/machine-name';
import type { Deps } from '../../deps.ts';
import type { StoredFile } from '../../generated/prisma/client.ts';
import { AppError, refuseFields } from '../../platform/app-error.ts';
import type { Ctx, Reader } from '../../platform/ctx.ts';
import type { UploadedFile } from '../../platform/file-transfer.ts';
import { inTransaction, refusing, rowKey } from '../../platform/tenancy.ts';
import { record } from '../audit/audit.service.ts';
import { moveToBin } from '../deletion/move-to-bin.ts';
import { requireDevice } from '../device/device.service.ts';
import { withStoredFile } from '../storage/storage.service.ts';
import { requireRoom } from '../storage/storage-quota.ts';
import { readUpload } from '../storage/upload-content.ts';

const unknownDevice = {
  stored_file_account_id_device_id_fkey: () => refuseFields({ device: 'DEVICE_GONE' }),
};

/** Only these belong to this feature; attachments and documents of protocols have their own calls. */
const ofMachine = { kind: { in: [...fileTypes] } };

export async function listFiles(
  deps: Deps,
  ctx: Reader,
  deviceId: number,
  kind: FileType,
): Promise<DeviceFile[]> {
  await requireDevice(deps, ctx, deviceId);
  const rows = await deps.db
    .of(ctx)
    .storedFile.findMany({ where: { deviceId, kind }, orderBy: { id: 'desc' } });
  return rows.map(toFile);
}

export async function addFile(
  deps: Deps,
  ctx: Ctx,
  input: FileInput,
  upload: UploadedFile | undefined,
): Promise<DeviceFile> {
  if (!upload) throw refuseFields({ file: 'REQUIRED' });
  const { type: kind, device, description, filename } = input;
  const named = { ...upload, name: filename || upload.name };
  const content = await readUpload(deps, ctx, named, kind === 'MACHINE_NAMEPLATE' ? 'images' : 'all');
  await requireRoom(deps, ctx, content.bytes.length);
  return refusing(unknownDevice, () =>
    withStoredFile(deps, content, (file) =>
      inTransaction(deps, ctx, async (tx) => {
        const id = await file.attach(tx, ctx, { kind, deviceId: device.id, description });
        return toFile(await tx.storedFile.findUniqueOrThrow({ where: rowKey(ctx, id) }));
      }),
    ),
  );
}

export async function describeFile(
  deps: Deps,
  ctx: Ctx,
  { id, description }: FileDescription,
): Promise<DeviceFile> {
  return inTransaction(deps, ctx, async (tx) => {
    const row = await tx.storedFile.findFirst({ where: { id, ...ofMachine } });
    if (!row) throw new AppError('NOT_FOUND');
    if (row.kind === 'MACHINE_NAMEPLATE' && description.length > nameplateDescription)
      throw refuseFields({ description: 'MAX_44_CHARACTERS' });
    return toFile(await tx.storedFile.update({ where: rowKey(ctx, id), data: { description } }));
  });
}

export async function deleteFile(deps: Deps, ctx: Ctx, id: number): Promise<void> {
  await inTransaction(deps, ctx, async (tx) => {
    const row = await tx.storedFile.findFirst({
      where: { id, ...ofMachine },
      include: { device: { select: { name: true, serialNumber: true } } },
    });
    if (!row) throw new AppError('NOT_FOUND');
    if (!may(ctx.roles, 'file.delete', row.userCreatedId === ctx.userId)) throw new AppError('NO_PERMISSION');
    await moveToBin(deps, tx, ctx, {
      kind: 'file',
      id,
      remove: () => tx.storedFile.delete({ where: rowKey(ctx, id) }),
      called: ({ filename }) => ({ title: filename, parent: row.device ? machineName(row.device) : '' }),
    });
    await record(tx, ctx, { kind: 'DELETED', entity: 'file', entityId: id, what: row.filename });
  });
}

const toFile = (row: StoredFile): DeviceFile => ({
  id: row.id,
  filename: row.filename,
  key: row.key,
  description: row.description,
  type: row.kind as FileType,
  contentType: row.contentType,
  size: row.size,
  device: { id: row.deviceId as number },
  userId: row.userCreatedId,
  createdAt: row.createdAt.toISOString(),
});
