import { savedViewContract, type ViewList } from '@servicebook/shared/saved-view';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { apiOf } from './api-client.ts';
import { mutationOf } from './mutation.ts';

const api = apiOf(savedViewContract);
const fewMinutes = 300_000;

/** The views of a list: one's own and the company's. */
export const savedViewsQuery = (list: ViewList) =>
  queryOptions({
    queryKey: ['saved-view', list],
    queryFn: ({ signal }) => api.list({ query: { list }, signal }),
    staleTime: fewMinutes,
  });

// No other screen shows them, so the table of dependent screens needs no entry.
const onSuccess = (client: QueryClient) => void client.invalidateQueries({ queryKey: ['saved-view'] });

export const useInsertView = mutationOf(api.insert, { onSuccess });
export const useUpdateView = mutationOf(api.update, { onSuccess });
export const useOrderViews = mutationOf(api.order, { onSuccess });
export const useDeleteView = mutationOf((id: number) => api.delete({ params: { id } }), { onSuccess });
