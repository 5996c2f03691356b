/** Planning visits, moving them, and taking them through their states. */
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
import { Prisma } from '../../generated/prisma/client.ts';
import { AppError, refuseFields } from '../../platform/app-error.ts';
import { type Ctx, doneAt } from '../../platform/ctx.ts';
import {
  type AccountTransaction,
  inTransaction,
  refusing,
  rowKey,
  scopedAccount,
} from '../../platform/tenancy.ts';
import { changesBetween } from '../audit/audit.service.ts';
import { requireMachines } from '../device/machines-of-customer.ts';
import { tellOfVisits } from '../visit-news/visit-news.ts';
import { readVisit, readVisits } from '../visit-news/visit-rows.ts';
import {
  cancelled,
  changeOf,
  countProtocols,
  lockVisit,
  lockVisits,
  planOn,
  recordVisit,
  removeVisit,
  replaceTechnicians,
  stateOf,
  teamOf,
  type VisitValues,
  visitRefusals,
  writeVisits,
} from './visit-changes.ts';
import { keepNote } from './visit-note.service.ts';
import { leadTodos } from './visit-todo.ts';
import { completeVisit, todayOf } from './visit-work.ts';

/**
 * Plans a visit, or changes the one whose id is given.
 * @throws AppError NOT_FOUND, RECORD_CHANGED, VISIT_STATE, VALIDATION_FAILED
 */
export async function saveVisit(deps: Deps, ctx: Ctx, input: VisitInput): Promise<Visit> {
  return refusing(visitRefusals, () =>
    inTransaction(deps, ctx, async (tx) => {
      const [before] = input.id === null ? [] : await lockVisits(tx, ctx, [{ ...input, id: input.id }]);
      if (before && !isOpenVisit(before)) throw new AppError('VISIT_STATE');
      if (before?.state === 'STARTED' && !input.day) throw refuseFields({ day: 'DATE_REQUIRED' });
      if (before && before.customerId !== input.customer.id && (await countProtocols(tx, before.id)) > 0)
        throw refuseFields({ customer: 'HAS_PROTOCOLS' });
      const machines = await requireMachines(tx, ctx, input, {
        standsOnIt: Prisma.sql`EXISTS (SELECT FROM visit_device x
          WHERE x.account_id = ${scopedAccount} AND x.device_id = d.id AND x.visit_id = ${input.id}::int)`,
        mayHaveLeft: before?.customerId === input.customer.id,
      });
      const known = before ? await readVisits(tx, ctx, [before.id]) : [];
      const people = await teamOf(tx, before?.id ?? null);
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
      await replaceTechnicians(tx, ctx, [{ visitId: row.id, ids: input.technicians.map(({ id }) => id) }]);
      await leadTodos(tx, ctx, [row.id]);
      await recordVisit(tx, ctx, row, before ? 'CHANGED' : 'CREATED', {
        ...(before && changesBetween(before, content)),
        ...(before && changeOf('technicians', people, await teamOf(tx, row.id))),
      });
      await tellOfVisits(deps, tx, ctx, known, await readVisits(tx, ctx, [row.id]));
      // A machine that was taken off may have been the last one without a protocol.
      if (state === 'STARTED' && (await countProtocols(tx, row.id)) > 0)
        await completeVisit(deps, tx, ctx, row.id);
      return readVisit(tx, ctx, row.id);
    }),
  );
}

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

/**
 * Moves open visits to other days or technicians; one that cannot be moved stops all.
 * @throws AppError NOT_FOUND, RECORD_CHANGED, VISIT_STATE, VALIDATION_FAILED
 */
export async function moveVisits(deps: Deps, ctx: Ctx, { items }: VisitMove): Promise<Visit[]> {
  return refusing(visitRefusals, () =>
    inTransaction(deps, ctx, async (tx) => {
      const rows = await lockVisits(tx, ctx, items);
      const changes = rows.map((before) => {
        const { day, technicians } = items.find(({ id }) => id === before.id) ?? {};
        if (!isOpenVisit(before)) throw new AppError('VISIT_STATE');
        if (day === null && before.state === 'STARTED') throw refuseFields({ day: 'DATE_REQUIRED' });
        const planned = day === undefined ? before.day : dayOf(day);
        return {
          before,
          values: {
            ...planOn(before, planned),
            ...(technicians && { technicians: technicians.map(({ id }) => id) }),
          },
        };
      });
      return writeVisits(deps, tx, ctx, changes);
    }),
  );
}

/** Of the steps that are taken on the spot. */
const stateAfter: Partial<Record<VisitStepInput['step'], Visit['state']>> = {
  START: 'STARTED',
  FINISH: 'DONE',
};

/**
 * Starts, finishes, cancels or reopens a visit, or takes it back to the visits to be planned with a note of why.
 * @throws AppError NOT_FOUND, RECORD_CHANGED, VISIT_STATE
 */
export async function stepVisit(deps: Deps, ctx: Ctx, input: VisitStepInput): Promise<Visit> {
  const { id, step, reason } = input;
  return inTransaction(deps, ctx, async (tx) => {
    // What waited on a phone does not know what its own protocol, or a colleague, has made of the visit since.
    const waited = ctx.writtenAt !== undefined;
    const before = await lockVisit(tx, ctx, waited ? { id } : input);
    if (waited && before.state === stateAfter[step]) return readVisit(tx, ctx, id);
    if (!mayStep(step, before.state)) throw new AppError('VISIT_STATE');
    const now = doneAt(deps, ctx);
    const written = await tx.service.count({ where: { visitId: id, withdrawnAt: null } });
    const reopened = before.state !== 'STARTED' && written > 0 ? 'STARTED' : stateOf(before.day);
    // Work under way has a day: otherwise no list of planned work would show it.
    const day = before.day ?? new Date(await todayOf(deps, tx, ctx));
    const data = {
      START: { state: 'STARTED', startedAt: now, day },
      FINISH: { state: 'DONE', endedAt: now },
      CANCEL: cancelled(now, reason),
      PLAN_AGAIN: { state: 'TO_PLAN', day: null, startedAt: null, cancelReason: reason },
      REOPEN: {
        state: reopened,
        endedAt: null,
        cancelReason: '',
        ...(reopened === 'STARTED' ? { day } : { startedAt: null }),
      },
    } as const satisfies Record<VisitStepInput['step'], Partial<VisitValues>>;
    // The note stays when the visit has its next day, and says who was there when.
    if (step === 'PLAN_AGAIN') await keepNote(deps, tx, ctx, id, reason);
    await writeVisits(deps, tx, ctx, [{ before, values: data[step] }]);
    return readVisit(tx, ctx, id);
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
    await removeVisit(deps, tx, ctx, row);
  });
}
