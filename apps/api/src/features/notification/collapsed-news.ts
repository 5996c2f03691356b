/** Several news of one visit as one: what the reader knew before, and what is true now. */
import type { NotificationContent, NotificationKind, VisitChange } from '@servicebook/shared/notification';
import type { Visit } from '@servicebook/shared/visit';
import { isOpenVisit } from '@servicebook/shared/visit';
import { windowOf } from '../visit/visit-news.ts';

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
    const plan = all.filter(({ kind }) => kind !== 'NOTE' && kind !== 'DONE');
    const others = all.filter(({ kind }) => kind === 'NOTE' || kind === 'DONE');
    return [...collapsePlan(plan, visit, userId), ...others.map((last) => mailed(last, visit))];
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
  if (!visit || (!goes && !isWatched)) return [];
  const changes = differences(plan, first, visit);
  return changes.length > 0 ? [mailed({ ...last, kind: 'CHANGED' }, visit, changes)] : [];
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
  return [...fields.values()].filter(
    ({ field, before, after }) => before !== after || (field === 'work' && before === ''),
  );
}
