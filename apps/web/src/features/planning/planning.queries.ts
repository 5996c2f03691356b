import { inspectionContract } from '@servicebook/shared/inspection-overview';
import { type Board, planningContract } from '@servicebook/shared/planning';
import { type Visit, visitContract } from '@servicebook/shared/visit';
import { keepPreviousData, type QueryClient, queryOptions, replaceEqualDeep } from '@tanstack/react-query';
import { apiOf } from '../../lib/api-client.ts';
import { mutationOf } from '../../lib/mutation.ts';

const planningApi = apiOf(planningContract);
const visitApi = apiOf(visitContract);
const inspectionApi = apiOf(inspectionContract);

const boards = ['planning', 'board'] as const;

/**
 * Unchanged visits keep their identity wherever they stand in the list, so that their cards are not drawn again. By
 * itself the cache compares them place by place; one visit on another day moves all behind it.
 */
function keepVisits(before: unknown, after: unknown): Board {
  const [old, board] = [before as Board | undefined, after as Board];
  if (!old) return board;
  const known = new Map(old.visits.map((visit) => [visit.id, visit]));
  const kept = board.visits.map((visit) => replaceEqualDeep(known.get(visit.id), visit));
  const sameVisits =
    kept.length === old.visits.length && kept.every((visit, index) => visit === old.visits[index]);
  const { visits: _, ...rest } = replaceEqualDeep({ ...old, visits: null }, { ...board, visits: null });
  const next = { ...rest, visits: sameVisits ? old.visits : kept };
  // The cache asks again with every drawing, as long as the days before stand in for those being loaded.
  const same = (Object.keys(next) as (keyof Board)[]).every((key) => next[key] === old[key]);
  return same ? old : next;
}

/** The visits and absences of some days, with all technicians. */
export const boardQuery = (from: string, to: string) =>
  queryOptions({
    queryKey: [...boards, from, to],
    queryFn: ({ signal }) => planningApi.board({ query: { from, to }, signal }),
    placeholderData: keepPreviousData,
    structuralSharing: keepVisits,
    // Colleagues plan at the same time.
    refetchInterval: 60_000,
  });

/** The way through a technician's day. @param branchId where it starts; null: at the branch nearest to the stops */
export const routeQuery = (userId: number, day: string, branchId: number | null) =>
  queryOptions({
    queryKey: ['planning', 'route', userId, day, branchId],
    queryFn: ({ signal }) =>
      planningApi.route({
        query: { userId: String(userId), day, branchId: branchId === null ? undefined : String(branchId) },
        signal,
      }),
  });

/** How many more machines around a place are due and not yet planned. */
export const dueNearQuery = (
  place: { latitude: number; longitude: number },
  kilometres: number,
  until: string,
) =>
  queryOptions({
    queryKey: ['device', 'inspections', 'near', place, kilometres, until],
    queryFn: async ({ signal }) => {
      const { totalElements } = await inspectionApi.search({
        body: { planned: 'UNPLANNED', dateTo: until, near: { ...place, kilometres }, size: 1 },
        signal,
      });
      return totalElements;
    },
  });

/** Puts stored visits on the boards in memory, so that a moved card stays where it was dropped. */
function showOnBoards(client: QueryClient, stored: readonly Visit[]): void {
  for (const query of client.getQueryCache().findAll({ queryKey: boards })) {
    const [, , from = '', to = ''] = query.queryKey as string[];
    client.setQueryData(query.queryKey, (board: Board | undefined) => {
      if (!board) return board;
      const others = board.visits.filter(({ id }) => !stored.some((visit) => visit.id === id));
      const here = stored.filter(
        ({ day, state }) => day !== null && from <= day && day <= to && state !== 'CANCELLED',
      );
      return { ...board, visits: [...others, ...here] };
    });
  }
}

export const useMoveOnBoard = mutationOf(visitApi.move, {
  refreshes: 'visit',
  onSuccess: (client, moved) => showOnBoards(client, moved),
});
export const usePlanOnBoard = mutationOf(visitApi.save, {
  refreshes: 'visit',
  onSuccess: (client, planned) => showOnBoards(client, [planned]),
});
