/** Attachments of protocols. */
import { may } from '@servicebook/shared/access';
import { maxAttachments, maxPrinted } from '@servicebook/shared/protocol-length';
import type { ServiceProtocol } from '@servicebook/shared/service';
import { isPrintable } from '@servicebook/shared/storage';
import type { Deps } from '../../deps.ts';
import type { Service } from '../../generated/prisma/client.ts';
import { AppError, refuseFields } from '../../platform/app-error.ts';
import type { Ctx } from '../../platform/ctx.ts';
import type { UploadedFile } from '../../platform/file-transfer.ts';
import { type AccountTransaction, inTransaction, rowKey } from '../../platform/tenancy.ts';
import { record } from '../audit/audit.service.ts';
import { moveToBin } from '../deletion/move-to-bin.ts';
import { type PendingFile, withUpload } from '../storage/storage.service.ts';
import { nameOf, readProtocol } from './service-rows.ts';

/**
 * Adds an attachment. To a signed protocol it is a supplement: only for users who may change signed protocols, and logged.
 * @throws AppError NOT_FOUND, WITHDRAWN_PROTOCOL, SUPPLEMENT_BY_ADMIN, TOO_MANY_ATTACHMENTS
 */
export async function addServiceFile(
  deps: Deps,
  ctx: Ctx,
  { serviceId, print }: { serviceId: number; print: boolean },
  upload: UploadedFile | undefined,
): Promise<ServiceProtocol> {
  return withUpload(deps, ctx, upload, (file) =>
    inTransaction(deps, ctx, async (tx) => {
      if (!file) throw refuseFields({ file: 'REQUIRED' });
      const service = await holdState(tx, ctx, serviceId);
      if (!service) throw new AppError('NOT_FOUND');
      requireAttachable(ctx, service);
      if (service.state === 'SIGNED') {
        const what = `${nameOf(service)}: ${file.filename}`;
        await record(tx, ctx, { kind: 'SUPPLEMENTED', entity: 'service', entityId: serviceId, what });
      }
      await attachTo(tx, ctx, serviceId, file, print && service.state === 'NEW');
      return readProtocol(tx, ctx, serviceId);
    }),
  );
}

/** @throws AppError WITHDRAWN_PROTOCOL, SUPPLEMENT_BY_ADMIN */
function requireAttachable(ctx: Ctx, { withdrawnAt, state }: Pick<Service, 'withdrawnAt' | 'state'>): void {
  if (withdrawnAt) throw new AppError('WITHDRAWN_PROTOCOL');
  if (state === 'SIGNED' && !may(ctx.roles, 'service.changeSigned'))
    throw new AppError('SUPPLEMENT_BY_ADMIN');
}

/**
 * Makes a file part of a protocol whose row is locked or new, so that files that come at once are all counted.
 * @param print shows it on the document if it can; a photo is not refused because the document is full of them.
 * @throws AppError TOO_MANY_ATTACHMENTS
 */
export async function attachTo(
  tx: AccountTransaction,
  ctx: Ctx,
  serviceId: number,
  file: PendingFile,
  print = false,
): Promise<void> {
  await requireAttachmentsLeft(tx, serviceId);
  const printed = print && isPrintable(file.contentType) && (await countPrinted(tx, serviceId)) < maxPrinted;
  await file.attach(tx, ctx, { kind: 'SERVICE_FILE', serviceId, print: printed });
}

async function requireAttachmentsLeft(tx: AccountTransaction, serviceId: number): Promise<void> {
  const attached = await tx.storedFile.count({ where: { serviceId, kind: 'SERVICE_FILE' } });
  if (attached >= maxAttachments) throw new AppError('TOO_MANY_ATTACHMENTS');
}

const countPrinted = (tx: AccountTransaction, serviceId: number): Promise<number> =>
  tx.storedFile.count({ where: { serviceId, print: true } });

/**
 * Chooses whether the document of a protocol shows a picture that is attached to it.
 * @throws AppError NOT_FOUND, WITHDRAWN_PROTOCOL, SIGNED_PHOTOS, UNSUPPORTED_FILE_TYPE, TOO_MANY_PHOTOS
 */
