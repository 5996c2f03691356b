import { may } from '@servicebook/shared/access';
import { refuseFields } from '../../platform/app-error.ts';
import { rowKey } from '../../platform/tenancy.ts';
import { titleOf } from '../service/service-todo.ts';
import { changeTodo, removeTodo, type TodoData, unknownAssignee } from '../todo/todo.service.ts';
import { holdVisitsOf } from '../visit/visit-todo.ts';
import type { BulkRecords, RulesFor, Verdict, Work } from './bulk-rule.ts';

const todos: BulkRecords<TodoData> = {
  table: 'todo',
  entity: 'todo',
  bin: 'todo',
  refusals: unknownAssignee,
  begin: ({ tx, ctx }, ids) => holdVisitsOf(tx, ctx, ids),
  read: ({ tx }, ids) => tx.todo.findMany({ where: { id: { in: [...ids] } } }),
  idOf: ({ id }) => id,
  nameOf: titleOf,
  async write({ deps, tx, ctx }, changes) {
    for (const { before, values } of changes)
      await changeTodo(deps, tx, ctx, before, {
        ...values,
        ...(values.date && { date: new Date(values.date) }),
      });
  },
  async findMissing({ tx, ctx }, { assigneeId }) {
    if (!assigneeId) return undefined;
    const known = await tx.user.findUnique({ where: rowKey(ctx, assigneeId), select: { id: true } });
    return known ? undefined : '';
  },
  async remove({ deps, tx, ctx }, rows) {
    for (const { id } of rows) await removeTodo(deps, tx, ctx, id);
  },
};

const manage = { records: todos, access: 'todo.manage' } as const;

const complete = { records: todos, access: 'todo.complete' } as const;

const ticked =
  ({ ctx }: Work, status: TodoData['status']) =>
  ({ assigneeId }: TodoData): Verdict<TodoData> =>
    may(ctx.roles, 'todo.complete', assigneeId === ctx.userId)
      ? { values: { status } }
      : { refused: 'NOT_OWN' };

export const todoRules: RulesFor<'todo', TodoData> = {
  'todo.assignee': {
    ...manage,
    async judge({ tx, ctx }, rows, { assignee }) {
      const known =
        assignee && (await tx.user.findUnique({ where: rowKey(ctx, assignee.id), select: { id: true } }));
      if (assignee && !known) throw refuseFields({ assignee: 'INVALID' });
      return rows.map(() => ({ values: { assigneeId: assignee?.id ?? null } }));
    },
  },
  'todo.day': {
    ...manage,
    judge: (_work, rows, { day }) => rows.map(() => ({ values: { date: new Date(day) } })),
  },
  'todo.complete': { ...complete, judge: (work, rows) => rows.map(ticked(work, 'DONE')) },
  'todo.reopen': { ...complete, judge: (work, rows) => rows.map(ticked(work, 'TODO')) },
  'todo.delete': {
    ...manage,
    judge: (_work, rows) =>
      rows.map(({ serviceId }) => (serviceId === null ? { isDeleted: true } : { refused: 'OF_PROTOCOL' })),
  },
};
