/** Several news of one visit as one: what the reader knew before, and what is true now. */
import {
  isOnlyNamed,
  type NotificationContent,
  type NotificationKind,
  type VisitChange,
} from '@servicebook/shared/notification';
import type { Visit } from '@servicebook/shared/visit';
import { isOpenVisit } from '@servicebook/shared/visit';
import { windowOf } from '../visit-news/visit-news.ts';

export interface StoredNews extends NotificationContent {
  kind: NotificationKind;
  visitId: number;
}

export interface MailedNews {
  kind: NotificationKind;
  visitId: number;
  /** As it is now; undefined once it is deleted. */
  visit: Visit | undefined;
  /** The last words about it. */
  last: StoredNews;
  changes: VisitChange[];
}

/**
 * The news worth mailing. A visit that was assigned and taken away again is none, and neither is one that was moved and
 * moved back.
 * @param news of one user, oldest first
 */
export function collapse(
  news: readonly StoredNews[],
  visits: readonly Visit[],
  userId: number,
): MailedNews[] {
  const ids = [...new Set(news.map(({ visitId }) => visitId))];
  return ids.flatMap((id) => {
    const all = news.filter(({ visitId }) => visitId === id);
    const visit = visits.find((each) => each.id === id);
    const of = (...kinds: NotificationKind[]) => all.filter(({ kind }) => kinds.includes(kind));
    return [
      ...collapsePlan(of('ASSIGNED', 'CHANGED', 'TAKEN', 'CANCELLED'), visit, userId),
      ...collapseLeaving(of('LEFT'), visit),
      ...of('NOTE', 'DONE').map((last) => mailed(last, visit)),
    ];
  });
}

const mailed = (last: StoredNews, visit: Visit | undefined, changes: VisitChange[] = []): MailedNews => ({
  kind: last.kind,
  visitId: last.visitId,
  visit,
  last,
  changes,
});

function collapsePlan(plan: readonly StoredNews[], visit: Visit | undefined, userId: number): MailedNews[] {
  const [first] = plan;
  const last = plan.at(-1);
  if (!first || !last) return [];
  const goes = visit !== undefined && isOpenVisit(visit) && visit.technicians.some(({ id }) => id === userId);
  if (first.kind === 'ASSIGNED') return goes ? [mailed(first, visit)] : [];
  const isGone = last.kind === 'TAKEN' || last.kind === 'CANCELLED';
  if (isGone && !goes) return [mailed(last, visit)];
  const isWatched = visit !== undefined && isOpenVisit(visit) && visit.userCreated.id === userId;
  // Started after it was cancelled, and done by now.
  const isDone = visit?.state === 'DONE' && plan.some(({ changes }) => changes.some(isState));
  if (!visit || !(goes || isWatched || isDone)) return [];
  const changes = differences(plan, first, visit);
  return changes.length > 0 ? [mailed({ ...last, kind: 'CHANGED' }, visit, changes)] : [];
}

const isState = ({ field }: VisitChange) => field === 'state';

/** Several technicians who were deactivated, as long as nobody has replaced them. */
function collapseLeaving(leaving: readonly StoredNews[], visit: Visit | undefined): MailedNews[] {
  const [first] = leaving;
  const last = leaving.at(-1);
  if (!first || !last || !visit || !isOpenVisit(visit)) return [];
  if (visit.technicians.every(({ active }) => active)) return [];
  const [change] = first.changes;
  const after = last.changes[0]?.after ?? '';
  return [mailed(last, visit, change ? [{ ...change, after }] : [])];
}

/** From the first known state to the one of now. */
function differences(plan: readonly StoredNews[], first: StoredNews, visit: Visit): VisitChange[] {
  const fields = new Map<VisitChange['field'], VisitChange>();
  // A visit that was taken away may come back with another time.
  if (first.kind !== 'CHANGED') {
    fields.set('day', { field: 'day', before: first.day ?? '', after: visit.day ?? '' });
    fields.set('window', { field: 'window', before: first.window, after: windowOf(visit.from, visit.to) });
  }
  for (const { changes } of plan)
    for (const change of changes) {
      const before = fields.get(change.field)?.before ?? change.before;
      fields.set(change.field, { ...change, before });
    }
  const state = fields.get('state');
  if (state) fields.set('state', { ...state, after: visit.state });
  // Who had not been mailed that it was cancelled knew it as it is again.
  if (first.kind === 'CANCELLED') fields.delete('state');
  return [...fields.values()].filter(({ field, before, after }) => before !== after || isOnlyNamed(field));
}
