/** To-dos. Those planned from a protocol live and die with it, and are changed through it. */

import { nameOf as personName } from '@servicebook/i18n/names.ts';
import { may } from '@servicebook/shared/access';
import { machineName } from '@servicebook/shared/machine-name';
import { maxChosen, type Page } from '@servicebook/shared/primitives';
import { documentNumber } from '@servicebook/shared/service';
import type {
  ServiceTodoInput,
  Todo,
  TodoExport,
  TodoIds,
  TodoInput,
  TodoSearch,
  TodoStatusInput,
} from '@servicebook/shared/todo';
import type { Deps } from '../../deps.ts';
import { Prisma, type Todo as TodoColumns } from '../../generated/prisma/client.ts';
import { AppError, refuseFields } from '../../platform/app-error.ts';
import type { Ctx } from '../../platform/ctx.ts';
import type { FileAnswer } from '../../platform/file-transfer.ts';
import {
  contains,
  isChosen,
  mapPage,
  type Order,
  orderBy,
  readBatches,
  readPage,
} from '../../platform/paged-query.ts';
import { tableColumns, tableFile } from '../../platform/table-file.ts';
import {
  type AccountDatabase,
  type AccountTransaction,
  inTransaction,
  refusing,
  rowKey,
  unwaited,
} from '../../platform/tenancy.ts';
import { textsOf } from '../../platform/texts.ts';
import { type Changes, changeOfPerson, changesBetween, record } from '../audit/audit.service.ts';
import { moveToBin } from '../deletion/move-to-bin.ts';
import { positionOf } from '../geo/machine-point.ts';
import { sitesOfProtocol } from '../service/service-rows.ts';
import { titleOf } from '../service/service-todo.ts';
import { followTodo, holdVisitsOf } from '../visit/visit-todo.ts';

export type TodoData = Omit<TodoColumns, 'search'>;

/** A to-do in one statement, with the people, the protocol and the machines it shows. */
interface TodoRow extends Omit<Todo, 'service'> {
  service: (Omit<NonNullable<Todo['service']>, 'number'> & Parameters<typeof documentNumber>[0]) | null;
}

const nameOf = (user: Prisma.Sql) =>
  Prisma.sql`json_build_object('id', ${user}.id, 'firstName', ${user}.first_name, 'lastName', ${user}.last_name)`;

const todoColumns = Prisma.sql`t.id, t.date::text, t.description, t.status AS "toDoStatus",
  ${nameOf(Prisma.sql`a`)} AS "userCreated",
  CASE WHEN u.id IS NOT NULL THEN ${nameOf(Prisma.sql`u`)} END AS assignee,
  CASE WHEN s.id IS NOT NULL THEN json_build_object(
    'id', s.id, 'date', s.date, 'number', s.number, 'numberExtension', s.number_extension, 'year', s.year,
    'month', s.month, 'devices', ${sitesOfProtocol}, 'customer', json_build_object('id', c.id,
      'shortName', c.short_name, 'fullName', c.full_name, 'streetAddress', c.street_address, 'zipCode', c.zip_code,
      'city', c.city, 'country', c.country, 'position', ${positionOf(Prisma.sql`c`)})) END AS service`;

const todoTables = Prisma.sql`FROM todo t
  JOIN app_user a ON a.account_id = t.account_id AND a.id = t.user_created_id
  LEFT JOIN app_user u ON u.account_id = t.account_id AND u.id = t.assignee_id
  LEFT JOIN service s ON s.account_id = t.account_id AND s.id = t.service_id
  LEFT JOIN customer c ON c.account_id = s.account_id AND c.id = s.customer_id`;

export const unknownAssignee = {
  todo_account_id_assignee_id_fkey: () => refuseFields({ assigneeId: 'INVALID' }),
};

export const listTodos = (deps: Deps, ctx: Ctx, toDoStatus: 'TODO' | 'ALL'): AsyncGenerator<Todo[]> =>
  readTodoBatches(deps, ctx, isShown(ctx, toDoStatus), orderOf(ctx, {}));

/** Those of the account among these ids. */
export async function readTodosById(
  deps: Deps,
  ctx: Pick<Ctx, 'accountId'>,
  ids: readonly number[],
): Promise<Todo[]> {
  const rows = await deps.db.read<TodoRow>(
    ctx,
    Prisma.sql`SELECT ${todoColumns} ${todoTables}
      WHERE t.account_id = ${ctx.accountId} AND t.id = ANY(${ids}::int[])`,
  );
  return rows.map(toTodo);
}

