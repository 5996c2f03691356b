/**
 * A protocol planned as a to-do is a visit too. Both say the same: a change of one is carried over to the other in the
 * same transaction.
 */
import type { Ctx } from '../../platform/ctx.ts';
import { type AccountTransaction, rowKey } from '../../platform/tenancy.ts';

/** After a change of a visit: the to-dos of its unsigned protocols have its day, lead technician, text and state. */
export async function leadTodos(tx: AccountTransaction, ctx: Ctx, visitId: number): Promise<void> {
  const { day, state, text, technicians } = await tx.visit.findUniqueOrThrow({
    where: rowKey(ctx, visitId),
    include: { technicians: { orderBy: { position: 'asc' }, take: 1 } },
  });
  const isOver = state === 'DONE' || state === 'CANCELLED';
  await tx.todo.updateMany({
    where: { service: { visitId, state: 'NEW' } },
    data: {
      date: day,
      assigneeId: technicians[0]?.userId ?? null,
      status: isOver ? 'DONE' : 'TODO',
      ...(text && { description: text }),
    },
  });
}

/** After a change of the to-do of a protocol: the protocol's visit has its day, assignee, text and state. */
export async function followTodo(tx: AccountTransaction, ctx: Ctx, serviceId: number): Promise<void> {
  const { accountId } = ctx;
  const service = await tx.service.findUniqueOrThrow({
    where: rowKey(ctx, serviceId),
    include: { devices: true, todos: { orderBy: { id: 'asc' }, take: 1 }, visit: true },
  });
  const { todos, visit, devices, customerId, types } = service;
  const [todo] = todos;
  if (!todo) return;
  const day = todo.date;
  const planned = day ? ('PLANNED' as const) : ('TO_PLAN' as const);
  const isDone = todo.status === 'DONE';
  const data = { day, text: todo.description };
  if (visit) {
    const state = visit.state === 'STARTED' && !isDone && day ? 'STARTED' : planned;
    await tx.visit.update({
      where: rowKey(ctx, visit.id),
      data: {
        ...data,
        state: isDone ? 'DONE' : state,
        ...(visit.state === 'CANCELLED' && { cancelReason: '' }),
        revision: { increment: 1 },
      },
    });
  }
  const id =
    visit?.id ??
    (
      await tx.visit.create({
        data: {
          ...data,
          accountId,
          customerId,
          types,
          state: isDone ? 'DONE' : planned,
          userCreatedId: todo.userCreatedId,
        },
      })
    ).id;
  if (!visit) {
    await tx.service.update({ where: rowKey(ctx, serviceId), data: { visitId: id } });
    await tx.visitDevice.createMany({
      data: devices.map(({ deviceId, position }) => ({ accountId, visitId: id, deviceId, position })),
    });
  }
  await followAssignee(tx, ctx, id, todo.assigneeId);
}

/** The assignee leads; technicians who help them stay. */
async function followAssignee(
  tx: AccountTransaction,
  { accountId }: Ctx,
  visitId: number,
  assigneeId: number | null,
): Promise<void> {
  const stored = await tx.visitTechnician.findMany({ where: { visitId }, orderBy: { position: 'asc' } });
  const [lead, ...helpers] = stored.map(({ userId }) => userId);
  if ((lead ?? null) === assigneeId) return;
  const ids = [...(assigneeId === null ? [] : [assigneeId]), ...helpers.filter((id) => id !== assigneeId)];
  await tx.visitTechnician.deleteMany({ where: { visitId } });
  await tx.visitTechnician.createMany({
    data: ids.map((userId, position) => ({ accountId, visitId, userId, position })),
  });
}
