import { absenceContract } from '@servicebook/shared/absence';
import { openVisitStates, visitContract } from '@servicebook/shared/visit';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { apiOf } from '../../lib/api-client.ts';
import { isDay } from '../../lib/day-text.ts';
import { deletionOf, mutationOf } from '../../lib/mutation.ts';

const visitApi = apiOf(visitContract);
const absenceApi = apiOf(absenceContract);

/** The absences of all employees that touch a range of days. */
export const absencesQuery = (from: string, to: string) =>
  queryOptions({
    queryKey: ['absence', 'list', from, to],
    queryFn: ({ signal }) => absenceApi.list({ query: { from, to }, signal }),
    placeholderData: keepPreviousData,
  });

/** The vacation of every active employee in a year. */
export const vacationQuery = (year: number) =>
  queryOptions({
    queryKey: ['absence', 'balance', year],
    queryFn: ({ signal }) => absenceApi.balance({ query: { year }, signal }),
  });

/** How many visits of a person are still to be done on these days. */
export const visitsThenQuery = (userId: number, from: string, to: string) =>
  queryOptions({
    queryKey: ['visit', 'search', 'then', userId, from, to],
    queryFn: async ({ signal }) => {
      const body = { states: [...openVisitStates], userId, dateFrom: from, dateTo: to, size: 1 };
      return (await visitApi.search({ body, signal })).totalElements;
    },
    enabled: isDay(from) && isDay(to) && from <= to,
  });

export const useSaveAbsence = mutationOf(absenceApi.save, { refreshes: 'absence' });
export const useDeleteAbsence = deletionOf((id) => absenceApi.delete({ params: { id } }), { of: 'absence' });
