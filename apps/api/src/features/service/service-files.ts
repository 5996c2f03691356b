/** Attachments of protocols. */
import { may } from '@servicebook/shared/access';
import type { ServiceProtocol } from '@servicebook/shared/service';
import type { Ctx, Deps } from '../../context.ts';
import type { UploadedFile } from '../../http/handlers.ts';
import { AppError, refuseFields } from '../../platform/app-error.ts';
import { inTransaction, rowKey } from '../../platform/tenancy.ts';
import { record } from '../audit/audit.service.ts';
import { removeBytes, withUpload } from '../storage/storage.service.ts';
import { nameOf, readProtocol } from './service-rows.ts';

/** @throws AppError NOT_FOUND */
export async function addServiceFile(
  deps: Deps,
  ctx: Ctx,
  serviceId: number,
  upload: UploadedFile | undefined,
): Promise<ServiceProtocol> {
  return withUpload(deps, upload, (file) =>
    inTransaction(deps, ctx, async (tx) => {
      if (!file) throw refuseFields({ file: 'REQUIRED' });
      // As the attachment's foreign key locks it, so that it is not deleted in between.
      const found = await tx.$queryRaw<unknown[]>`
        SELECT 1 FROM service WHERE account_id = ${ctx.accountId} AND id = ${serviceId} FOR KEY SHARE`;
      if (found.length === 0) throw new AppError('NOT_FOUND');
      await file.attach(tx, ctx, { kind: 'SERVICE_FILE', serviceId });
      return readProtocol(tx, ctx, serviceId);
    }),
  );
}

/** Removes an attachment: one's own, or any for an admin. @throws AppError NO_PERMISSION, NOT_FOUND */
export async function deleteServiceFile(deps: Deps, ctx: Ctx, fileId: number): Promise<void> {
  const fileKey = await inTransaction(deps, ctx, async (tx) => {
    const file = await tx.storedFile.findFirst({
      where: { id: fileId, kind: 'SERVICE_FILE' },
      include: { service: true },
    });
    if (!file?.service) throw new AppError('NOT_FOUND');
    if (!may(ctx.roles, 'file.delete', file.userCreatedId === ctx.userId))
      throw new AppError('NO_PERMISSION');
    await tx.storedFile.delete({ where: rowKey(ctx, fileId) });
    await record(tx, ctx, {
      kind: 'DELETED',
      entity: 'service',
      entityId: file.service.id,
      what: `${nameOf(file.service)}: ${file.filename}`,
    });
    return file.key;
  });
  await removeBytes(deps, [fileKey]);
}
