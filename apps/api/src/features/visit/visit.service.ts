/** Planning visits, moving them, and taking them through their states. */
import { joinPresent, nameOf } from '@servicebook/i18n/names.ts';
import { may } from '@servicebook/shared/access';
import {
  isOpenVisit,
  mayStep,
  minuteOfDay,
  type Visit,
  type VisitCheckInput,
  type VisitInput,
  type VisitMove,
  type VisitStepInput,
} from '@servicebook/shared/visit';
import type { Deps } from '../../deps.ts';
import { Prisma, type Visit as VisitColumns } from '../../generated/prisma/client.ts';
import { AppError, refuseFields } from '../../platform/app-error.ts';
import type { Ctx } from '../../platform/ctx.ts';
import { type AccountTransaction, inTransaction, refusing, rowKey } from '../../platform/tenancy.ts';
import { type Changes, changesBetween, record } from '../audit/audit.service.ts';
import { excerpt, moveToBin } from '../deletion/move-to-bin.ts';
import { requireMachines } from '../device/machines-of-customer.ts';
import { tellOfVisits } from '../visit-news/visit-news.ts';
import { readVisit, readVisits } from '../visit-news/visit-rows.ts';
import { keepNote } from './visit-note.service.ts';
import { setTechnicians } from './visit-technicians.ts';
import { visitTitle } from './visit-title.ts';
import { leadTodos } from './visit-todo.ts';
import { completeVisit, todayOf } from './visit-work.ts';

type VisitData = Omit<VisitColumns, 'search'>;

const refusals = {
  visit_account_id_customer_id_fkey: () => refuseFields({ customer: 'CUSTOMER_NOT_SELECTED' }),
  visit_account_id_source_service_id_fkey: () => refuseFields({ sourceService: 'INVALID' }),
  visit_technician_account_id_user_id_fkey: () => refuseFields({ technicians: 'PERFORMER_NOT_SELECTED' }),
};

/**
 * Plans a visit, or changes the one whose id is given.
 * @throws AppError NOT_FOUND, RECORD_CHANGED, VISIT_STATE, VALIDATION_FAILED
 */
export async function saveVisit(deps: Deps, ctx: Ctx, input: VisitInput): Promise<Visit> {
  return refusing(refusals, () =>
    inTransaction(deps, ctx, async (tx) => {
      const [before] = input.id === null ? [] : await lockVisits(tx, ctx, [{ ...input, id: input.id }]);
      if (before && !isOpenVisit(before)) throw new AppError('VISIT_STATE');
      if (before?.state === 'STARTED' && !input.day) throw refuseFields({ day: 'DATE_REQUIRED' });
      if (before && before.customerId !== input.customer.id && (await countProtocols(tx, before.id)) > 0)
        throw refuseFields({ customer: 'HAS_PROTOCOLS' });
      const machines = await requireMachines(tx, ctx, input, {
        standsOnIt: Prisma.sql`EXISTS (SELECT FROM visit_device x
          WHERE x.account_id = d.account_id AND x.device_id = d.id AND x.visit_id = ${input.id}::int)`,
        mayHaveLeft: before?.customerId === input.customer.id,
      });
      const known = before ? await readVisits(tx, ctx, [before.id]) : [];
      const people = await namesOf(tx, before?.id ?? null);
      const content = contentOf(input);
      const state = before?.state === 'STARTED' ? 'STARTED' : stateOf(content.day);
      const row = before
        ? await tx.visit.update({
            where: rowKey(ctx, before.id),
            data: { ...content, state, revision: { increment: 1 }, ...(content.day && { cancelReason: '' }) },
          })
        : await tx.visit.create({
            data: {
              ...content,
              state,
              source: input.source,
              accountId: ctx.accountId,
              userCreatedId: ctx.userId,
            },
          });
      await replaceMachines(tx, ctx, row.id, machines);
      await replaceTechnicians(
        tx,
        ctx,
        row.id,
        input.technicians.map(({ id }) => id),
      );
      await leadTodos(tx, ctx, row.id);
      await recordVisit(tx, ctx, row, before ? 'CHANGED' : 'CREATED', {
        ...(before && changesBetween(before, content)),
        ...(before && changeOf('technicians', people, await namesOf(tx, row.id))),
      });
      await tellOfVisits(deps, tx, ctx, known, await readVisits(tx, ctx, [row.id]));
      // A machine that was taken off may have been the last one without a protocol.
      if (state === 'STARTED' && (await countProtocols(tx, row.id)) > 0)
        await completeVisit(deps, tx, ctx, row.id);
      return readVisit(tx, ctx, row.id);
    }),
  );
}

