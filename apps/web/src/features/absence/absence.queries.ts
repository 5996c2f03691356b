import { absenceContract } from '@servicebook/shared/absence';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { apiOf } from '../../lib/api-client.ts';
import { deletionOf, mutationOf } from '../../lib/mutation.ts';

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

export const useSaveAbsence = mutationOf(absenceApi.save, { refreshes: 'absence' });
export const useDeleteAbsence = deletionOf((id) => absenceApi.delete({ params: { id } }), { of: 'absence' });
