import { type CategoryUpdate, categoryContract } from '@servicebook/shared/category';
import { formatServiceActions, type ServiceAction } from '@servicebook/shared/service-action';
import { queryOptions } from '@tanstack/react-query';
import { apiOf } from '../../lib/api-client.ts';
import { deletionOf, mutationOf } from '../../lib/mutation.ts';
import { listQueryOf, recordQueryOf } from '../../lib/queries.ts';

const categoryApi = apiOf(categoryContract);

export const categorySearchQuery = listQueryOf(['category', 'search'], categoryApi.search);
export const categoryQuery = recordQueryOf('category', categoryApi.findById);

/** All categories of the account: there are few, and filters need their names. */
export const allCategoriesQuery = queryOptions({
  queryKey: ['category', 'all'],
  queryFn: ({ signal }) => categoryApi.findAll({ signal }),
});

const maxOptions = 50;

/** A category to choose, with the inspection interval of its new machines. */
export interface CategoryOption {
  id: number;
  label: string;
  inspectionPeriodInMonths: number | null;
}

/** Options for choosing a category, found by part of the name. */
export async function loadCategoryOptions(text: string, signal: AbortSignal) {
  const { content, totalElements } = await categoryApi.search({
    body: { text, sort: { by: 'name', direction: 'asc' }, size: maxOptions },
    signal,
  });
  const options: CategoryOption[] = content.map(({ id, name, inspectionPeriodInMonths }) => ({
    ...{ id, label: name, inspectionPeriodInMonths },
  }));
  return { content: options, totalElements };
}

interface CategoryChange extends Omit<CategoryUpdate, 'serviceReviewOperationsList'> {
  actions: ServiceAction[];
}

export const useInsertCategory = mutationOf(categoryApi.insert, { refreshes: 'category' });

export const useUpdateCategory = mutationOf(
  ({ body: { actions, ...body }, idempotencyKey }: { body: CategoryChange; idempotencyKey: string }) =>
    categoryApi.update({
      body: { ...body, serviceReviewOperationsList: formatServiceActions(actions) },
      idempotencyKey,
    }),
  { refreshes: 'category', stores: ({ id }) => categoryQuery(id) },
);

export const useDeleteCategory = deletionOf((id) => categoryApi.delete({ params: { id } }), {
  of: 'category',
});
