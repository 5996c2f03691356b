/** Files of visits: the plan of a place, photos of a fault. */
import { may } from '@servicebook/shared/access';
import { maxVisitFiles, type VisitFile } from '@servicebook/shared/visit';
import type { Deps } from '../../deps.ts';
import { AppError, refuseFields } from '../../platform/app-error.ts';
import type { Ctx } from '../../platform/ctx.ts';
import type { UploadedFile } from '../../platform/file-transfer.ts';
import { type AccountTransaction, inTransaction, rowKey } from '../../platform/tenancy.ts';
import { record } from '../audit/audit.service.ts';
import { moveToBin } from '../deletion/move-to-bin.ts';
import { withUpload } from '../storage/storage.service.ts';
import { visitTitle, withCustomerName } from './visit-title.ts';

const select = {
  id: true,
  filename: true,
  key: true,
  contentType: true,
  size: true,
  userCreated: { select: { id: true, firstName: true, lastName: true } },
  createdAt: true,
} as const;

const toFile = ({ createdAt, ...file }: Omit<VisitFile, 'createdAt'> & { createdAt: Date }): VisitFile => ({
  ...file,
  createdAt: createdAt.toISOString(),
});

/** In the order they were added. @throws when the visit is not the account's */
export async function listVisitFiles(deps: Deps, ctx: Ctx, visitId: number): Promise<VisitFile[]> {
  const { files } = await deps.db.of(ctx).visit.findUniqueOrThrow({
    where: rowKey(ctx, visitId),
    select: { files: { select, orderBy: { id: 'asc' } } },
  });
  return files.map(toFile);
}

/** @throws AppError NOT_FOUND, TOO_MANY_FILES */
export async function addVisitFile(
  deps: Deps,
  ctx: Ctx,
  visitId: number,
  upload: UploadedFile | undefined,
): Promise<VisitFile> {
  return withUpload(deps, ctx, upload, (file) =>
    inTransaction(deps, ctx, async (tx) => {
      if (!file) throw refuseFields({ file: 'REQUIRED' });
      if (!(await acceptVisitFile(tx, ctx, visitId))) throw new AppError('NOT_FOUND');
      const id = await file.attach(tx, ctx, { kind: 'VISIT_FILE', visitId });
      return toFile(await tx.storedFile.findUniqueOrThrow({ where: rowKey(ctx, id), select }));
    }),
  );
}

/**
 * Locks a visit, so that files that come at once are all counted, and none comes to a visit that is being deleted.
 * @returns whether there is such a visit
 * @throws AppError TOO_MANY_FILES
 */
export async function acceptVisitFile(tx: AccountTransaction, ctx: Ctx, visitId: number): Promise<boolean> {
  const [visit] = await tx.$queryRaw<unknown[]>`SELECT 1 FROM visit
    WHERE account_id = ${ctx.accountId} AND id = ${visitId} FOR NO KEY UPDATE`;
  if ((await tx.storedFile.count({ where: { visitId } })) >= maxVisitFiles)
    throw new AppError('TOO_MANY_FILES');
  return visit !== undefined;
}

/** @throws AppError NOT_FOUND, NO_PERMISSION */
export async function deleteVisitFile(deps: Deps, ctx: Ctx, id: number): Promise<void> {
  await inTransaction(deps, ctx, async (tx) => {
    const row = await tx.storedFile.findFirst({
      where: { id, kind: 'VISIT_FILE' },
      include: { visit: withCustomerName },
    });
    if (!row?.visit) throw new AppError('NOT_FOUND');
    if (!may(ctx.roles, 'visit.delete', row.userCreatedId === ctx.userId))
      throw new AppError('NO_PERMISSION');
    const parent = visitTitle(row.visit);
    await moveToBin(deps, tx, ctx, {
      kind: 'file',
      id,
      remove: () => tx.storedFile.delete({ where: rowKey(ctx, id) }),
      called: ({ filename }) => ({ title: filename, parent }),
    });
    await record(tx, ctx, { kind: 'DELETED', entity: 'file', entityId: id, what: row.filename });
  });
}
