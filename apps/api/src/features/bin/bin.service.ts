/** The bin: what was deleted in the last weeks, to be restored or erased. */
import {
  type BinEntry,
  type BinKind,
  type BinSearch,
  binDays,
  type Restored,
  type Undo,
  undoSeconds,
} from '@servicebook/shared/bin';
import type { Page } from '@servicebook/shared/primitives';
import type { Deps } from '../../deps.ts';
import { type BinEntry as EntryRow, Prisma } from '../../generated/prisma/client.ts';
import { AppError } from '../../platform/app-error.ts';
import type { Ctx } from '../../platform/ctx.ts';
import {
  contains,
  mapPage,
  orderBy,
  readPage,
  type SortColumn,
  selected,
} from '../../platform/paged-query.ts';
import { type AccountTransaction, inTransaction } from '../../platform/tenancy.ts';
import { record } from '../audit/audit.service.ts';
import { binTables } from '../deletion/bin-kinds.ts';
import { namesOf } from '../log/changes.service.ts';
import { removeBytes } from '../storage/storage.service.ts';
import { readStorageUse } from '../storage/storage-quota.ts';
import { restoreEntry } from './bin-restore.ts';

const day = 24 * 3_600_000;

const fields = {
  id: { column: Prisma.sql`id` },
  kind: { column: Prisma.sql`kind` },
  title: { column: Prisma.sql`title`, named: true },
  parent: { column: Prisma.sql`parent` },
  files: { column: Prisma.sql`files` },
  userId: { column: Prisma.sql`user_id` },
  who: { column: Prisma.sql`who` },
  deletedAt: { column: Prisma.sql`deleted_at` },
} satisfies Record<string, SortColumn>;

/** The deleted records by their names and what they belonged to. */
export async function searchBin(
  deps: Deps,
  ctx: Ctx,
  { text, sort = { by: 'deletedAt', direction: 'desc' }, page, size }: BinSearch,
): Promise<Page<BinEntry>> {
  const found = await readPage<Omit<EntryRow, 'accountId' | 'recordId'>>(deps.db, ctx, {
    select: selected(fields),
    from: Prisma.sql`FROM bin_entry WHERE account_id = ${ctx.accountId}
      AND ${contains(Prisma.sql`title || ' ' || parent`, text)}`,
    order: orderBy(fields, sort, Prisma.sql`id`, ctx.language),
    page,
    size,
  });
  const nameOf = await namesOf(deps.db.of(ctx), found.content);
  return mapPage(found, (row) => ({
    ...row,
    kind: row.kind as BinKind,
    who: nameOf(row),
    deletedAt: row.deletedAt.toISOString(),
    erasedAt: new Date(row.deletedAt.getTime() + binDays * day).toISOString(),
  }));
}

/** @throws AppError NOT_FOUND; see restoreEntry */
export const restoreFromBin = (deps: Deps, ctx: Ctx, id: number): Promise<Restored> =>
  restoreEntry(deps, ctx, { find: (tx) => lockEntry(tx, ctx, Prisma.sql`id = ${id}`), isUndo: false });

/** @throws AppError NOT_FOUND, NO_PERMISSION, UNDO_TOO_LATE; see restoreEntry */
export const undoDeletion = (deps: Deps, ctx: Ctx, { kind, id }: Undo): Promise<Restored> =>
  restoreEntry(deps, ctx, {
    async find(tx) {
      const entry = await lockEntry(tx, ctx, Prisma.sql`kind = ${kind} AND record_id = ${id}`);
      if (entry.userId !== ctx.userId) throw new AppError('NO_PERMISSION');
      const age = deps.clock().getTime() - entry.deletedAt.getTime();
      if (age > undoSeconds * 1000) throw new AppError('UNDO_TOO_LATE');
      return entry;
    },
    isUndo: true,
  });

