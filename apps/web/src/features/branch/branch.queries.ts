import { type BranchInput, branchContract } from '@servicebook/shared/branch';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { apiOf } from '../../lib/api-client.ts';

const branchApi = apiOf(branchContract);

const branches = 'branch';

/** All branches of the account. */
export const branchesQuery = queryOptions({
  queryKey: [branches],
  queryFn: ({ signal }) => branchApi.getAll({ signal }),
});

export function useSaveBranch() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ content, idempotencyKey }: { content: BranchInput; idempotencyKey: string }) =>
      branchApi.insert({ body: content, idempotencyKey }),
    meta: { handlesErrors: true },
    onSuccess: (saved) => {
      // At once, so that its details have something to show.
      queryClient.setQueryData(
        branchesQuery.queryKey,
        (all) => all && [saved, ...all.filter(({ id }) => id !== saved.id)],
      );
      queryClient.invalidateQueries({ queryKey: [branches] });
    },
  });
}

export function useDeleteBranch() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => branchApi.delete({ params: { id } }),
    meta: { handlesErrors: true },
    onSuccess: (_, id) => {
      queryClient.setQueryData(branchesQuery.queryKey, (all) => all?.filter((branch) => branch.id !== id));
      queryClient.invalidateQueries({ queryKey: [branches] });
    },
  });
}
