/** Stored files: their bytes in the file store, their rows in the database, and how the two stay consistent. */
import { createHash } from 'node:crypto';
import { may } from '@servicebook/shared/access';
import type { Deps } from '../../deps.ts';
import type { FileKind, StoredFile } from '../../generated/prisma/client.ts';
import { AppError } from '../../platform/app-error.ts';
import { type Ctx, doneAt } from '../../platform/ctx.ts';
import type { FileAnswer, UploadedFile } from '../../platform/file-transfer.ts';
import { type AccountDatabase, type AccountTransaction, rowKey } from '../../platform/tenancy.ts';
import type { WorkFor } from '../../platform/work/fair-queue.ts';
import { keepWithinQuota, requireRoom, type Storing } from './storage-quota.ts';
import { isInline, readUpload, servedType, type UploadContent } from './upload-content.ts';

/** Files whose record tells its name on the wire, by which they are found too. */
const foundByName: FileKind[] = [
  'MACHINE_FILE',
  'MACHINE_NAMEPLATE',
  'SERVICE_FILE',
  'VISIT_FILE',
  'INVOICE_PDF',
];

/** Papers of orders: for who may order, and also when access has run out. */
const ofOrders: readonly FileKind[] = ['INVOICE_PDF', 'INVOICE_XML'];

/**
 * A file by its key, or by the name of its record where only one has it, as far as the caller may have it.
 * @throws AppError NOT_FOUND; AMBIGUOUS_FILE_NAME; NO_PERMISSION for an invoice, unless the caller may order; NOT_ACTIVE_SUBSCRIPTION for
 * anything else when paid access has run out
 */
export async function downloadFile(
  deps: Deps,
  ctx: Pick<Ctx, 'accountId' | 'expired' | 'roles'>,
  keyOrName: string,
): Promise<FileAnswer> {
  const file = (await findByKey(deps, ctx, keyOrName)) ?? (await findByName(deps, ctx, keyOrName));
  if (!file) throw new AppError('NOT_FOUND');
  const isOfOrder = ofOrders.includes(file.kind);
  if (isOfOrder && !may(ctx.roles, 'order.manage')) throw new AppError('NO_PERMISSION');
  if (ctx.expired && !isOfOrder) throw new AppError('NOT_ACTIVE_SUBSCRIPTION');
  return toAnswer(deps, file);
}

/** A file by its key, for a caller who was let pass already. @throws AppError NOT_FOUND */
export async function openFile(deps: Deps, of: Pick<Ctx, 'accountId'>, key: string): Promise<FileAnswer> {
  const file = await findByKey(deps, of, key);
  if (!file) throw new AppError('NOT_FOUND');
  return toAnswer(deps, file);
}

/**
 * The bytes that a signed snapshot names: it never changes, but after a return from an archive its files have other keys.
 * @throws if the bytes are lost
 */
export async function readFile(
  deps: Deps,
  { accountId }: Pick<Ctx, 'accountId'>,
  key: string,
): Promise<Buffer> {
  const where = { accountId_formerKey: { accountId, formerKey: key } };
  const moved = await deps.db.of({ accountId }).storedFile.findUnique({ where, select: { key: true } });
  return deps.files.get(moved?.key ?? key);
}

/** The key is looked up within the account and never used as a path. */
const findByKey = (
  deps: Deps,
  { accountId }: Pick<Ctx, 'accountId'>,
  key: string,
): Promise<StoredFile | null> =>
  deps.db.of({ accountId }).storedFile.findUnique({ where: { accountId_key: { accountId, key } } });

async function findByName(
  deps: Deps,
  of: Pick<Ctx, 'accountId'>,
  filename: string,
): Promise<StoredFile | null> {
  const where = { filename, kind: { in: foundByName } };
  const [file = null, another] = await deps.db.of(of).storedFile.findMany({ where, take: 2 });
  if (another) throw new AppError('AMBIGUOUS_FILE_NAME');
  return file;
}

const toAnswer = (deps: Deps, { key, filename, contentType, size }: StoredFile): FileAnswer => ({
  content: deps.files.stream(key),
  filename,
  contentType: servedType(contentType),
  size,
  inline: isInline(contentType),
});