/** An open visit is to be planned as long as it has no day. */
const stateOf = (day: Date | null): 'PLANNED' | 'TO_PLAN' => (day ? 'PLANNED' : 'TO_PLAN');
const dayOf = (day: string | null): Date | null => (day === null ? null : new Date(day));

const contentOf = (input: VisitInput) => {
  const { customer, types, text, checklist, priority, day, from, to, minutes, sourceService } = input;
  return {
    customerId: customer.id,
    sourceServiceId: sourceService?.id,
    types,
    text,
    checklist,
    priority,
    day: dayOf(day),
    fromMinute: from === null ? null : minuteOfDay(from),
    toMinute: to === null ? null : minuteOfDay(to),
    minutes,
  };
};

async function replaceMachines(
  tx: AccountTransaction,
  { accountId }: Ctx,
  visitId: number,
  ids: number[],
): Promise<void> {
  await tx.visitDevice.deleteMany({ where: { visitId } });
  await tx.visitDevice.createMany({
    data: ids.map((deviceId, position) => ({ accountId, visitId, deviceId, position })),
  });
}

/** Users who left stay on their visits but get no new ones. @throws a refused field */
async function replaceTechnicians(
  tx: AccountTransaction,
  { accountId }: Ctx,
  visitId: number,
  ids: number[],
): Promise<void> {
  const stored = await tx.visitTechnician.findMany({ where: { visitId } });
  const added = ids.filter((id) => !stored.some(({ userId }) => userId === id));
  // Locked, so that who is deactivated at the same time is either refused here or missed there.
  const active = await tx.$queryRaw<unknown[]>`
    SELECT FROM app_user WHERE account_id = ${accountId} AND id = ANY(${added}::int[]) AND active ORDER BY id FOR SHARE`;
  if (active.length !== added.length) throw refuseFields({ technicians: 'PERFORMER_NOT_SELECTED' });
  await setTechnicians(tx, accountId, visitId, ids);
}

/**
 * Moves open visits to other days or technicians; one that cannot be moved stops all.
 * @throws AppError NOT_FOUND, RECORD_CHANGED, VISIT_STATE, VALIDATION_FAILED
 */
export async function moveVisits(deps: Deps, ctx: Ctx, { items }: VisitMove): Promise<Visit[]> {
  return refusing(refusals, () =>
    inTransaction(deps, ctx, async (tx) => {
      const rows = await lockVisits(tx, ctx, items);
      const ids = rows.map(({ id }) => id);
      const known = await readVisits(tx, ctx, ids);
      for (const before of rows) {
        const { day, technicians } = items.find(({ id }) => id === before.id) ?? {};
        if (!isOpenVisit(before)) throw new AppError('VISIT_STATE');
        if (day === null && before.state === 'STARTED') throw refuseFields({ day: 'DATE_REQUIRED' });
        const people = await namesOf(tx, before.id);
        const planned = day === undefined ? before.day : dayOf(day);
        const data = {
          day: planned,
          state: before.state === 'STARTED' ? before.state : stateOf(planned),
          ...(planned && { cancelReason: '' }),
        };
        if (technicians)
          await replaceTechnicians(
            tx,
            ctx,
            before.id,
            technicians.map(({ id }) => id),
          );
        const row = await tx.visit.update({
          where: rowKey(ctx, before.id),
          data: { ...data, revision: { increment: 1 } },
        });
        await leadTodos(tx, ctx, row.id);
        await recordVisit(tx, ctx, row, 'CHANGED', {
          ...changesBetween(before, { day: data.day }),
          ...(technicians && changeOf('technicians', people, await namesOf(tx, row.id))),
        });
      }
      const visits = await readVisits(tx, ctx, ids);
      await tellOfVisits(deps, tx, ctx, known, visits);
      return visits;
    }),
  );
}

