import type { Branch, BranchInput } from '@servicebook/shared/branch';
import type { Deps } from '../../deps.ts';
import type { Branch as Row } from '../../generated/prisma/client.ts';
import type { Ctx } from '../../platform/ctx.ts';
import { inTransaction, rowKey } from '../../platform/tenancy.ts';
import { changesBetween, record } from '../audit/audit.service.ts';
import { moveToBin } from '../deletion/move-to-bin.ts';

export async function listBranches(deps: Deps, ctx: Ctx): Promise<Branch[]> {
  const rows = await deps.db.of(ctx).branch.findMany({ orderBy: { id: 'desc' } });
  return rows.map(toBranch);
}

/** Adds a branch, or changes the one whose id is given. */
export async function saveBranch(deps: Deps, ctx: Ctx, { id, ...input }: BranchInput): Promise<Branch> {
  return inTransaction(deps, ctx, async (tx) => {
    const before = id === null ? null : await tx.branch.findUniqueOrThrow({ where: rowKey(ctx, id) });
    const row = before
      ? await tx.branch.update({ where: rowKey(ctx, before.id), data: input })
      : await tx.branch.create({ data: { ...input, accountId: ctx.accountId } });
    await record(tx, ctx, {
      kind: before ? 'CHANGED' : 'CREATED',
      entity: 'branch',
      entityId: row.id,
      what: row.name,
      changes: before ? changesBetween(before, input) : {},
    });
    return toBranch(row);
  });
}

export async function deleteBranch(deps: Deps, ctx: Ctx, id: number): Promise<void> {
  await inTransaction(deps, ctx, async (tx) => {
    const row = await moveToBin(deps, tx, ctx, {
      kind: 'branch',
      id,
      remove: () => tx.branch.delete({ where: rowKey(ctx, id) }),
      called: ({ name }) => ({ title: name }),
    });
    await record(tx, ctx, { kind: 'DELETED', entity: 'branch', entityId: id, what: row.name });
  });
}

const toBranch = ({
  accountId: _,
  createdAt: __,
  updatedAt: ___,
  latitude,
  longitude,
  ...branch
}: Row): Branch => ({
  ...branch,
  latitude: String(latitude),
  longitude: String(longitude),
});
