/** Coming back with an archive: it is uploaded in parts, checked, and brought back into an empty account. */
import { createReadStream } from 'node:fs';
import {
  type Archive,
  ArchiveContent,
  ArchiveFault,
  type ArchiveSituation,
  type ArchiveState,
  archivePartBytes,
  archiveStates,
  isArchiveAtWork,
  isArchiveOpen,
} from '@servicebook/shared/archive';
import type { Deps } from '../../deps.ts';
import { Prisma } from '../../generated/prisma/client.ts';
import { AppError, refuseFields } from '../../platform/app-error.ts';
import type { Ctx } from '../../platform/ctx.ts';
import type { UploadedFile } from '../../platform/file-transfer.ts';
import { type AccountTransaction, inTransaction, refusing, rowKey } from '../../platform/tenancy.ts';
import { textsOf } from '../../platform/texts.ts';
import { removeBytes } from '../storage/storage.service.ts';
import { readStorageUse, requireRoom } from '../storage/storage-quota.ts';
import { checkArchiveJob, clearArchiveJob, runArchiveJob } from './archive-kinds.ts';
import { countRecords } from './archive-write.ts';

const withUser = {
  user: { select: { id: true, firstName: true, lastName: true } },
  parts: { select: { size: true } },
} as const;
type Row = Prisma.ArchiveGetPayload<{ include: typeof withUser }>;
type Reader = Pick<AccountTransaction, 'archive' | '$queryRaw'>;

/** Documents, signatures and invoices do not count for the quota, but are in the archive. */
const archivePerQuota = 10;

/** What people delete. All other rows go with these. */
const ownRecords = [
  ...['machines', 'customers', 'categories', 'protocols', 'visits', 'todos'],
  ...['branches', 'hotels', 'absences', 'price-lists', 'saved-views'],
];

/** How people call a table, in their language. */
function tableName(file: string, { language }: Pick<Ctx, 'language'>): string {
  const name = textsOf(language, 'export')(`readme.tables.${file}` as 'readme.tables.customers');
  return name.charAt(0).toUpperCase() + name.slice(1);
}

const toArchive = (row: Row): Archive => ({
  id: row.id,
  state: row.state,
  filename: row.filename,
  size: Number(row.size),
  received: row.parts.reduce((sum, { size }) => sum + size, 0),
  user: row.user,
  done: Number(row.done),
  total: Number(row.total),
  content: ArchiveContent.safeParse(row.content).data ?? null,
  fault: ArchiveFault.safeParse(row.fault).data ?? null,
  createdAt: row.createdAt.toISOString(),
  finishedAt: row.finishedAt?.toISOString() ?? null,
});

const readOne = async (db: Reader, ctx: Ctx, id: number): Promise<Archive> =>
  toArchive(await db.archive.findUniqueOrThrow({ where: rowKey(ctx, id), include: withUser }));

export async function readSituation(deps: Deps, ctx: Ctx): Promise<ArchiveSituation> {
  const db = deps.db.of(ctx);
  const row = await db.archive.findFirst({ where: {}, orderBy: { id: 'desc' }, include: withUser });
  const found = await countRecords(db, ctx.accountId);
  const shown = found.filter(({ file }) => ownRecords.includes(file));
  return {
    archive: row && toArchive(row),
    obstacles: (shown.length > 0 ? shown : found).map(({ file, rows }) => ({
      name: tableName(file, ctx),
      rows,
    })),
  };
}

/** Locks an archive for a change. @throws AppError ARCHIVE_STATE, NOT_FOUND */
async function lockArchive(tx: AccountTransaction, ctx: Ctx, id: number, states: readonly ArchiveState[]) {
  await tx.$queryRaw`SELECT FROM archive WHERE account_id = ${ctx.accountId} AND id = ${id} FOR UPDATE`;
  const row = await tx.archive.findUniqueOrThrow({ where: rowKey(ctx, id) });
  if (!states.includes(row.state)) throw new AppError('ARCHIVE_STATE');
  return row;
}

const openStates: ArchiveState[] = archiveStates.filter((state) => isArchiveOpen({ state }));

const oneAtATime = { archive_working_key: () => new AppError('ARCHIVE_STATE') };

/** @throws AppError FILE_TOO_LARGE; ARCHIVE_STATE while another one is at work */
export async function beginArchive(
  deps: Deps,
  ctx: Ctx,
  { filename, size }: { filename: string; size: number },
): Promise<Archive> {
  const { accountId, userId } = ctx;
  const { total } = await readStorageUse(deps, ctx);
  const most = total * archivePerQuota;
  if (size > most) throw new AppError('FILE_TOO_LARGE', { values: { limit: Math.floor(most / 1024 ** 2) } });
  return inTransaction(deps, ctx, async (tx) => {
    // Two beginnings at once wait for each other here, so that the second one gives up the first.
    await tx.$queryRaw`SELECT FROM app_user WHERE account_id = ${accountId} AND id = ${userId} FOR NO KEY UPDATE`;
    const open = await tx.archive.findMany({ where: { state: { in: openStates } } });
    if (open.some(isArchiveAtWork)) throw new AppError('ARCHIVE_STATE');
    for (const { id } of open) await giveUp(deps, tx, ctx, id);
    const now = deps.clock();
    const seed = deps.files.newKey();
    const { id } = await tx.archive.create({
      data: { accountId, userId, filename, size, seed, createdAt: now, updatedAt: now },
    });
    return readOne(tx, ctx, id);
  });
}

