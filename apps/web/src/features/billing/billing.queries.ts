import { type BillingExport, billingContract } from '@servicebook/shared/billing';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import { apiOf } from '../../lib/api-client.ts';
import { mutationOf } from '../../lib/mutation.ts';

const billingApi = apiOf(billingContract);

export const pricesQuery = queryOptions({
  queryKey: ['billing', 'prices'],
  queryFn: ({ signal }) => billingApi.prices({ signal }),
});

export const useSavePrices = mutationOf(billingApi.savePrices, { refreshes: 'billing' });
export const useDeletePrices = mutationOf((id: number) => billingApi.deletePrices({ params: { id } }), {
  refreshes: 'billing',
});

export const billingQuery = (serviceId: number) =>
  queryOptions({
    queryKey: ['billing', 'one', serviceId],
    queryFn: ({ signal }) => billingApi.find({ params: { serviceId }, signal }),
  });

export const billingsQuery = (ids: readonly number[]) =>
  queryOptions({
    queryKey: ['billing', 'several', ids],
    queryFn: ({ signal }) =>
      billingApi.findSeveral({ body: { services: ids.map((id) => ({ id })) }, signal }),
    enabled: ids.length > 0,
  });

/** Refetched after a refusal too: somebody else was faster. */
const changing = {
  refreshes: 'billing',
  onError: (client: QueryClient) => client.invalidateQueries({ queryKey: ['billing'] }),
} as const;

export const useSaveBilling = mutationOf(billingApi.save, changing);
export const useMarkInvoiced = mutationOf(billingApi.markInvoiced, changing);
export const useMarkNotInvoiced = mutationOf(billingApi.markNotInvoiced, changing);

export const exportBilling = (body: z.input<typeof BillingExport>): Promise<File> =>
  billingApi.export({ body });