/** Who comes second, to restore or to erase, finds nothing any more. @throws AppError NOT_FOUND */
async function lockEntry(
  tx: AccountTransaction,
  { accountId }: { accountId: number },
  which: Prisma.Sql,
): Promise<EntryRow> {
  const [locked] = await tx.$queryRaw<{ id: number }[]>`
    SELECT id FROM bin_entry WHERE account_id = ${accountId} AND ${which} FOR UPDATE`;
  if (!locked) throw new AppError('NOT_FOUND');
  return tx.binEntry.findUniqueOrThrow({ where: { accountId_id: { accountId, id: locked.id } } });
}

/** Erases one record now. @throws AppError NOT_FOUND */
export async function eraseFromBin(deps: Deps, ctx: Ctx, id: number): Promise<void> {
  const keys = await inTransaction(deps, ctx, async (tx) => {
    const { entry, keys } = await erase(tx, ctx, Prisma.sql`id = ${id}`);
    const { title: what, recordId: entityId } = entry;
    const { entity } = binTables[entry.kind as BinKind];
    await record(tx, ctx, { kind: 'ERASED', entity, entityId, what });
    return keys;
  });
  await removeBytes(deps, keys);
}

/** @returns the entry as it was, and the keys of its files, to be removed after the commit */
async function erase(tx: AccountTransaction, of: { accountId: number }, which: Prisma.Sql) {
  const entry = await lockEntry(tx, of, which);
  const files = await tx.binRow.findMany({
    where: { entryId: entry.id, fileKey: { not: null } },
    select: { fileKey: true },
  });
  await tx.binEntry.delete({ where: { accountId_id: { accountId: of.accountId, id: entry.id } } });
  return { entry, keys: files.flatMap(({ fileKey }) => fileKey ?? []) };
}

const entriesAtOnce = 500;

/** Erases what was deleted too long ago. */
export async function eraseExpired(deps: Deps): Promise<void> {
  const deletedAt = { lt: new Date(deps.clock().getTime() - binDays * day) };
  for (;;) {
    const expired = await deps.db.global.binEntry.findMany({
      where: { deletedAt },
      orderBy: [{ accountId: 'asc' }, { id: 'asc' }],
      take: entriesAtOnce,
      select: { accountId: true, id: true },
    });
    for (const { accountId, id } of expired) await eraseOne(deps, { accountId }, id);
    if (expired.length < entriesAtOnce) return;
  }
}

/**
 * Erases what was deleted first while the files in the bin take more room than the account may store. They do not count
 * for its quota, so storing and deleting again and again would otherwise fill the disk.
 */
export async function eraseBeyondQuota(deps: Deps, of: { accountId: number }): Promise<void> {
  const { accountId } = of;
  const account = await deps.db
    .of(of)
    .account.findFirst({ where: { deletedAt: null }, select: { id: true } });
  // Its erasure takes the bin along.
  if (!account) return;
  const { total } = await readStorageUse(deps, of);
  const beyond = await deps.db.of(of).$queryRaw<{ id: number }[]>`
    SELECT id FROM (
      SELECT e.id, sum(f.size) OVER (ORDER BY e.deleted_at DESC, e.id DESC) AS upto
        FROM bin_entry e
        JOIN (SELECT entry_id, sum((content ->> 'size')::bigint) AS size FROM bin_row
               WHERE account_id = ${accountId} AND file_key IS NOT NULL GROUP BY entry_id) AS f ON f.entry_id = e.id
       WHERE e.account_id = ${accountId}) AS entry
     WHERE upto > ${total}`;
  for (const { id } of beyond) await eraseOne(deps, of, id);
}

async function eraseOne(deps: Deps, of: { accountId: number }, id: number): Promise<void> {
  try {
    const { keys } = await deps.db.of(of).$transaction((tx) => erase(tx, of, Prisma.sql`id = ${id}`));
    await removeBytes(deps, keys);
  } catch (error) {
    // Restored, or erased by an admin, a moment ago.
    if (!(error instanceof AppError && error.code === 'NOT_FOUND')) throw error;
  }
}
