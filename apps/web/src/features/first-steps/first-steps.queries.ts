import { firstStepsContract } from '@servicebook/shared/first-steps';
import { queryOptions } from '@tanstack/react-query';
import { apiOf } from '../../lib/api-client.ts';
import { mutationOf } from '../../lib/mutation.ts';

const api = apiOf(firstStepsContract);

/** Asked for again on every visit, because any saved form may have done a step. */
export const firstStepsQuery = queryOptions({
  queryKey: ['first-steps'],
  queryFn: ({ signal }) => api.get({ signal }),
  staleTime: 0,
});

export const useHideFirstSteps = mutationOf(api.set, { stores: () => firstStepsQuery });
