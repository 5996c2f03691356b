import type { Category, CategoryInsert, CategorySearch, CategoryUpdate } from '@servicebook/shared/category';
import type { Page } from '@servicebook/shared/primitives';
import type { Deps } from '../../deps.ts';
import { Prisma } from '../../generated/prisma/client.ts';
import { AppError } from '../../platform/app-error.ts';
import type { Ctx } from '../../platform/ctx.ts';
import { inOrder, orderBy, readJson, readPage, textMatchesAnywhere } from '../../platform/paged-query.ts';
import { inTransaction, refusing, rowKey, scopedAccount, startingFrom } from '../../platform/tenancy.ts';
import { changesBetween, record } from '../audit/audit.service.ts';
import { moveToBin } from '../deletion/move-to-bin.ts';
import { countLinkedMachines } from '../device/device-counts.ts';
import { lockNames } from '../name-lock/name-lock.ts';

const sameName = { category_account_id_name_key: () => new AppError('CATEGORY_EXISTS') };
const inUse = (deps: Deps, ctx: Ctx, categoryId: number) => ({
  device_account_id_category_id_fkey: async () =>
    new AppError('CATEGORY_IN_USE', { linked: await countLinkedMachines(deps, ctx, { categoryId }) }),
});

const withCount = ({ accountId }: Pick<Ctx, 'accountId'>) =>
  ({ _count: { select: { devices: { where: { accountId, archivedAt: null } } } } }) as const;

const deviceCount = Prisma.sql`(SELECT count(*)::int FROM device d WHERE d.account_id = ${scopedAccount} AND d.category_id = c.id AND d.archived_at IS NULL)`;

const columns = Prisma.sql`c.id, c.name, ${deviceCount} AS count,
  to_json(c.service_review_operations)::text AS "serviceReviewOperationsList",
  c.inspection_period_in_months AS "inspectionPeriodInMonths", c.revision`;

export const listCategories = (deps: Deps, ctx: Ctx): AsyncGenerator<Buffer> =>
  readJson(deps.db, ctx, {
    select: columns,
    from: Prisma.sql`FROM category c WHERE c.account_id = ${ctx.accountId}`,
    order: inOrder('desc', Prisma.sql`c.id`),
    id: Prisma.sql`c.id`,
  });

/** Those of the account among these ids. */
export const readCategoriesById = (
  deps: Deps,
  ctx: Pick<Ctx, 'accountId'>,
  ids: readonly number[],
): Promise<Category[]> =>
  deps.db.read<Category>(
    ctx,
    Prisma.sql`SELECT ${columns} FROM category c
      WHERE c.account_id = ${ctx.accountId} AND c.id = ANY(${ids}::int[])`,
  );

const sortColumns = {
  id: { column: Prisma.sql`c.id` },
  name: { column: Prisma.sql`c.name`, named: true },
  count: { column: deviceCount },
};

export async function searchCategories(
  deps: Deps,
  ctx: Ctx,
  search: CategorySearch,
): Promise<Page<Category>> {
  const { text, page, size, sort = { by: 'id', direction: 'desc' } } = search;
  return readPage<Category>(deps.db, ctx, {
    select: columns,
    from: Prisma.sql`FROM category c WHERE c.account_id = ${ctx.accountId} AND ${textMatchesAnywhere(Prisma.sql`c.search`, text)}`,
    order: orderBy(sortColumns, sort, Prisma.sql`c.id`, ctx.language),
    page,
    size,
  });
}

export async function findCategory(deps: Deps, ctx: Ctx, id: number): Promise<Category> {
  return toCategory(
    await deps.db.of(ctx).category.findUniqueOrThrow({ where: rowKey(ctx, id), include: withCount(ctx) }),
  );
}

export async function insertCategory(deps: Deps, ctx: Ctx, input: CategoryInsert): Promise<Category> {
  return refusing(sameName, () =>
    inTransaction(deps, ctx, async (tx) => {
      const row = await tx.category.create({
        data: { ...input, accountId: ctx.accountId },
        include: withCount(ctx),
      });
      await record(tx, ctx, { kind: 'CREATED', entity: 'category', entityId: row.id, what: row.name });
      return toCategory(row);
    }),
  );
}

/** The service actions are replaced as a whole, in the order given; without them only the name changes. */
export async function updateCategory(deps: Deps, ctx: Ctx, input: CategoryUpdate): Promise<Category> {
  const { id, revision, serviceReviewOperationsList: serviceReviewOperations, ...own } = input;
  const { name } = own;
  return refusing(sameName, () =>
    inTransaction(deps, ctx, async (tx) => {
      const before = await tx.category.findUniqueOrThrow({ where: rowKey(ctx, id) });
      // Machines are found by it, and whoever saves one reads it.
      if (before.name !== name) await lockNames(tx, ctx);
      const data = { ...own, ...(serviceReviewOperations && { serviceReviewOperations }) };
      const row = await startingFrom(revision, () =>
        tx.category.update({
          where: { ...rowKey(ctx, id), revision },
          data: { ...data, revision: { increment: 1 } },
          include: withCount(ctx),
        }),
      );
      const changes = changesBetween(before, data);
      await record(tx, ctx, { kind: 'CHANGED', entity: 'category', entityId: id, what: name, changes });
      return toCategory(row);
    }),
  );
}

export async function deleteCategory(deps: Deps, ctx: Ctx, id: number): Promise<void> {
  await refusing(inUse(deps, ctx, id), () =>
    inTransaction(deps, ctx, async (tx) => {
      const row = await moveToBin(deps, tx, ctx, {
        kind: 'category',
        id,
        remove: () => tx.category.delete({ where: rowKey(ctx, id) }),
        called: ({ name }) => ({ title: name }),
      });
      await record(tx, ctx, { kind: 'DELETED', entity: 'category', entityId: id, what: row.name });
    }),
  );
}

const toCategory = (row: {
  id: number;
  name: string;
  serviceReviewOperations: string[];
  inspectionPeriodInMonths: number | null;
  revision: number;
  _count: { devices: number };
}): Category => ({
  id: row.id,
  name: row.name,
  count: row._count.devices,
  serviceReviewOperationsList: JSON.stringify(row.serviceReviewOperations),
  inspectionPeriodInMonths: row.inspectionPeriodInMonths,
  revision: row.revision,
});