const isShown = ({ accountId }: Ctx, toDoStatus: TodoSearch['toDoStatus']) =>
  Prisma.sql`t.account_id = ${accountId} AND ${toDoStatus === 'TODO' ? Prisma.sql`t.status = 'TODO'` : Prisma.sql`TRUE`}`;

const sortColumns = {
  id: { column: Prisma.sql`t.id` },
  date: { column: Prisma.sql`t.date`, nullable: true },
  description: { column: Prisma.sql`t.description`, named: true },
  toDoStatus: { column: Prisma.sql`t.status` },
};

function matches(ctx: Ctx, { text, toDoStatus, assigneeId, dueUntil, ids }: TodoIds) {
  const yes = Prisma.sql`TRUE`;
  const words = Prisma.sql`concat_ws(' ', t.description, c.short_name, c.full_name, c.city, u.first_name, u.last_name)`;
  return Prisma.sql`${isShown(ctx, toDoStatus)}
    AND ${assigneeId ? Prisma.sql`t.assignee_id = ${assigneeId}` : yes}
    AND ${dueUntil ? Prisma.sql`t.date <= ${dueUntil}::date` : yes}
    AND ${isChosen(Prisma.sql`t.id`, ids)}
    AND ${contains(words, text)}`;
}

const orderOf = ({ language }: Ctx, { sort }: Pick<TodoSearch, 'sort'>) =>
  orderBy(sortColumns, sort ?? { by: 'id', direction: 'desc' }, Prisma.sql`t.id`, language);

export async function searchTodos(deps: Deps, ctx: Ctx, search: TodoSearch): Promise<Page<Todo>> {
  const { text } = search;
  const where = matches(ctx, search);
  const rows = await readPage<TodoRow>(deps.db, ctx, {
    select: todoColumns,
    from: Prisma.sql`${todoTables} WHERE ${where}`,
    counted: text === '' ? Prisma.sql`FROM todo t WHERE ${where}` : undefined,
    order: orderOf(ctx, search),
    page: search.page,
    size: search.size,
  });
  return mapPage(rows, toTodo);
}

/** The first of them, to choose them all. */
export async function findTodoIds(deps: Deps, ctx: Ctx, search: TodoIds): Promise<number[]> {
  const rows = await deps.db.read<{ id: number }>(
    ctx,
    Prisma.sql`SELECT t.id ${todoTables} WHERE ${matches(ctx, search)} ORDER BY t.id LIMIT ${maxChosen}`,
  );
  return rows.map(({ id }) => id);
}

/** All results of a search, as a table to take along. @throws AppError EXPORT_TOO_LARGE */
export async function exportTodos(
  deps: Deps,
  ctx: Ctx,
  { format, ...search }: TodoExport,
): Promise<FileAnswer> {
  const texts = textsOf(ctx.language, 'todo');
  const { text, number, date } = tableColumns<Todo>((key) => texts(`columns.${key}`));
  return tableFile<Todo>(deps, ctx, format, {
    name: texts('title'),
    columns: [
      number('id'),
      text('description'),
      date('date'),
      text('assignee', ({ assignee }) => assignee && personName(assignee)),
      text('state', ({ toDoStatus }) => texts(`states.${toDoStatus}`)),
      text('customer', ({ service }) => service?.customer.shortName),
      text('devices', ({ service }) => service?.devices.map(machineName).join(', ')),
      text('protocol', ({ service }) => service?.number),
      text('createdBy', ({ userCreated }) => personName(userCreated)),
    ],
    batches: readTodoBatches(deps, ctx, matches(ctx, search), orderOf(ctx, search)),
  });
}

async function* readTodoBatches(deps: Deps, ctx: Ctx, where: Prisma.Sql, order: Order) {
  const batches = readBatches<TodoRow>(deps.db, ctx, {
    select: todoColumns,
    from: Prisma.sql`${todoTables} WHERE ${where}`,
    order,
    id: Prisma.sql`t.id`,
  });
  for await (const rows of batches) yield rows.map(toTodo);
}

export const findTodo = (deps: Deps, ctx: Ctx, id: number): Promise<Todo> =>
  readTodo(deps.db.of(ctx), ctx, id);

/** @throws AppError NOT_FOUND */
async function readTodo(
  db: AccountDatabase | AccountTransaction,
  { accountId }: Ctx,
  id: number,
): Promise<Todo> {
  const [row] = await db.$queryRaw<TodoRow[]>(
    Prisma.sql`SELECT ${todoColumns} ${todoTables} WHERE t.account_id = ${accountId} AND t.id = ${id}`,
  );
  if (!row) throw new AppError('NOT_FOUND');
  return toTodo(row);
}

