import { branchContract } from '@servicebook/shared/branch';
import { queryOptions } from '@tanstack/react-query';
import { apiOf } from '../../lib/api-client.ts';
import { deletionOf, mutationOf } from '../../lib/mutation.ts';

const branchApi = apiOf(branchContract);

/** All branches of the account. */
export const branchesQuery = queryOptions({
  queryKey: ['branch'],
  queryFn: ({ signal }) => branchApi.getAll({ signal }),
});

export const useSaveBranch = mutationOf(branchApi.insert, {
  refreshes: 'branch',
  // Added to the cache at once, so that its details have something to show.
  onSuccess: (client, saved) =>
    client.setQueryData(
      branchesQuery.queryKey,
      (all) => all && [saved, ...all.filter(({ id }) => id !== saved.id)],
    ),
});

export const useDeleteBranch = deletionOf((id) => branchApi.delete({ params: { id } }), {
  of: 'branch',
  onSuccess: (client, deleted) =>
    client.setQueryData(branchesQuery.queryKey, (all) => all?.filter(({ id }) => id !== deleted)),
});
