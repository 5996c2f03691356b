import { type IncidentInsert, type IncidentQuery, incidentContract } from '@servicebook/shared/incident';
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import { apiOf } from '../../lib/api-client.ts';

const incidentApi = apiOf(incidentContract);

/** Every key of the feature starts with it. */
const incidents = 'incident';
/** The machine's history and the numbers on its tabs tell of events. */
const record = ['device', 'record'];

export const incidentsQuery = (query: z.input<typeof IncidentQuery>) =>
  queryOptions({
    queryKey: [incidents, query],
    queryFn: ({ signal }) => incidentApi.findByParameters({ query, signal }),
    // The rows of the filter before stay in sight until the new ones are here.
    placeholderData: keepPreviousData,
  });

function useRefreshIncidents() {
  const queryClient = useQueryClient();
  return () => {
    queryClient.invalidateQueries({ queryKey: [incidents] });
    queryClient.invalidateQueries({ queryKey: record });
  };
}

export function useInsertIncident() {
  const refresh = useRefreshIncidents();
  return useMutation({
    mutationFn: ({ content, idempotencyKey }: { content: IncidentInsert; idempotencyKey: string }) =>
      incidentApi.insert({ body: content, idempotencyKey }),
    meta: { handlesErrors: true },
    onSuccess: refresh,
  });
}

export function useDeleteIncident() {
  const refresh = useRefreshIncidents();
  return useMutation({
    mutationFn: (id: number) => incidentApi.delete({ params: { id } }),
    meta: { handlesErrors: true },
    onSuccess: refresh,
  });
}