/**
 * Starts, finishes, cancels or reopens a visit, or takes it back to the visits to be planned with a note of why.
 * @throws AppError NOT_FOUND, RECORD_CHANGED, VISIT_STATE
 */
export async function stepVisit(deps: Deps, ctx: Ctx, input: VisitStepInput): Promise<Visit> {
  const { id, step, reason } = input;
  return inTransaction(deps, ctx, async (tx) => {
    const before = await lockVisit(tx, ctx, input);
    if (!mayStep(step, before.state)) throw new AppError('VISIT_STATE');
    const known = await readVisits(tx, ctx, [id]);
    const now = deps.clock();
    const written = await tx.service.count({ where: { visitId: id, withdrawnAt: null } });
    const reopened = before.state !== 'STARTED' && written > 0 ? 'STARTED' : stateOf(before.day);
    // Work under way has a day: otherwise no list of planned work would show it.
    const day = before.day ?? new Date(await todayOf(deps, tx, ctx));
    const data = {
      START: { state: 'STARTED', startedAt: now, day },
      FINISH: { state: 'DONE', endedAt: now },
      CANCEL: { state: 'CANCELLED', endedAt: now, cancelReason: reason },
      PLAN_AGAIN: { state: 'TO_PLAN', day: null, startedAt: null, cancelReason: reason },
      REOPEN: {
        state: reopened,
        endedAt: null,
        cancelReason: '',
        ...(reopened === 'STARTED' ? { day } : { startedAt: null }),
      },
    } as const satisfies Record<VisitStepInput['step'], Partial<VisitData>>;
    const { state, ...rest } = data[step];
    const row = await tx.visit.update({
      where: rowKey(ctx, id),
      data: { state, ...rest, revision: { increment: 1 } },
    });
    // The note stays when the visit has its next day, and says who was there when.
    if (step === 'PLAN_AGAIN') await keepNote(tx, ctx, id, reason);
    await leadTodos(tx, ctx, id);
    await recordVisit(
      tx,
      ctx,
      row,
      'CHANGED',
      changesBetween(before, { state, day: row.day, ...(reason && { cancelReason: row.cancelReason }) }),
    );
    const visit = await readVisit(tx, ctx, id);
    await tellOfVisits(deps, tx, ctx, known, [visit]);
    return visit;
  });
}

/** @throws AppError NOT_FOUND; RECORD_CHANGED if that line is no longer there */
export async function checkVisit(
  deps: Deps,
  ctx: Ctx,
  { id, position, name, done }: VisitCheckInput,
): Promise<Visit> {
  return inTransaction(deps, ctx, async (tx) => {
    const before = await lockVisit(tx, ctx, { id });
    const checklist = before.checklist as Visit['checklist'];
    if (checklist[position]?.name !== name) throw new AppError('RECORD_CHANGED');
    // The revision stays: a tick is no change of the plan that somebody else may be editing.
    await tx.visit.update({
      where: rowKey(ctx, id),
      data: { checklist: checklist.with(position, { name, done }) },
    });
    return readVisit(tx, ctx, id);
  });
}

/**
 * Deletes a visit nobody has written a protocol on.
 * @throws AppError NOT_FOUND, NO_PERMISSION, VISIT_IN_USE
 */
