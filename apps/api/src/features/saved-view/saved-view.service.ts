/** Views of lists under a name. A view without an owner is the company's. */
import { may } from '@servicebook/shared/access';
import {
  mostViews,
  type SavedView,
  type SavedViewInsert,
  type SavedViewOrder,
  type SavedViewUpdate,
  type ViewList,
} from '@servicebook/shared/saved-view';
import type { Deps } from '../../deps.ts';
import type { SavedView as SavedViewRow } from '../../generated/prisma/client.ts';
import { AppError, refuseFields } from '../../platform/app-error.ts';
import type { Ctx } from '../../platform/ctx.ts';
import { type AccountTransaction, oneAtATime, refusing, rowKey } from '../../platform/tenancy.ts';
import { changesBetween, record } from '../audit/audit.service.ts';

const sameName = { saved_view_name_key: () => refuseFields({ name: 'LISTED_TWICE' }) };

/** The views of a list that the caller may use, the company's included. */
export async function listViews(deps: Deps, ctx: Ctx, list: ViewList): Promise<SavedView[]> {
  const rows = await deps.db.of(ctx).savedView.findMany({
    where: { list, OR: [{ ownerId: ctx.userId }, { ownerId: null }] },
    orderBy: [{ position: 'asc' }, { id: 'asc' }],
  });
  return rows.map(toView);
}

/** Saves a view as the last one of its list. @throws AppError NO_PERMISSION, VALIDATION_FAILED */
export async function insertView(deps: Deps, ctx: Ctx, input: SavedViewInsert): Promise<SavedView> {
  const { company, ...content } = input;
  if (company) requireAdmin(ctx);
  const ownerId = company ? null : ctx.userId;
  return refusing(sameName, () =>
    // One at a time, so that the number of views counts.
    oneAtATime(deps, ctx, async (tx) => {
      const { _count: count, _max: last } = await tx.savedView.aggregate({
        where: { list: content.list, ownerId },
        _count: true,
        _max: { position: true },
      });
      if (count >= mostViews) throw refuseFields({ name: 'TOO_MANY' });
      const position = (last.position ?? 0) + 1;
      const row = await tx.savedView.create({
        data: { ...content, accountId: ctx.accountId, ownerId, position },
      });
      if (company)
        await record(tx, ctx, { kind: 'CREATED', entity: 'savedView', entityId: row.id, what: row.name });
      return toView(row);
    }),
  );
}

/** @throws AppError NOT_FOUND, also for a colleague's view; NO_PERMISSION, VALIDATION_FAILED */
export async function updateView(
  deps: Deps,
  ctx: Ctx,
  { id, name, query }: SavedViewUpdate,
): Promise<SavedView> {
  return refusing(sameName, () =>
    oneAtATime(deps, ctx, async (tx) => {
      const before = await findChangeable(tx, ctx, id);
      const data = { ...(name !== undefined && { name }), ...(query !== undefined && { query }) };
      const row = await tx.savedView.update({ where: rowKey(ctx, id), data });
      if (before.ownerId === null)
        await record(tx, ctx, {
          kind: 'CHANGED',
          entity: 'savedView',
          entityId: id,
          what: row.name,
          changes: changesBetween({ ...before }, data),
        });
      return toView(row);
    }),
  );
}

/**
 * Puts views in the order given; those that somebody has added in the meantime keep their place.
 * @throws AppError NOT_FOUND if one of them is not a view of this list; NO_PERMISSION
 */
export async function orderViews(
  deps: Deps,
  ctx: Ctx,
  { list, company, ids }: SavedViewOrder,
): Promise<void> {
  if (company) requireAdmin(ctx);
  const ownerId = company ? null : ctx.userId;
  await oneAtATime(deps, ctx, async (tx) => {
    for (const [index, id] of ids.entries())
      await tx.savedView.update({
        where: { ...rowKey(ctx, id), list, ownerId },
        data: { position: index + 1 },
      });
  });
}

/** @throws AppError NOT_FOUND, also for a colleague's view; NO_PERMISSION */
export async function deleteView(deps: Deps, ctx: Ctx, id: number): Promise<void> {
  await oneAtATime(deps, ctx, async (tx) => {
    const { name, ownerId } = await findChangeable(tx, ctx, id);
    await tx.savedView.delete({ where: rowKey(ctx, id) });
    if (ownerId === null)
      await record(tx, ctx, { kind: 'DELETED', entity: 'savedView', entityId: id, what: name });
  });
}

/** A view that the caller may change. That a colleague has one of their own is nobody's business. */
async function findChangeable(tx: AccountTransaction, ctx: Ctx, id: number): Promise<SavedViewRow> {
  const row = await tx.savedView.findUniqueOrThrow({ where: rowKey(ctx, id) });
  if (row.ownerId === null) requireAdmin(ctx);
  else if (row.ownerId !== ctx.userId) throw new AppError('NOT_FOUND');
  return row;
}

function requireAdmin(ctx: Ctx): void {
  if (!may(ctx.roles, 'account.manage')) throw new AppError('NO_PERMISSION');
}

const toView = ({ id, name, ownerId, query }: SavedViewRow): SavedView => ({
  id,
  name,
  company: ownerId === null,
  query,
});