interface FileOf {
  kind: FileKind;
  serviceId?: number;
  deviceId?: number;
  visitId?: number;
  description?: string;
  print?: boolean;
}

/** Bytes that lie in the store and wait for their row. */
export interface PendingFile {
  key: string;
  filename: string;
  contentType: string;
  sha256: string;
  /** Writes the row; with it the bytes are kept. */
  attach(tx: AccountTransaction, ctx: Storing & { userId: number | null }, of: FileOf): Promise<number>;
  /**
   * Puts the bytes in the place of a file's that does not count for the quota. Who reads the former ones may still be at
   * it, so they go later: see `forgetBytes`.
   * @returns the former key
   */
  replace(tx: AccountTransaction, ctx: { accountId: number }, fileId: number): Promise<string>;
}

/**
 * Stores bytes, runs `work`, and removes the bytes again when no row was written for them: because `work` failed,
 * or because the request was a repetition that had been answered before.
 */
export async function withStoredFile<Result>(
  deps: Deps,
  content: UploadContent,
  work: (file: PendingFile) => Promise<Result>,
): Promise<Result> {
  const { bytes, filename, contentType, sentSha256 } = content;
  const key = await deps.files.put(bytes);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  let owner: { accountId: number } | undefined;
  const file: PendingFile = {
    key,
    filename,
    contentType,
    sha256,
    async attach(tx, ctx, of) {
      const { accountId, userId } = ctx;
      const data = {
        accountId,
        key,
        filename,
        contentType,
        size: bytes.length,
        sha256,
        ...(sentSha256 !== sha256 && { sentSha256 }),
        userCreatedId: userId,
        createdAt: doneAt(deps, ctx),
        ...of,
      };
      const row = await tx.storedFile.create({ data });
      owner = { accountId };
      await keepWithinQuota(tx, ctx, { kind: of.kind, size: bytes.length, now: deps.clock() });
      return row.id;
    },
    async replace(tx, { accountId }, fileId) {
      const where = rowKey({ accountId }, fileId);
      const former = await tx.storedFile.findUniqueOrThrow({ where, select: { key: true } });
      await tx.storedFile.update({ where, data: { key, size: bytes.length, sha256 } });
      owner = { accountId };
      return former.key;
    },
  };
  try {
    return await work(file);
  } finally {
    // Whether the transaction of the row committed is the database's to say; where it is silent, the bytes stay: an
    // orphan is better than a row without its bytes.
    const isKept = owner !== undefined && (await isStored(deps.db.of(owner), key, owner).catch(() => true));
    if (!isKept) await removeBytes(deps, [key]);
  }
}

/** Whether a row speaks of these bytes, be it in the bin. */
export async function isStored(
  db: Pick<AccountDatabase, '$queryRaw'>,
  key: string,
  { accountId }: { accountId: number },
): Promise<boolean> {
  const [row] = await db.$queryRaw<{ found: boolean }[]>`
    SELECT EXISTS (SELECT FROM stored_file WHERE account_id = ${accountId} AND key = ${key})
        OR EXISTS (SELECT FROM bin_row WHERE account_id = ${accountId} AND file_key = ${key}) AS found`;
  return row?.found ?? false;
}

/** The same for a file that came with a request, or did not. @throws AppError STORAGE_QUOTA_REACHED */
export async function withUpload<Result>(
  deps: Deps,
  of: WorkFor & Storing,
  upload: UploadedFile | undefined,
  work: (file: PendingFile | undefined) => Promise<Result>,
): Promise<Result> {
  if (!upload) return work(undefined);
  const content = await readUpload(deps, of, upload);
  await requireRoom(deps, of, content.bytes.length);
  return withStoredFile(deps, content, work);
}

/** Removes files whose rows a committed transaction has deleted. A failure leaves an orphan, which does no harm. */
export async function removeBytes(deps: Pick<Deps, 'files' | 'log'>, keys: readonly string[]): Promise<void> {
  for (const key of keys) {
    await deps.files
      .remove(key)
      .catch((error: unknown) => deps.log.files.warn({ err: error }, 'file left behind'));
  }
}
