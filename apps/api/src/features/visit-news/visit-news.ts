/**
 * What the people of a visit are told when somebody else changes it. Written in the transaction of the change; nobody is
 * told about their own actions.
 *
 * Technicians hear of everything about the visits they go to, also when a machine or customer is somewhere else. The
 * author of a visit, who is often the office, hears that it was cancelled or done, that it takes place after all, what its
 * technicians change about its time and people, and that one of them was deactivated.
 */
import { addressLine, nameOf, namesOf } from '@servicebook/i18n/names.ts';
import { distanceInKilometres } from '@servicebook/shared/distance';
import { machineNames } from '@servicebook/shared/machine-name';
import {
  type NotificationContent,
  type NotificationKind,
  type VisitChange,
  type VisitField,
  visitFields,
} from '@servicebook/shared/notification';
import { isOpenVisit, openVisitStates, type Visit, type VisitMachine } from '@servicebook/shared/visit';
import { pointOf, workPlaceOf, workPlaces } from '@servicebook/shared/work-place';
import type { Deps } from '../../deps.ts';
import type { Prisma, User } from '../../generated/prisma/client.ts';
import type { Ctx } from '../../platform/ctx.ts';
import { type AccountTransaction, rowKey } from '../../platform/tenancy.ts';
import { sendNews } from './visit-news.job.ts';
import { readVisits } from './visit-rows.ts';

interface News {
  userId: number;
  kind: NotificationKind;
  visit: Visit;
  changes?: VisitChange[];
  text?: string;
}

/**
 * Tells about changes of visits.
 * @param before the visits as they were; a new one is missing
 * @param after the same visits as they are; a deleted one is missing
 */
export async function tellOfVisits(
  deps: Deps,
  tx: AccountTransaction,
  ctx: Ctx,
  before: readonly Visit[],
  after: readonly Visit[],
): Promise<void> {
  const ids = [...new Set([...before, ...after].map(({ id }) => id))];
  const news = ids.flatMap((id) =>
    newsOf(
      before.find((visit) => visit.id === id),
      after.find((visit) => visit.id === id),
      ctx.userId,
    ),
  );
  await tell(deps, tx, ctx, news);
}

/** Tells about a note. */
export async function tellOfNote(
  deps: Deps,
  tx: AccountTransaction,
  ctx: Ctx,
  visit: Visit,
  text: string,
): Promise<void> {
  const people = new Set([...goingTo(visit), visit.userCreated.id]);
  await tell(
    deps,
    tx,
    ctx,
    [...people].map((userId) => ({ userId, kind: 'NOTE', visit, text })),
  );
}

/**
 * Tells the technicians of open visits that a machine or customer is somewhere else now.
 * @param where the visits to it
 * @param asBefore a visit as it was. What else changes about it meanwhile is told by who changes it.
 */
export async function tellOfPlaces(
  deps: Deps,
  tx: AccountTransaction,
  ctx: Ctx,
  where: Prisma.VisitWhereInput,
  asBefore: (visit: Visit) => Visit,
): Promise<void> {
  const visits = await readOpenVisits(tx, ctx, where);
  await tellOfVisits(deps, tx, ctx, visits.map(asBefore), visits);
}

/**
 * Tells that a technician was deactivated: who planned the visits; the admins, if they are gone as well. The visits stay
 * as they are, so that the office sees what to plan again.
 */
export async function tellOfLeaving(
  deps: Deps,
  tx: AccountTransaction,
  ctx: Ctx,
  { id: userId }: Pick<User, 'id'>,
): Promise<void> {
  const [visits, active] = await Promise.all([
    readOpenVisits(tx, ctx, { technicians: { some: { accountId: ctx.accountId, userId } } }),
    tx.user.findMany({ where: { active: true }, select: { id: true, isAdmin: true } }),
  ]);
  const news = visits.flatMap((visit): News[] => {
    const { userCreated, technicians } = visit;
    const authors = active.filter(({ id }) => id === userCreated.id);
    const readers = authors.length > 0 ? authors : active.filter(({ isAdmin }) => isAdmin);
    const change: VisitChange = {
      field: 'technicians',
      before: namesOf(technicians.filter((one) => one.active || one.id === userId)),
      after: namesOf(technicians.filter((one) => one.active)),
    };
    return readers.map(({ id }) => ({ userId: id, kind: 'LEFT', visit, changes: [change] }));
  });
  await tell(deps, tx, ctx, news);
}

async function readOpenVisits(
  tx: AccountTransaction,
  ctx: Ctx,
  where: Prisma.VisitWhereInput,
): Promise<Visit[]> {
  const rows = await tx.visit.findMany({
    where: { ...where, state: { in: [...openVisitStates] } },
    select: { id: true },
  });
  return readVisits(
    tx,
    ctx,
    rows.map(({ id }) => id),
  );
}

/** Who goes there, as long as it is not over. */
const goingTo = (visit: Visit | undefined): number[] =>
  visit && isOpenVisit(visit) ? visit.technicians.map(({ id }) => id) : [];