export async function deleteVisit(deps: Deps, ctx: Ctx, id: number): Promise<void> {
  await inTransaction(deps, ctx, async (tx) => {
    const row = await lockVisit(tx, ctx, { id });
    if (!may(ctx.roles, 'visit.delete', row.userCreatedId === ctx.userId))
      throw new AppError('NO_PERMISSION');
    // Left to the foreign key, the deletion would wait for a protocol that waits for this visit. The lock keeps new
    // protocols off it.
    if ((await countProtocols(tx, id)) > 0) throw new AppError('VISIT_IN_USE');
    const what = await titleOf(tx, ctx, row);
    const known = await readVisits(tx, ctx, [id]);
    await moveToBin(deps, tx, ctx, {
      kind: 'visit',
      id,
      takes: ['stored_file'],
      async remove() {
        await tx.storedFile.deleteMany({ where: { visitId: id } });
        await tx.visit.delete({ where: rowKey(ctx, id) });
      },
      called: () => ({
        title: what,
        parent: joinPresent([row.day?.toISOString().slice(0, 10), excerpt(row.text)], ' · '),
      }),
    });
    await tellOfVisits(deps, tx, ctx, known, []);
    await record(tx, ctx, { kind: 'DELETED', entity: 'visit', entityId: id, what });
  });
}

const countProtocols = (tx: AccountTransaction, visitId: number): Promise<number> =>
  tx.service.count({ where: { visitId } });

interface Seen {
  id: number;
  revision?: number | undefined;
}

/**
 * Reads visits and keeps others from changing them, in the order of their ids, so that two moves never wait for each
 * other. @throws AppError NOT_FOUND, RECORD_CHANGED
 */
async function lockVisits(tx: AccountTransaction, ctx: Ctx, seen: Seen[]): Promise<VisitData[]> {
  const ids = seen.map(({ id }) => id);
  await tx.$queryRaw`SELECT 1 FROM visit WHERE account_id = ${ctx.accountId} AND id = ANY(${ids}::int[])
    ORDER BY id FOR UPDATE`;
  const rows = await tx.visit.findMany({ where: { id: { in: ids } }, orderBy: { id: 'asc' } });
  if (rows.length !== ids.length) throw new AppError('NOT_FOUND');
  const revisions = new Map(seen.map(({ id, revision }) => [id, revision]));
  if (rows.some(({ id, revision }) => (revisions.get(id) ?? revision) !== revision))
    throw new AppError('RECORD_CHANGED');
  return rows;
}

async function lockVisit(tx: AccountTransaction, ctx: Ctx, seen: Seen): Promise<VisitData> {
  const [row] = await lockVisits(tx, ctx, [seen]);
  if (!row) throw new AppError('NOT_FOUND');
  return row;
}

const changeOf = (field: string, before: unknown, after: unknown): Changes =>
  before === after ? {} : { [field]: [before, after] };

/** The technicians of a visit in one line. */
async function namesOf(tx: AccountTransaction, visitId: number | null): Promise<string> {
  if (visitId === null) return '';
  const rows = await tx.visitTechnician.findMany({
    where: { visitId },
    orderBy: { position: 'asc' },
    select: { user: { select: { firstName: true, lastName: true } } },
  });
  return rows.map(({ user }) => nameOf(user)).join(', ');
}

async function titleOf(
  tx: AccountTransaction,
  ctx: Ctx,
  { id, customerId }: Pick<VisitData, 'id' | 'customerId'>,
): Promise<string> {
  const customer = await tx.customer.findUniqueOrThrow({
    where: rowKey(ctx, customerId),
    select: { shortName: true },
  });
  return visitTitle({ id, customer });
}

async function recordVisit(
  tx: AccountTransaction,
  ctx: Ctx,
  row: Pick<VisitData, 'id' | 'customerId'>,
  kind: 'CREATED' | 'CHANGED',
  changes: Changes = {},
): Promise<void> {
  const what = await titleOf(tx, ctx, row);
  await record(tx, ctx, { kind, entity: 'visit', entityId: row.id, what, changes });
}