/** Parts come in any order; one that is here already is not stored again. @throws AppError ARCHIVE_STATE */
export async function storePart(
  deps: Deps,
  ctx: Ctx,
  { id, position }: { id: number; position: number },
  file: UploadedFile | undefined,
): Promise<Archive> {
  if (!file) throw refuseFields({ file: 'REQUIRED' });
  const { accountId } = ctx;
  const key = deps.files.newKey();
  let isKept = false;
  await deps.files.write(key, createReadStream(file.path));
  try {
    return await inTransaction(deps, ctx, async (tx) => {
      const { size } = await lockArchive(tx, ctx, id, ['UPLOADING']);
      const expected = Math.min(archivePartBytes, Number(size) - position * archivePartBytes);
      if (file.size !== expected) throw refuseFields({ file: 'INVALID' });
      const part = { accountId, archiveId: id, position, key, size: file.size };
      const { count } = await tx.archivePart.createMany({ data: [part], skipDuplicates: true });
      isKept = count === 1;
      if (isKept) await tx.archive.update({ where: rowKey(ctx, id), data: { updatedAt: deps.clock() } });
      return readOne(tx, ctx, id);
    });
  } catch (error) {
    isKept = false;
    throw error;
  } finally {
    // What became of a commit that nobody heard of is the nightly sweep's to find out.
    if (!isKept) await removeBytes(deps, [key]);
  }
}

/** Moves an archive on to a job's work. */
async function hand(
  deps: Deps,
  tx: AccountTransaction,
  ctx: Ctx,
  id: number,
  state: 'CHECKING' | 'RUNNING',
): Promise<Archive> {
  const { revision } = await tx.archive.update({
    where: rowKey(ctx, id),
    data: {
      ...{ state, done: 0, total: 0, updatedAt: deps.clock(), revision: { increment: 1 } },
      fault: Prisma.DbNull,
    },
  });
  const kind = state === 'CHECKING' ? checkArchiveJob : runArchiveJob;
  await deps.jobs.enqueue(tx, kind, { accountId: ctx.accountId, archiveId: id, revision });
  return readOne(tx, ctx, id);
}

const handing: typeof inTransaction = (deps, ctx, work) =>
  refusing(oneAtATime, () => inTransaction(deps, ctx, work));

/** @throws AppError ARCHIVE_STATE, also while parts are missing */
export const startCheck = (deps: Deps, ctx: Ctx, id: number): Promise<Archive> =>
  handing(deps, ctx, async (tx) => {
    const { size } = await lockArchive(tx, ctx, id, ['UPLOADING', 'CHECKED']);
    const { _sum: received } = await tx.archivePart.aggregate({
      where: { archiveId: id },
      _sum: { size: true },
    });
    if (BigInt(received.size ?? 0) !== size) throw new AppError('ARCHIVE_STATE');
    return hand(deps, tx, ctx, id, 'CHECKING');
  });

/** @throws AppError ARCHIVE_STATE, STORAGE_QUOTA_REACHED */
export async function startRun(deps: Deps, ctx: Ctx, id: number): Promise<Archive> {
  const { content } = await deps.db.of(ctx).archive.findUniqueOrThrow({ where: rowKey(ctx, id) });
  await requireRoom(deps, ctx, ArchiveContent.safeParse(content).data?.counted ?? 0);
  return handing(deps, ctx, async (tx) => {
    await lockArchive(tx, ctx, id, ['CHECKED']);
    return hand(deps, tx, ctx, id, 'RUNNING');
  });
}

/** Gives an archive up. Its job notices; another one removes its bytes. */
async function giveUp(
  deps: Deps,
  tx: AccountTransaction,
  { accountId }: { accountId: number },
  id: number,
): Promise<void> {
  await tx.archive.update({
    where: rowKey({ accountId }, id),
    data: { state: 'CANCELLED', finishedAt: deps.clock(), revision: { increment: 1 } },
  });
  await deps.jobs.enqueue(tx, clearArchiveJob, { accountId, archiveId: id });
}

/** @throws AppError ARCHIVE_STATE when it is back, or was given up */
export const cancelArchive = (deps: Deps, ctx: Ctx, id: number): Promise<Archive> =>
  inTransaction(deps, ctx, async (tx) => {
    await lockArchive(tx, ctx, id, openStates);
    await giveUp(deps, tx, ctx, id);
    return readOne(tx, ctx, id);
  });

const day = 24 * 3_600_000;
/** An upload that nobody goes on with, and an archive that nobody brings back. */
const abandonedDays = 7;

/** Gives up archives that were left before they were brought back, also by a job that was given up. */
export async function giveUpOldArchives(deps: Deps): Promise<void> {
  const before = new Date(deps.clock().getTime() - abandonedDays * day);
  const where = { state: { in: openStates }, updatedAt: { lt: before } };
  const old = await deps.db.global.archive.findMany({ where, select: { accountId: true, id: true } });
  for (const { accountId, id } of old)
    await deps.db.of({ accountId }).$transaction(async (tx) => {
      const { count } = await tx.archive.updateMany({ where: { id, ...where }, data: { updatedAt: before } });
      if (count > 0) await giveUp(deps, tx, { accountId }, id);
    });
}
