/** Exports: asked for here, made by a job, lying ready for a day. */
import { may } from '@servicebook/shared/access';
import {
  type Export,
  type ExportKind,
  type ExportParams,
  exportKinds,
  maxServicePdfs,
} from '@servicebook/shared/export';
import type { ServiceFilter } from '@servicebook/shared/service-overview';
import type { Deps } from '../../deps.ts';
import type { Prisma, Export as Row } from '../../generated/prisma/client.ts';
import { AppError } from '../../platform/app-error.ts';
import type { Ctx } from '../../platform/ctx.ts';
import type { FileAnswer } from '../../platform/file-transfer.ts';
import { inTransaction, rowKey } from '../../platform/tenancy.ts';
import { record } from '../audit/audit.service.ts';
import { findServiceIds } from '../service/service-search.ts';
import { removeBytes } from '../storage/storage.service.ts';
import { makeExport } from './export.jobs.ts';
import { producerOf } from './export-kinds.ts';

const mostUnderWay = 3;
const mostInADay = 20;
const dayLength = 24 * 3_600_000;
const underWay = { in: ['WAITING', 'RUNNING'] } satisfies Prisma.EnumExportStatusFilter;

/**
 * Accepts an export and queues its job, or returns the same one if it is already in progress.
 * @throws AppError EXPORT_LIMIT if the user has three others in progress, or requested twenty within a day
 */
export async function requestExport<Kind extends ExportKind>(
  deps: Deps,
  ctx: Ctx,
  kind: Kind,
  params: ExportParams<Kind>,
): Promise<Export> {
  const { accountId, userId, language, timezone } = ctx;
  const now = deps.clock();
  return inTransaction(deps, ctx, async (tx) => {
    // Two clicks at once wait for each other here, so the second one finds the row of the first.
    await tx.$queryRaw`SELECT 1 FROM app_user WHERE account_id = ${accountId} AND id = ${userId} FOR NO KEY UPDATE`;
    const same = await tx.export.findFirst({
      where: { userId, kind, status: underWay, params: { equals: params } },
    });
    if (same) return toExport(same);
    const described = await producerOf(kind).describe(tx, ctx, params);
    const unfinished = await tx.export.count({ where: { userId, status: underWay } });
    const recent = await tx.export.count({
      where: { userId, createdAt: { gt: new Date(now.getTime() - dayLength) } },
    });
    if (unfinished >= mostUnderWay || recent >= mostInADay) throw new AppError('EXPORT_LIMIT');
    const row = await tx.export.create({
      data: { accountId, userId, kind, params, language, timezone, createdAt: now },
    });
    await deps.jobs.enqueue(tx, makeExport[kind], { accountId, exportId: row.id });
    await record(tx, ctx, { kind: 'EXPORTED', ...described });
    return toExport(row);
  });
}

/**
 * The documents of the protocols that a search finds now; later protocols are not included.
 * @throws AppError TOO_MANY_DOCUMENTS, and NOT_FOUND when nothing is found
 */
export async function requestFoundServicePdfs(deps: Deps, ctx: Ctx, filter: ServiceFilter): Promise<Export> {
  const serviceIds = await findServiceIds(deps, ctx, filter, maxServicePdfs + 1);
  if (serviceIds.length === 0) throw new AppError('NOT_FOUND');
  if (serviceIds.length > maxServicePdfs)
    throw new AppError('TOO_MANY_DOCUMENTS', { values: { limit: maxServicePdfs } });
  return requestExport(deps, ctx, 'SERVICE_PDFS', { serviceIds });
}

/** An export that belongs to another user, has expired, or is no longer permitted counts as missing. */
const withinReach = (deps: Deps, ctx: Ctx) =>
  ({
    userId: ctx.userId,
    kind: {
      in: (Object.keys(exportKinds) as ExportKind[]).filter((kind) =>
        may(ctx.roles, exportKinds[kind].access),
      ),
    },
    OR: [{ expiresAt: null }, { expiresAt: { gt: deps.clock() } }],
  }) satisfies Prisma.ExportWhereInput;

export async function listExports(deps: Deps, ctx: Ctx): Promise<Export[]> {
  const rows = await deps.db
    .of(ctx)
    .export.findMany({ where: withinReach(deps, ctx), orderBy: { id: 'desc' } });
  return rows.map(toExport);
}

export async function findExport(deps: Deps, ctx: Ctx, id: number): Promise<Export> {
  const row = await deps.db.of(ctx).export.findFirstOrThrow({ where: { id, ...withinReach(deps, ctx) } });
  return toExport(row);
}

/**
 * Removes one of the user's own. A job that works on it stops when it tells how far it is.
 * @throws AppError NOT_FOUND
 */
export async function deleteExport(deps: Deps, ctx: Ctx, id: number): Promise<void> {
  const fileKey = await inTransaction(deps, ctx, async (tx) => {
    const row = await tx.export.findFirst({ where: { id, ...withinReach(deps, ctx) } });
    if (!row) throw new AppError('NOT_FOUND');
    await tx.export.delete({ where: rowKey(ctx, id) });
    return row.fileKey;
  });
  if (fileKey) await removeBytes(deps, [fileKey]);
}

/** @throws AppError NOT_FOUND unless it is ready, the user's own, and not a day old */
export async function downloadExport(deps: Deps, ctx: Ctx, id: number): Promise<FileAnswer> {
  const row = await deps.db
    .of(ctx)
    .export.findFirst({ where: { id, status: 'DONE', ...withinReach(deps, ctx) } });
  if (!row?.fileKey || row.size === null) throw new AppError('NOT_FOUND');
  return {
    content: deps.files.stream(row.fileKey),
    filename: row.filename,
    contentType: 'application/zip',
    size: Number(row.size),
    inline: false,
  };
}

const toExport = (row: Row): Export => ({
  id: row.id,
  kind: row.kind,
  status: row.status,
  deviceId: row.kind === 'WARRANTY_DOSSIER' ? (row.params as ExportParams<'WARRANTY_DOSSIER'>).id : null,
  errorCode: row.errorCode as Export['errorCode'],
  done: row.done,
  total: row.total,
  filename: row.filename,
  size: row.size === null ? null : Number(row.size),
  createdAt: row.createdAt.toISOString(),
  expiresAt: row.expiresAt?.toISOString() ?? null,
});
