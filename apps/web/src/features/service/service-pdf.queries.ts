import { serviceContract } from '@servicebook/shared/service';
import { queryOptions } from '@tanstack/react-query';
import { apiOf } from '../../lib/api-client.ts';

const api = apiOf(serviceContract);

/** Downloads the document for sharing with another app. */
export const servicePdfQuery = (id: number, revision: string) =>
  queryOptions({
    queryKey: ['service', 'pdf', id, revision],
    queryFn: ({ signal }) => api.pdf({ params: { id }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 5 * 60_000,
  });
