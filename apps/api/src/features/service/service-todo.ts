/** The tasks planned from a protocol. */
import { may } from '@servicebook/shared/access';
import type { ServiceInput } from '@servicebook/shared/service';
import type { Deps } from '../../deps.ts';
import { AppError } from '../../platform/app-error.ts';
import type { Ctx } from '../../platform/ctx.ts';
import { cutText } from '../../platform/cut-text.ts';
import { type AccountTransaction, rowKey } from '../../platform/tenancy.ts';
import { record } from '../audit/audit.service.ts';
import { followTodo } from '../visit/visit-todo.ts';

/** How the log calls a to-do. */
export const titleOf = ({ description }: { description: string }): string => cutText(description, 100);

/** "Plan as to-do": one task per protocol, assigned to its performer unless that is the planner; saving updates it. */
export async function planTodo(
  deps: Deps,
  tx: AccountTransaction,
  ctx: Ctx,
  serviceId: number,
  { todo }: ServiceInput,
): Promise<void> {
  if (!todo) return;
  if (!may(ctx.roles, 'todo.manage')) throw new AppError('NO_PERMISSION');
  const data = { date: new Date(todo.date), description: todo.description };
  const changed = await tx.todo.updateMany({ where: { serviceId }, data });
  if (changed.count > 0) return followTodo(deps, tx, ctx, serviceId);
  const { accountId, userId: userCreatedId } = ctx;
  const { userId } = await tx.service.findUniqueOrThrow({ where: rowKey(ctx, serviceId) });
  const assigneeId = userId === userCreatedId ? null : userId;
  await tx.todo.create({ data: { ...data, accountId, serviceId, userCreatedId, assigneeId } });
  await followTodo(deps, tx, ctx, serviceId);
}

/** The work is done once its protocol is signed. */
export async function completeTodos(tx: AccountTransaction, ctx: Ctx, serviceId: number): Promise<void> {
  const open = await tx.todo.updateManyAndReturn({
    where: { serviceId, status: 'TODO' },
    data: { status: 'DONE' },
  });
  for (const todo of open) {
    await record(tx, ctx, {
      kind: 'CHANGED',
      entity: 'todo',
      entityId: todo.id,
      what: titleOf(todo),
      changes: { status: ['TODO', 'DONE'] },
    });
  }
}
