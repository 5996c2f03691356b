import { joinPresent } from '@servicebook/i18n/names.ts';
import { type CustomerExport, type CustomerIds, customerContract } from '@servicebook/shared/customer';
import { queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import { apiOf } from '../../lib/api-client.ts';
import { deletionOf, mutationOf } from '../../lib/mutation.ts';
import { listQueryOf, recordQueryOf } from '../../lib/queries.ts';

const customerApi = apiOf(customerContract);

export const customerSearchQuery = listQueryOf(['customer', 'search'], customerApi.search);
export const customerQuery = recordQueryOf('customer', customerApi.findById);

/** The ids of all results. */
export const findCustomerIds = (request: z.input<typeof CustomerIds>): Promise<number[]> =>
  customerApi.findIds({ body: request });

/** All results of a search, as a file. */
export const exportCustomers = (request: z.input<typeof CustomerExport>): Promise<File> =>
  customerApi.export({ body: request });

/** Uses the key of machines, because changes of machines refresh it. */
export const customerCountsQuery = (id: number) =>
  queryOptions({
    queryKey: ['device', 'customer-counts', id],
    queryFn: ({ signal }) => customerApi.counts({ params: { id }, signal }),
  });

const maxOptions = 50;

/** Options for choosing a customer, found by any field of the customer search. */
export async function loadCustomerOptions(text: string, signal: AbortSignal) {
  const { content, totalElements } = await customerApi.search({
    body: { text, sort: { by: 'shortName', direction: 'asc' }, size: maxOptions },
    signal,
  });
  const options = content.map(({ id, shortName, fullName, city }) => ({
    id,
    label: shortName,
    hint: joinPresent([fullName, city]),
  }));
  return { content: options, totalElements };
}

export const useInsertCustomer = mutationOf(customerApi.insert, { refreshes: 'customer' });

export const useUpdateCustomer = mutationOf(customerApi.update, {
  refreshes: 'customer',
  stores: ({ id }) => customerQuery(id),
});

export const useDeleteCustomer = deletionOf((id) => customerApi.delete({ params: { id } }), {
  of: 'customer',
});
