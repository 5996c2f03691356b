/**
 * A protocol planned as a to-do is a visit too. Both say the same: a change of one is carried over to the other in the
 * same transaction.
 */
import type { Deps } from '../../deps.ts';
import type { Service, ServiceDevice, Visit } from '../../generated/prisma/client.ts';
import { type Ctx, doneAt } from '../../platform/ctx.ts';
import { type AccountTransaction, rowKey, scopedAccount, unwaited } from '../../platform/tenancy.ts';
import { tellOfVisits } from '../visit-news/visit-news.ts';
import { readVisits } from '../visit-news/visit-rows.ts';
import { setTechnicians } from './visit-technicians.ts';

/** After a change of visits: the to-dos of their unsigned protocols have their day, lead technician, text and state. */
export async function leadTodos(
  tx: AccountTransaction,
  { accountId }: Ctx,
  visitIds: readonly number[],
): Promise<void> {
  await tx.$executeRaw`
    UPDATE todo t
       SET date = v.day, description = CASE v.text WHEN '' THEN t.description ELSE v.text END,
           status = CASE WHEN v.state IN ('DONE', 'CANCELLED') THEN 'DONE' ELSE 'TODO' END::todo_status,
           assignee_id = (SELECT p.user_id FROM visit_technician p
                           WHERE p.account_id = ${scopedAccount} AND p.visit_id = v.id ORDER BY p.position LIMIT 1)
      FROM service s JOIN visit v ON v.account_id = s.account_id AND v.id = s.visit_id
     WHERE t.account_id = ${accountId} AND s.account_id = t.account_id AND s.id = t.service_id
       AND s.state = 'NEW' AND v.id = ANY(${visitIds}::int[])`;
}

/**
 * Locks the visits of to-dos. Whoever changes a to-do takes this lock first, as a change of the visit does; otherwise
 * the two would wait for each other.
 */
export const holdVisitsOf = (tx: AccountTransaction, { accountId }: Ctx, todoIds: readonly number[]) =>
  unwaited(tx)`SELECT 1 FROM visit WHERE account_id = ${accountId} AND id IN (
      SELECT s.visit_id FROM todo t JOIN service s ON s.account_id = t.account_id AND s.id = t.service_id
       WHERE t.account_id = ${accountId} AND t.id = ANY(${todoIds}::int[])) ORDER BY id FOR UPDATE`;

/**
 * After a change of the to-do of a protocol: the protocol's visit has its day, assignee, text and state. The to-do of a
 * signed protocol is only a reminder: its work was done, and no visit follows it.
 */
export async function followTodo(
  deps: Deps,
  tx: AccountTransaction,
  ctx: Ctx,
  serviceId: number,
): Promise<void> {
  const service = await tx.service.findUniqueOrThrow({
    where: rowKey(ctx, serviceId),
    include: { devices: true, todos: { orderBy: { id: 'asc' }, take: 1 }, visit: true },
  });
  const { visit } = service;
  const [todo] = service.todos;
  if (!todo || service.state === 'SIGNED') return;
  const known = visit ? await readVisits(tx, ctx, [visit.id]) : [];
  const isOpenAsBefore = visit?.state === 'STARTED' && todo.date;
  const planned: Visit['state'] = isOpenAsBefore ? 'STARTED' : todo.date ? 'PLANNED' : 'TO_PLAN';
  const isOver = visit?.state === 'DONE' || visit?.state === 'CANCELLED' ? visit.state : 'DONE';
  const state = todo.status === 'TODO' || (await hasOpenTodos(tx, ctx, visit?.id ?? null)) ? planned : isOver;
  const data = {
    day: todo.date,
    text: todo.description,
    cancelReason: state === 'CANCELLED' ? (visit?.cancelReason ?? '') : '',
    state,
    endedAt: state === 'DONE' || state === 'CANCELLED' ? (visit?.endedAt ?? doneAt(deps, ctx)) : null,
  } satisfies Partial<Visit>;
  const visitId =
    visit?.id ?? (await createVisit(tx, ctx, service, { ...data, userCreatedId: todo.userCreatedId }));
  if (visit)
    await tx.visit.update({ where: rowKey(ctx, visitId), data: { ...data, revision: { increment: 1 } } });
  await followAssignee(tx, ctx, visitId, todo.assigneeId);
  await tx.todo.updateMany({
    where: { ...openOf(ctx, visitId), id: { not: todo.id } },
    data: { date: todo.date, assigneeId: todo.assigneeId },
  });
  await tellOfVisits(deps, tx, ctx, known, await readVisits(tx, ctx, [visitId]));
}

/** What is still to be done on a visit with several protocols. */
const openOf = ({ accountId }: Pick<Ctx, 'accountId'>, visitId: number) => ({
  status: 'TODO' as const,
  service: { accountId, visitId, state: 'NEW' as const },
});

const hasOpenTodos = async (
  tx: AccountTransaction,
  ctx: Pick<Ctx, 'accountId'>,
  visitId: number | null,
): Promise<boolean> => visitId !== null && (await tx.todo.count({ where: openOf(ctx, visitId) })) > 0;

type Written = Pick<Service, 'id' | 'customerId' | 'types'> & {
  devices: Pick<ServiceDevice, 'deviceId' | 'position'>[];
};
type Planned = Pick<Visit, 'day' | 'text' | 'state' | 'userCreatedId' | 'endedAt'>;

/** The visit of a protocol that had none. */
async function createVisit(
  tx: AccountTransaction,
  ctx: Ctx,
  { id: serviceId, customerId, types, devices }: Written,
  planned: Planned,
): Promise<number> {
  const { accountId } = ctx;
  const { id: visitId } = await tx.visit.create({ data: { ...planned, accountId, customerId, types } });
  await tx.visitDevice.createMany({
    data: devices.map(({ deviceId, position }) => ({ accountId, visitId, deviceId, position })),
  });
  await tx.service.update({ where: rowKey(ctx, serviceId), data: { visitId } });
  return visitId;
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
  const others = helpers.filter((id) => id !== assigneeId);
  const ids = assigneeId === null ? others : [assigneeId, ...others];
  await setTechnicians(tx, accountId, [{ visitId, ids }]);
}
