import { type IncidentQuery, incidentContract } from '@servicebook/shared/incident';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import { apiOf } from '../../lib/api-client.ts';
import { deletionOf, mutationOf } from '../../lib/mutation.ts';

const incidentApi = apiOf(incidentContract);

export const incidentsQuery = (query: z.input<typeof IncidentQuery>) =>
  queryOptions({
    queryKey: ['incident', query],
    queryFn: ({ signal }) => incidentApi.findByParameters({ query, signal }),
    // The rows of the previous filter stay visible until the new ones arrive.
    placeholderData: keepPreviousData,
  });

export const useInsertIncident = mutationOf(incidentApi.insert, { refreshes: 'incident' });
export const useDeleteIncident = deletionOf((id) => incidentApi.delete({ params: { id } }), {
  of: 'incident',
});
