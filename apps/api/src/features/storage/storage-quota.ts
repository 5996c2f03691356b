/** The quota of an account, a sum over its users' plans, compared with the total that the database keeps. */
import { formatSize } from '@servicebook/i18n/format.ts';
import type { Language } from '@servicebook/shared/primitives';
import type { StorageUse } from '@servicebook/shared/storage';
import type { Deps } from '../../deps.ts';
import type { FileKind } from '../../generated/prisma/client.ts';
import { AppError } from '../../platform/app-error.ts';
import type { Ctx } from '../../platform/ctx.ts';
import type { AccountDatabase, AccountTransaction } from '../../platform/tenancy.ts';

/** Kinds of uploaded files. The triggers on the files count the same kinds. */
export const countedKinds: readonly FileKind[] = [
  'MACHINE_FILE',
  'MACHINE_NAMEPLATE',
  'SERVICE_FILE',
  'VISIT_FILE',
];

const megabyte = 1_000_000;

export interface Storing {
  accountId: number;
  language?: Language;
  /** When it was added, if it waited on a phone. */
  writtenAt?: Date;
}

export const readStorageUse = (
  deps: Pick<Deps, 'db' | 'clock'>,
  ctx: Pick<Ctx, 'accountId'>,
): Promise<StorageUse> => useOf(deps.db.of(ctx), ctx, deps.clock());

/**
 * Only users who can work count: a plan nobody has paid for brings no room, or an account could grow its quota by
 * adding users.
 * @throws AppError NOT_SIGNED_IN for a deleted account
 */
async function useOf(
  db: AccountDatabase | AccountTransaction,
  { accountId }: Storing,
  now: Date,
): Promise<StorageUse> {
  const [row] = await db.$queryRaw<{ open: boolean; used: bigint; megabytes: bigint }[]>`
    SELECT EXISTS (SELECT FROM account a WHERE a.id = ${accountId} AND a.deleted_at IS NULL) AS open,
           coalesce((SELECT s.bytes FROM account_storage s WHERE s.account_id = ${accountId}), 0) AS used,
           coalesce((SELECT sum(p.storage_megabytes)
                       FROM app_user u JOIN account_plan p ON p.id = u.account_plan_id
                      WHERE u.account_id = ${accountId} AND u.active AND (p.type = 'FREE' OR u.plan_expired > ${now})),
                    0) AS megabytes`;
  // The account was deleted while the file was on its way.
  if (!row?.open) throw new AppError('NOT_SIGNED_IN');
  return { used: Number(row.used), total: Number(row.megabytes) * megabyte };
}

/**
 * Refuses bytes that clearly do not fit, before they are written. It does not see simultaneous uploads:
 * `keepWithinQuota` decides.
 * @throws AppError STORAGE_QUOTA_REACHED
 */
export async function requireRoom(deps: Deps, ctx: Storing, bytes: number): Promise<void> {
  refuseBeyond(await useOf(deps.db.of(ctx), ctx, deps.clock()), ctx, bytes);
}

/**
 * Refuses the file that was just added in this transaction, when it goes beyond the quota. The trigger has locked the
 * account's counter until the commit, so that files that are added at once are counted one after the other.
 * @throws AppError STORAGE_QUOTA_REACHED
 */
export async function keepWithinQuota(
  tx: AccountTransaction,
  ctx: Storing,
  { kind, size, now }: { kind: FileKind; size: number; now: Date },
): Promise<void> {
  if (!countedKinds.includes(kind)) return;
  const { used, total } = await useOf(tx, ctx, now);
  refuseBeyond({ used: used - size, total }, ctx, size);
}

function refuseBeyond({ used, total }: StorageUse, { language = 'en' }: Storing, more: number): void {
  if (used + more <= total) return;
  const values = { used: formatSize(used, language), total: formatSize(total, language) };
  throw new AppError('STORAGE_QUOTA_REACHED', { values });
}
