import {
  type Category,
  type CategoryInsert,
  type CategorySearch,
  type CategoryUpdate,
  categoryContract,
} from '@servicebook/shared/category';
import { formatServiceActions, type ServiceAction } from '@servicebook/shared/service-action';
import {
  keepPreviousData,
  type QueryClient,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import type { z } from 'zod';
import { apiOf } from '../../lib/api-client.ts';
import { failFast } from '../../lib/no-connection.ts';

const categoryApi = apiOf(categoryContract);

/** Every key of the feature starts with it, so one call refreshes all that shows categories. */
const categories = 'category';
/** Machines show their category's name. */
const devices = 'device';

export const categorySearchQuery = (request: z.input<typeof CategorySearch>) =>
  queryOptions({
    queryKey: [categories, 'search', request],
    queryFn: ({ signal }) => categoryApi.search({ body: request, signal }),
    placeholderData: keepPreviousData,
  });

export const categoryQuery = (id: number) =>
  queryOptions({
    queryKey: [categories, 'one', id],
    queryFn: ({ signal }) => categoryApi.findById({ params: { id }, signal }),
  });

/** As it is on the server now. */
export const fetchCategory = (queryClient: QueryClient, id: number): Promise<Category> =>
  queryClient.fetchQuery({ ...categoryQuery(id), ...failFast });

/** All of the account: categories are few, and filters want their names. */
export const allCategoriesQuery = queryOptions({
  queryKey: [categories, 'all'],
  queryFn: ({ signal }) => categoryApi.findAll({ signal }),
});

const offered = 50;

/** Categories to choose from, by part of their name. */
export async function loadCategoryOptions(text: string, signal: AbortSignal) {
  const { content, totalElements } = await categoryApi.search({
    body: { text, sort: { by: 'name', direction: 'asc' }, size: offered },
    signal,
  });
  return { content: content.map(({ id, name }) => ({ id, label: name })), totalElements };
}

function useRefreshCategories() {
  const queryClient = useQueryClient();
  return () => {
    queryClient.invalidateQueries({ queryKey: [categories] });
    queryClient.invalidateQueries({ queryKey: [devices] });
  };
}

export function useInsertCategory() {
  const refresh = useRefreshCategories();
  return useMutation({
    mutationFn: ({ content, idempotencyKey }: { content: CategoryInsert; idempotencyKey: string }) =>
      categoryApi.insert({ body: content, idempotencyKey }),
    meta: { handlesErrors: true },
    onSuccess: refresh,
  });
}

export function useUpdateCategory() {
  const queryClient = useQueryClient();
  const refresh = useRefreshCategories();
  return useMutation({
    mutationFn: ({
      content: { actions, ...content },
      idempotencyKey,
    }: {
      content: Omit<CategoryUpdate, 'serviceReviewOperationsList'> & { actions: ServiceAction[] };
      idempotencyKey: string;
    }) =>
      categoryApi.update({
        body: { ...content, serviceReviewOperationsList: formatServiceActions(actions) },
        idempotencyKey,
      }),
    meta: { handlesErrors: true },
    onSuccess: (category) => {
      queryClient.setQueryData(categoryQuery(category.id).queryKey, category);
      return refresh();
    },
  });
}

export function useDeleteCategory() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => categoryApi.delete({ params: { id } }),
    meta: { handlesErrors: true },
    onSuccess: (_, id) => {
      // Asking for what is gone would only answer 404.
      queryClient.removeQueries({ queryKey: categoryQuery(id).queryKey });
      queryClient.invalidateQueries({ queryKey: [categories, 'search'] });
      queryClient.invalidateQueries({ queryKey: allCategoriesQuery.queryKey });
    },
  });
}
