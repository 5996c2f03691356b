import { type Account, companyContract } from '@servicebook/shared/company';
import { storageContract } from '@servicebook/shared/storage';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import { apiOf } from '../../lib/api-client.ts';
import { sessionQuery } from '../../lib/use-session.ts';

const companyApi = apiOf(companyContract);

export const companyQuery = queryOptions({
  queryKey: ['company'],
  queryFn: ({ signal }) => companyApi.getAccount({ signal }),
});

export const storageQuery = queryOptions({
  queryKey: ['company', 'storage'],
  queryFn: ({ signal }) => apiOf(storageContract).use({ signal }),
});

export function useUpdateCompany() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: z.input<typeof companyContract.updateGeneralData.body>) =>
      companyApi.updateGeneralData({ body }),
    meta: { handlesErrors: true },
    onSuccess: (saved: Account) => {
      queryClient.setQueryData(companyQuery.queryKey, saved);
      // The name stands in the top bar.
      queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey });
    },
  });
}