export const printServiceFile = (
  deps: Deps,
  ctx: Ctx,
  fileId: number,
  print: boolean,
): Promise<ServiceProtocol> =>
  inTransaction(deps, ctx, async (tx) => {
    const { service, file } = await holdFile(tx, ctx, fileId);
    if (service.state === 'SIGNED') throw new AppError('SIGNED_PHOTOS');
    if (print && !isPrintable(file.contentType)) throw new AppError('UNSUPPORTED_FILE_TYPE');
    if (print && !file.print && (await countPrinted(tx, service.id)) >= maxPrinted)
      throw new AppError('TOO_MANY_PHOTOS');
    await tx.storedFile.update({ where: rowKey(ctx, fileId), data: { print } });
    return readProtocol(tx, ctx, service.id);
  });

/**
 * Removes an attachment: one's own, or any for an admin. Users who may change signed protocols may remove a
 * supplement. Nobody may remove a file of a signed version.
 * @throws AppError NOT_FOUND, WITHDRAWN_PROTOCOL, NO_PERMISSION, SIGNED_FILE
 */
export async function deleteServiceFile(deps: Deps, ctx: Ctx, fileId: number): Promise<void> {
  await inTransaction(deps, ctx, async (tx) => {
    const { service, file } = await holdFile(tx, ctx, fileId);
    if (file.signedIn.length > 0) throw new AppError('SIGNED_FILE');
    const isOwn = file.userCreatedId === ctx.userId;
    if (!may(ctx.roles, service.state === 'SIGNED' ? 'service.changeSigned' : 'file.delete', isOwn))
      throw new AppError('NO_PERMISSION');
    await moveToBin(deps, tx, ctx, {
      kind: 'file',
      id: fileId,
      remove: () => tx.storedFile.delete({ where: rowKey(ctx, fileId) }),
      called: ({ filename }) => ({ title: filename, parent: nameOf(service) }),
    });
    const what = `${nameOf(service)}: ${file.filename}`;
    await record(tx, ctx, { kind: 'DELETED', entity: 'service', entityId: service.id, what });
  });
}

/**
 * Locks the protocol to which an attachment comes back. To a signed one it is a supplement, as if it were added now.
 * @returns whether the document may show it, if it did
 * @throws AppError WITHDRAWN_PROTOCOL, SUPPLEMENT_BY_ADMIN, TOO_MANY_ATTACHMENTS
 */
export async function attachAgain(
  tx: AccountTransaction,
  ctx: Ctx,
  serviceId: number,
  wasPrinted: boolean,
): Promise<boolean> {
  const service = await holdState(tx, ctx, serviceId);
  // Deleted as well: the foreign key refuses it.
  if (!service) return false;
  requireAttachable(ctx, service);
  await requireAttachmentsLeft(tx, serviceId);
  return wasPrinted && service.state === 'NEW' && (await countPrinted(tx, serviceId)) < maxPrinted;
}

/** Reads an attachment, and locks its protocol. @throws AppError NOT_FOUND, WITHDRAWN_PROTOCOL */
async function holdFile(tx: AccountTransaction, ctx: Ctx, fileId: number) {
  const seen = await tx.storedFile.findFirst({ where: { id: fileId, kind: 'SERVICE_FILE' } });
  const service = seen?.serviceId ? await holdState(tx, ctx, seen.serviceId) : null;
  // Read again: a concurrent signing may have made it part of a version.
  const file =
    service && (await tx.storedFile.findUnique({ where: rowKey(ctx, fileId), include: { signedIn: true } }));
  if (!service || !file) throw new AppError('NOT_FOUND');
  if (service.withdrawnAt) throw new AppError('WITHDRAWN_PROTOCOL');
  return { service, file };
}

/** Reads and locks a protocol, so that it cannot be signed or deleted, nor its files change. */
async function holdState(
  tx: AccountTransaction,
  ctx: Ctx,
  id: number,
): Promise<Omit<Service, 'search'> | null> {
  await tx.$queryRaw`SELECT 1 FROM service WHERE account_id = ${ctx.accountId} AND id = ${id} FOR NO KEY UPDATE`;
  return tx.service.findUnique({ where: rowKey(ctx, id) });
}