/** The news of one visit, at most one for each person. */
function newsOf(before: Visit | undefined, after: Visit | undefined, actor: number): News[] {
  const visit = after ?? before;
  if (!visit) return [];
  const isBack = before && after && !isOpenVisit(before) && isOpenVisit(after);
  // Who was told that nobody goes there is told that it takes place.
  const went = isBack ? before.technicians.map(({ id }) => id) : goingTo(before);
  const go = goingTo(after);
  const technicians = [...new Set([...went, ...go])];
  const isCancelled = !isBack && (!after || after.state === 'CANCELLED');
  const text = after?.state === 'CANCELLED' ? after.cancelReason : '';
  const changes = before && after ? changesOf(before, after) : [];
  // Why it did not take place and is to be planned again.
  const again =
    before && after?.state === 'TO_PLAN' && after.cancelReason !== before.cancelReason
      ? after.cancelReason
      : '';
  const forTechnician = (userId: number): News[] => {
    if (!went.includes(userId)) return [{ userId, kind: 'ASSIGNED', visit }];
    if (isCancelled) return [{ userId, kind: 'CANCELLED', visit, text }];
    // As the technician knew it: it may have been moved with the same change.
    if (!go.includes(userId))
      return before && isOpenVisit(visit) ? [{ userId, kind: 'TAKEN', visit: before }] : [];
    return changes.length > 0 ? [{ userId, kind: 'CHANGED', visit, changes, text: again }] : [];
  };
  const forAuthor = (userId: number): News[] => {
    if (!before || !(isBack || isOpenVisit(before))) return [];
    if (isCancelled) return [{ userId, kind: 'CANCELLED', visit, text }];
    if (after?.state === 'DONE') return [{ userId, kind: 'DONE', visit }];
    const plan = changes.filter(({ field }) => ['state', 'day', 'window', 'technicians'].includes(field));
    return plan.length > 0 && (isBack || went.includes(actor))
      ? [{ userId, kind: 'CHANGED', visit, changes: plan, text: again }]
      : [];
  };
  const news = technicians.flatMap(forTechnician);
  const author = visit.userCreated.id;
  return news.some(({ userId }) => userId === author) ? news : [...news, ...forAuthor(author)];
}

/** What a technician has to know about a visit, comparable and short. */
const shown: Record<Exclude<VisitField, 'state' | 'point'>, (visit: Visit) => string> = {
  day: ({ day }) => day ?? '',
  window: ({ from, to }) => windowOf(from, to),
  customer: ({ customer }) => customer.shortName,
  address: ({ customer, devices }) =>
    [...new Set(workPlaces(customer, devices).map((place) => addressLine(place)))].join('; '),
  machines: ({ devices }) => machineNames(devices),
  work: ({ types, text, checklist }) => JSON.stringify([types, text, checklist.map(({ name }) => name)]),
  technicians: ({ technicians }) => namesOf(technicians),
};

/** A time window: `08:00–10:00`, or only its start. */
export const windowOf = (from: string | null, to: string | null): string =>
  to ? `${from}–${to}` : (from ?? '');

function changesOf(before: Visit, after: Visit): VisitChange[] {
  return visitFields.flatMap((field): VisitChange[] => {
    const onlyNamed = { field, before: '', after: '' };
    if (field === 'point') return before.devices.some((one) => isFar(one, before, after)) ? [onlyNamed] : [];
    if (field === 'state')
      return isOpenVisit(before) || !isOpenVisit(after)
        ? []
        : [{ field, before: before.state, after: after.state }];
    const values = { before: shown[field](before), after: shown[field](after) };
    if (values.before === values.after) return [];
    return [field === 'work' ? onlyNamed : { field, ...values }];
  });
}

/** Who stands in front of a machine puts its point right; only beyond this distance somebody would drive elsewhere. */
const farKilometres = 1;

function isFar(machine: VisitMachine, before: Visit, after: Visit): boolean {
  const now = after.devices.find(({ id }) => id === machine.id);
  const from = pointOf(workPlaceOf(before.customer, machine));
  const to = now ? pointOf(workPlaceOf(after.customer, now)) : null;
  return from !== null && to !== null && distanceInKilometres(from, to) > farKilometres;
}

async function tell(deps: Deps, tx: AccountTransaction, ctx: Ctx, news: readonly News[]): Promise<void> {
  const others = news.filter(({ userId }) => userId !== ctx.userId);
  if (others.length === 0) return;
  const { accountId } = ctx;
  const [actor, readers] = await Promise.all([
    tx.user.findUniqueOrThrow({
      where: rowKey(ctx, ctx.userId),
      select: { firstName: true, lastName: true },
    }),
    tx.user.findMany({
      where: { id: { in: others.map(({ userId }) => userId) }, active: true },
      select: { id: true, notifyInApp: true, notifyByMail: true },
      orderBy: { id: 'asc' },
    }),
  ]);
  const rows = others.flatMap((item) => {
    const reader = readers.find(({ id }) => id === item.userId);
    const inApp = reader?.notifyInApp.includes(item.kind) ?? false;
    const toMail = reader?.notifyByMail.includes(item.kind) ?? false;
    if (!inApp && !toMail) return [];
    const { userId, kind, visit } = item;
    const content = contentOf(item, nameOf(actor));
    return [{ accountId, userId, kind, visitId: visit.id, content, inApp, toMail, createdAt: deps.clock() }];
  });
  await tx.notification.createMany({ data: rows });
  for (const { id: userId } of readers)
    if (rows.some((row) => row.userId === userId && row.toMail))
      await deps.jobs.enqueue(tx, sendNews, { accountId, userId }, deps.config.visitMailSeconds);
}

const contentOf = ({ visit, changes = [], text = '' }: News, by: string): NotificationContent => ({
  by,
  customer: visit.customer.shortName,
  day: visit.day,
  window: windowOf(visit.from, visit.to),
  changes,
  text,
});
