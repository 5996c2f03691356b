import { planContract } from '@servicebook/shared/plan';
import { queryOptions } from '@tanstack/react-query';
import { apiOf } from '../../lib/api-client.ts';

const planApi = apiOf(planContract);

/** The plans on offer, cached per language. */
export const plansQuery = queryOptions({
  queryKey: ['plan', 'active'],
  queryFn: ({ signal }) => planApi.findAllActive({ signal }),
});