/** @throws AppError TODO_OF_SERVICE when it belongs to a protocol */
export async function saveTodo(deps: Deps, ctx: Ctx, input: TodoInput): Promise<Todo> {
  const { id, toDoStatus: status, description, date, assigneeId } = input;
  const data = { status, description, date: date ? new Date(date) : null, assigneeId };
  return refusing(unknownAssignee, () =>
    inTransaction(deps, ctx, async (tx) => {
      if (id !== null) {
        await changeTodo(deps, tx, ctx, await findAlone(tx, ctx, id), data);
        return readTodo(tx, ctx, id);
      }
      const row = await tx.todo.create({
        data: { ...data, accountId: ctx.accountId, userCreatedId: ctx.userId },
      });
      await record(tx, ctx, { kind: 'CREATED', entity: 'todo', entityId: row.id, what: titleOf(row) });
      return readTodo(tx, ctx, row.id);
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
    inTransaction(deps, ctx, async (tx) => {
      const row = await tx.todo.findFirstOrThrow({ where: { serviceId } });
      await holdVisitsOf(tx, ctx, [row.id]);
      await changeTodo(deps, tx, ctx, row, data);
      return readTodo(tx, ctx, row.id);
    }),
  );
}

/** Done or undone, by an admin or whom it is assigned to. @throws AppError NO_PERMISSION */
export async function setTodoStatus(
  deps: Deps,
  ctx: Ctx,
  { id, toDoStatus: status }: TodoStatusInput,
): Promise<Todo> {
  return inTransaction(deps, ctx, async (tx) => {
    await holdVisitsOf(tx, ctx, [id]);
    // Locked, so that it is still theirs when it is written.
    await unwaited(tx)`SELECT 1 FROM todo WHERE account_id = ${ctx.accountId} AND id = ${id} FOR UPDATE`;
    const row = await tx.todo.findUniqueOrThrow({ where: rowKey(ctx, id) });
    if (!may(ctx.roles, 'todo.complete', row.assigneeId === ctx.userId)) throw new AppError('NO_PERMISSION');
    await changeTodo(deps, tx, ctx, row, { status });
    return readTodo(tx, ctx, id);
  });
}

/** @throws AppError TODO_OF_SERVICE when it belongs to a protocol */
export async function deleteTodo(deps: Deps, ctx: Ctx, id: number): Promise<void> {
  await inTransaction(deps, ctx, async (tx) => {
    await findAlone(tx, ctx, id);
    await removeTodo(deps, tx, ctx, id);
  });
}

/** Puts a to-do that stands alone into the bin. */
export async function removeTodo(deps: Deps, tx: AccountTransaction, ctx: Ctx, id: number): Promise<void> {
  const row = await moveToBin(deps, tx, ctx, {
    kind: 'todo',
    id,
    remove: () => tx.todo.delete({ where: rowKey(ctx, id) }),
    called: (todo) => ({ title: titleOf(todo) }),
  });
  await record(tx, ctx, { kind: 'DELETED', entity: 'todo', entityId: id, what: titleOf(row) });
}

/** A to-do never changes sides, so the result still holds when it is written. */
async function findAlone(tx: AccountTransaction, ctx: Ctx, id: number) {
  const row = await tx.todo.findUniqueOrThrow({ where: rowKey(ctx, id) });
  if (row.serviceId !== null) throw new AppError('TODO_OF_SERVICE');
  return row;
}

/** Changes a to-do; the visit of its protocol follows. */
export async function changeTodo(
  deps: Deps,
  tx: AccountTransaction,
  ctx: Ctx,
  before: TodoData,
  data: Partial<TodoData>,
): Promise<void> {
  const row = await tx.todo.update({ where: rowKey(ctx, before.id), data });
  await record(tx, ctx, {
    kind: 'CHANGED',
    entity: 'todo',
    entityId: row.id,
    what: titleOf(row),
    changes: await changesOf(tx, before, data),
  });
  if (row.serviceId !== null) await followTodo(deps, tx, ctx, row.serviceId);
}

/** Field by field, with the assignee by name. */
async function changesOf(
  tx: AccountTransaction,
  before: TodoData,
  data: Partial<TodoData>,
): Promise<Changes> {
  const { assigneeId, ...changes } = changesBetween({ ...before }, data);
  if (assigneeId) changes.assignee = await changeOfPerson(tx, before.assigneeId, data.assigneeId ?? null);
  return changes;
}

const toTodo = (row: TodoRow): Todo => ({
  ...row,
  service: row.service && {
    ...row.service,
    date: new Date(row.service.date).toISOString(),
    number: documentNumber(row.service),
  },
});
