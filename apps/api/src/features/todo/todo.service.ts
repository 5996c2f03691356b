/** To-dos. Those planned from a protocol live and die with it, and are changed through it. */
import type { Page } from '@servicebook/shared/primitives';
import { documentNumber } from '@servicebook/shared/service';
import type { ServiceTodoInput, Todo, TodoInput, TodoSearch } from '@servicebook/shared/todo';
import type { Ctx, Deps } from '../../context.ts';
import { Prisma } from '../../generated/prisma/client.ts';
import { AppError, refuseFields } from '../../platform/app-error.ts';
import { contains, orderBy, readPage } from '../../platform/paged-query.ts';
import { type AccountTransaction, inTransaction, refusing, rowKey } from '../../platform/tenancy.ts';
import { changesBetween, record } from '../audit/audit.service.ts';

const person = { select: { id: true, firstName: true, lastName: true } } as const;
const withParts = {
  userCreated: person,
  assignee: person,
  service: {
    omit: { search: true },
    include: {
      customer: {
        select: {
          id: true,
          shortName: true,
          fullName: true,
          streetAddress: true,
          zipCode: true,
          city: true,
          country: true,
        },
      },
      devices: { include: { device: { select: { id: true, name: true } } }, orderBy: { position: 'asc' } },
    },
  },
} as const;
type TodoRow = Prisma.TodoGetPayload<{ include: typeof withParts }>;

const unknownAssignee = {
  todo_account_id_assignee_id_fkey: () => refuseFields({ assigneeId: 'INVALID' }),
};

export async function listTodos(deps: Deps, ctx: Ctx, toDoStatus: 'TODO' | 'ALL'): Promise<Todo[]> {
  const rows = await deps.db.of(ctx).todo.findMany({
    where: toDoStatus === 'TODO' ? { status: 'TODO' } : {},
    include: withParts,
    orderBy: { id: 'desc' },
  });
  return rows.map(toTodo);
}

const sortColumns = {
  id: { column: Prisma.sql`t.id` },
  date: { column: Prisma.sql`t.date` },
  description: { column: Prisma.sql`t.description`, named: true },
  toDoStatus: { column: Prisma.sql`t.status` },
};

export async function searchTodos(deps: Deps, ctx: Ctx, search: TodoSearch): Promise<Page<Todo>> {
  const { text, toDoStatus, assigneeId, dueUntil, sort = { by: 'id', direction: 'desc' } } = search;
  const yes = Prisma.sql`TRUE`;
  const words = Prisma.sql`concat_ws(' ', t.description, c.short_name, c.full_name, c.city, u.first_name, u.last_name)`;
  const found = await readPage<{ id: number }>(deps.db, ctx, {
    select: Prisma.sql`t.id`,
    from: Prisma.sql`FROM todo t
      LEFT JOIN service s ON s.account_id = t.account_id AND s.id = t.service_id
      LEFT JOIN customer c ON c.account_id = s.account_id AND c.id = s.customer_id
      LEFT JOIN app_user u ON u.account_id = t.account_id AND u.id = t.assignee_id
      WHERE t.account_id = ${ctx.accountId}
        AND ${toDoStatus === 'TODO' ? Prisma.sql`t.status = 'TODO'` : yes}
        AND ${assigneeId ? Prisma.sql`t.assignee_id = ${assigneeId}` : yes}
        AND ${dueUntil ? Prisma.sql`t.date <= ${dueUntil}::date` : yes}
        AND ${contains(words, text)}`,
    order: orderBy(sortColumns, sort, Prisma.sql`t.id`, ctx.language),
    page: search.page,
    size: search.size,
  });
  const rows = await deps.db.of(ctx).todo.findMany({
    where: { id: { in: found.content.map(({ id }) => id) } },
    include: withParts,
  });
  const byId = new Map(rows.map((row) => [row.id, toTodo(row)]));
  return { ...found, content: found.content.flatMap(({ id }) => byId.get(id) ?? []) };
}

export async function findTodo(deps: Deps, ctx: Ctx, id: number): Promise<Todo> {
  return toTodo(await deps.db.of(ctx).todo.findUniqueOrThrow({ where: rowKey(ctx, id), include: withParts }));
}

/** @throws AppError TODO_OF_SERVICE when it belongs to a protocol */
export async function saveTodo(deps: Deps, ctx: Ctx, input: TodoInput): Promise<Todo> {
  const { id, toDoStatus: status, description, date, assigneeId } = input;
  const data = { status, description, date: date ? new Date(date) : null, assigneeId };
  return refusing(unknownAssignee, () =>
    inTransaction(deps, ctx, async (tx) => {
      if (id !== null) return changeTodo(tx, ctx, await findAlone(tx, ctx, id), data);
      const row = await tx.todo.create({
        data: { ...data, accountId: ctx.accountId, userCreatedId: ctx.userId },
        include: withParts,
      });
      await record(tx, ctx, { kind: 'CREATED', entity: 'todo', entityId: row.id, what: titleOf(row) });
      return toTodo(row);
    }),
  );
}

export async function changeServiceTodo(deps: Deps, ctx: Ctx, input: ServiceTodoInput): Promise<Todo> {
  const { id: serviceId, toDoStatus: status, todo, date, assigneeId } = input;
  const data = {
    status,
    assigneeId,
    ...(todo && { description: todo }),
    ...(date && { date: new Date(date) }),
  };
  return refusing(unknownAssignee, () =>
    inTransaction(deps, ctx, async (tx) =>
      changeTodo(tx, ctx, await tx.todo.findFirstOrThrow({ where: { serviceId } }), data),
    ),
  );
}

/** @throws AppError TODO_OF_SERVICE when it belongs to a protocol */
export async function deleteTodo(deps: Deps, ctx: Ctx, id: number): Promise<void> {
  await inTransaction(deps, ctx, async (tx) => {
    const row = await findAlone(tx, ctx, id);
    await tx.todo.delete({ where: rowKey(ctx, id) });
    await record(tx, ctx, { kind: 'DELETED', entity: 'todo', entityId: id, what: titleOf(row) });
  });
}

/** A to-do never changes sides, so what is asked here still holds when it is written. */
async function findAlone(tx: AccountTransaction, ctx: Ctx, id: number) {
  const row = await tx.todo.findUniqueOrThrow({ where: rowKey(ctx, id) });
  if (row.serviceId !== null) throw new AppError('TODO_OF_SERVICE');
  return row;
}

async function changeTodo(
  tx: AccountTransaction,
  ctx: Ctx,
  before: { id: number },
  data: Prisma.TodoUncheckedUpdateInput,
): Promise<Todo> {
  const row = await tx.todo.update({ where: rowKey(ctx, before.id), data, include: withParts });
  await record(tx, ctx, {
    kind: 'CHANGED',
    entity: 'todo',
    entityId: row.id,
    what: titleOf(row),
    changes: changesBetween({ ...before }, data),
  });
  return toTodo(row);
}

/** How the log calls it. */
const titleOf = ({ description }: { description: string }): string => description.slice(0, 100);

const toTodo = ({ service, ...row }: TodoRow): Todo => ({
  id: row.id,
  date: row.date?.toISOString().slice(0, 10) ?? null,
  description: row.description,
  toDoStatus: row.status,
  userCreated: row.userCreated,
  assignee: row.assignee,
  service: service && {
    id: service.id,
    date: service.date.toISOString(),
    number: documentNumber(service),
    customer: service.customer,
    devices: service.devices.map(({ device }) => device),
  },
});
