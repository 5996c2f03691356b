import { companyContract } from '@servicebook/shared/company';
import { storageContract } from '@servicebook/shared/storage';
import { queryOptions } from '@tanstack/react-query';
import { apiOf } from '../../lib/api-client.ts';
import { mutationOf } from '../../lib/mutation.ts';

const companyApi = apiOf(companyContract);

export const companyQuery = queryOptions({
  queryKey: ['company'],
  queryFn: ({ signal }) => companyApi.getAccount({ signal }),
});

export const storageQuery = queryOptions({
  queryKey: ['storage'],
  queryFn: ({ signal }) => apiOf(storageContract).use({ signal }),
});

export const useUpdateCompany = mutationOf(companyApi.updateGeneralData, {
  refreshes: 'company',
  stores: () => companyQuery,
});
