/**
 * What the people of a visit are told when somebody else changes it. Written in the transaction of the change; nobody is
 * told about their own actions.
 *
 * Technicians hear of everything about the visits they go to. The author of a visit, who is often the office, hears that
 * it was cancelled or done, and what its technicians change about its time and people.
 */
import { nameOf } from '@servicebook/i18n/names.ts';
import { machineNames } from '@servicebook/shared/machine-name';
import {
  type NotificationContent,
  type NotificationKind,
  type VisitChange,
  type VisitField,
  visitFields,
} from '@servicebook/shared/notification';
import { isOpenVisit, type Visit } from '@servicebook/shared/visit';
import type { Deps } from '../../deps.ts';
import type { Ctx } from '../../platform/ctx.ts';
import { type AccountTransaction, rowKey } from '../../platform/tenancy.ts';
import { sendNews, waitsSeconds } from './visit-news.job.ts';

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

/** Who goes there, as long as it is not over. */
const goingTo = (visit: Visit | undefined): number[] =>
  visit && isOpenVisit(visit) ? visit.technicians.map(({ id }) => id) : [];

/** The news of one visit, at most one for each person. */
function newsOf(before: Visit | undefined, after: Visit | undefined, actor: number): News[] {
  const visit = after ?? before;
  if (!visit) return [];
  const went = goingTo(before);
  const go = goingTo(after);
  const technicians = [...new Set([...went, ...go])];
  const isCancelled = !after || after.state === 'CANCELLED';
  const text = after?.state === 'CANCELLED' ? after.cancelReason : '';
  const changes = before && after ? changesOf(before, after) : [];
  const forTechnician = (userId: number): News[] => {
    if (!went.includes(userId)) return [{ userId, kind: 'ASSIGNED', visit }];
    if (isCancelled) return [{ userId, kind: 'CANCELLED', visit, text }];
    // As the technician knew it: it may have been moved with the same change.
    if (!go.includes(userId))
      return before && isOpenVisit(visit) ? [{ userId, kind: 'TAKEN', visit: before }] : [];
    return changes.length > 0 ? [{ userId, kind: 'CHANGED', visit, changes }] : [];
  };
  const forAuthor = (userId: number): News[] => {
    if (!before || !isOpenVisit(before)) return [];
    if (isCancelled) return [{ userId, kind: 'CANCELLED', visit, text }];
    if (after.state === 'DONE') return [{ userId, kind: 'DONE', visit }];
    const plan = changes.filter(({ field }) => ['day', 'window', 'technicians'].includes(field));
    return plan.length > 0 && went.includes(actor) ? [{ userId, kind: 'CHANGED', visit, changes: plan }] : [];
  };
  const news = technicians.flatMap(forTechnician);
  const author = visit.userCreated.id;
  return news.some(({ userId }) => userId === author) ? news : [...news, ...forAuthor(author)];
}

/** What a technician has to know about a visit, comparable and short. */
const shown: Record<VisitField, (visit: Visit) => string> = {
  day: ({ day }) => day ?? '',
  window: ({ from, to }) => windowOf(from, to),
  customer: ({ customer }) => customer.shortName,
  machines: ({ devices }) => machineNames(devices),
  work: ({ types, text, checklist }) => JSON.stringify([types, text, checklist.map(({ name }) => name)]),
  technicians: ({ technicians }) => technicians.map(nameOf).join(', '),
};

/** A time window: `08:00–10:00`, or only its start. */
export const windowOf = (from: string | null, to: string | null): string =>
  to ? `${from}–${to}` : (from ?? '');

function changesOf(before: Visit, after: Visit): VisitChange[] {
  return visitFields.flatMap((field) => {
    const values = { before: shown[field](before), after: shown[field](after) };
    if (values.before === values.after) return [];
    return [field === 'work' ? { field, before: '', after: '' } : { field, ...values }];
  });
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
      await deps.jobs.enqueue(tx, sendNews, { accountId, userId }, waitsSeconds);
}

const contentOf = ({ visit, changes = [], text = '' }: News, by: string): NotificationContent => ({
  by,
  customer: visit.customer.shortName,
  day: visit.day,
  window: windowOf(visit.from, visit.to),
  changes,
  text,
});
