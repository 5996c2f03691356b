import { addDays } from '@servicebook/shared/calendar';
import { soonDays } from '@servicebook/shared/inspection-overview';
import type { Board } from '@servicebook/shared/planning';
import type { Visit } from '@servicebook/shared/visit';
import { brokenPromise, isOpenVisit, placeOfVisit } from '@servicebook/shared/visit';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo, useRef, useState } from 'react';
import { ApiError } from '../../lib/api-error.ts';
import { refresh } from '../../lib/freshness.ts';
import { randomUuid } from '../../lib/idempotency.ts';
import { useDeleteVisit } from '../visit/visit.queries.ts';
import {
  type Change,
  changed,
  changesOf,
  draftOf,
  dueGroups,
  type Item,
  inspectionVisit,
  type Target,
} from './plan.ts';
import { useMoveOnBoard, usePlanOnBoard } from './planning.queries.ts';

/** What the last change did, or why it was not made. */
export type Notice =
  | {
      kind: 'done';
      count: number;
      target: Target;
      undone: boolean;
      near: { visit: Visit; until: string } | null;
      /** All of them had a day before. */
      hadDay?: boolean;
      /** Whose customers were told another day or time. */
      told: string[];
    }
  | { kind: 'failed'; error: unknown; names: string[] }
  /** Started work keeps its day; what has ended stays where it is. */
  | { kind: 'refused'; reason: 'started' | 'ended' };

/** A change on its way to the server, as it is shown meanwhile. */
interface Pending {
  id: string;
  visits: Visit[];
  /** Entries of the side list that are being planned. */
  entries: string[];
}

/** The card is where it was dropped before the request for it is written; both at once would show it later. */
const pictureFirst = () => new Promise((resolve) => setTimeout(resolve, 50));

interface Undo {
  changes: Change[];
  planned: number[];
}

/**
 * Moves visits and plans inspections: shown at once, sent one after the other, and taken back if the server refuses.
 * The last change can be undone.
 */
export function usePlanChanges(board: Board | undefined) {
  const client = useQueryClient();
  const { mutateAsync: move } = useMoveOnBoard();
  const { mutateAsync: plan } = usePlanOnBoard();
  const { mutateAsync: takeOff } = useDeleteVisit();
  const [pending, setPending] = useState<Pending[]>([]);
  const [notice, setNotice] = useState<Notice | null>(null);
  const [undo, setUndo] = useState<Undo | null>(null);
  const queue = useRef<Promise<void>>(Promise.resolve());
  /** Our own changes count the revision up; a second one must not look like somebody else's. */
  const revisions = useRef(new Map<number, number>());
  const technicians = board?.technicians;
  const today = board?.today ?? '';

  const send = useCallback(
    async (changes: Change[]) => {
      if (changes.length === 0) return;
      const items = changes.map(({ visit, day, technicians: people }) => ({
        id: visit.id,
        revision: Math.max(visit.revision, revisions.current.get(visit.id) ?? 0),
        day,
        technicians: people.map(({ id }) => ({ id })),
      }));
      const moved = await move({ body: { items }, idempotencyKey: randomUuid() });
      for (const { id, revision } of moved) revisions.current.set(id, revision);
    },
    [move],
  );

  /** Runs after the changes before it; a failure stops none of the next. */
  const enqueue = useCallback(
    (shown: Omit<Pending, 'id'>, names: string[], run: () => Promise<void>) => {
      const id = randomUuid();
      setPending((before) => [...before, { id, ...shown }]);
      queue.current = queue.current.then(async () => {
        try {
          await pictureFirst();
          await run();
        } catch (error) {
          setUndo(null);
          setNotice({ kind: 'failed', error, names });
          revisions.current.clear();
          if (error instanceof ApiError && !error.unexpected) await refresh(client, 'visit');
        } finally {
          setPending((before) => before.filter((change) => change.id !== id));
        }
      });
      return queue.current;
    },
    [client],
  );

  const apply = useCallback(
    (items: readonly Item[], target: Target) => {
      if (!technicians) return;
      const visits = items.flatMap((item) => (item.kind === 'visit' ? [item.visit] : []));
      if (visits.some((visit) => !isOpenVisit(visit))) return setNotice({ kind: 'refused', reason: 'ended' });
      if (target.day === null && visits.some(({ state }) => state === 'STARTED'))
        return setNotice({ kind: 'refused', reason: 'started' });
      const changes = changesOf(items, target, technicians);
      // Inspections are due anyway; without a day there is nothing to plan.
      const groups = target.day === null ? [] : dueGroups(items);
      if (changes.length === 0 && groups.length === 0) return;
      const shown = {
        visits: [...changes.map(changed), ...groups.map((rows) => draftOf(rows, target, technicians))],
        entries: items.flatMap((item) => (item.kind === 'due' || item.visit.day === null ? item.key : [])),
      };
      const names = shown.visits.map(({ customer }) => customer.shortName);
      void enqueue(shown, names, async () => {
        await send(changes);
        const planned: Visit[] = [];
        for (const rows of groups)
          planned.push(await plan({ body: inspectionVisit(rows, target), idempotencyKey: randomUuid() }));
        const last = [...changes.map(changed), ...planned].at(-1);
        setUndo({
          changes: changes.map(({ visit, day, technicians: people }) => ({
            visit: { ...visit, day, technicians: people },
            day: visit.day,
            technicians: visit.technicians,
          })),
          planned: planned.map(({ id }) => id),
        });
        setNotice({
          kind: 'done',
          count: changes.length + planned.length,
          target,
          hadDay: planned.length === 0 && changes.every(({ visit }) => visit.day !== null),
          undone: false,
          near:
            target.day !== null && last && placeOfVisit(last)
              ? { visit: last, until: addDays(today, soonDays) }
              : null,
          told: changes.flatMap((change) => {
            const visit = changed(change);
            return brokenPromise(visit, visit, today) ? [visit.customer.shortName] : [];
          }),
        });
      });
    },
    [technicians, today, enqueue, send, plan],
  );

  const takeBack = useCallback(() => {
    if (!undo) return;
    setUndo(null);
    const { changes, planned } = undo;
    const shown = { visits: changes.map(changed), entries: [] };
    void enqueue(
      shown,
      shown.visits.map(({ customer }) => customer.shortName),
      async () => {
        await send(changes);
        for (const id of planned) await takeOff(id);
        setNotice({
          kind: 'done',
          count: changes.length + planned.length,
          target: { day: changes[0]?.day ?? null },
          undone: true,
          near: null,
          told: [],
        });
      },
    );
  }, [undo, enqueue, send, takeOff]);

  const stored = board?.visits;
  const visits = useMemo(() => {
    if (!stored) return [];
    const shown = new Map(stored.map((visit) => [visit.id, visit]));
    for (const change of pending) for (const visit of change.visits) shown.set(visit.id, visit);
    return [...shown.values()];
  }, [stored, pending]);
  const entries = pending.flatMap((change) => change.entries).join(' ');
  const leaving = useMemo(() => new Set(entries.split(' ')), [entries]);

  return {
    visits,
    leaving,
    saving: pending.length > 0,
    notice,
    dismiss: useCallback(() => setNotice(null), []),
    apply,
    undo: undo ? takeBack : null,
  };
}
