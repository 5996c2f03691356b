import { joinPresent } from '@servicebook/i18n/names.ts';
import {
  type Customer,
  type CustomerInsert,
  type CustomerSearch,
  type CustomerUpdate,
  customerContract,
} from '@servicebook/shared/customer';
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

const customerApi = apiOf(customerContract);

/** Every key of the feature starts with it, so one call refreshes all that shows customers. */
const customers = 'customer';
/** Machines, protocols and to-dos show their customer's name. */
const followers = ['device', 'service', 'todo'];

export const customerSearchQuery = (request: z.input<typeof CustomerSearch>) =>
  queryOptions({
    queryKey: [customers, 'search', request],
    queryFn: ({ signal }) => customerApi.search({ body: request, signal }),
    // The page before stays in sight until the next is here.
    placeholderData: keepPreviousData,
  });

export const customerQuery = (id: number) =>
  queryOptions({
    queryKey: [customers, 'one', id],
    queryFn: ({ signal }) => customerApi.findById({ params: { id }, signal }),
  });

/** As it is on the server now. */
export const fetchCustomer = (queryClient: QueryClient, id: number): Promise<Customer> =>
  queryClient.fetchQuery({ ...customerQuery(id), ...failFast });

const offered = 50;

/** Customers to choose from, by whatever their search finds them by. */
export async function loadCustomerOptions(text: string, signal: AbortSignal) {
  const { content, totalElements } = await customerApi.search({
    body: { text, sort: { by: 'shortName', direction: 'asc' }, size: offered },
    signal,
  });
  const options = content.map(({ id, shortName, fullName, city }) => ({
    id,
    label: shortName,
    hint: joinPresent([fullName, city]),
  }));
  return { content: options, totalElements };
}

function useRefreshCustomers() {
  const queryClient = useQueryClient();
  return () => {
    queryClient.invalidateQueries({ queryKey: [customers] });
    for (const key of followers) queryClient.invalidateQueries({ queryKey: [key] });
  };
}

export function useInsertCustomer() {
  const refresh = useRefreshCustomers();
  return useMutation({
    mutationFn: ({ content, idempotencyKey }: { content: CustomerInsert; idempotencyKey: string }) =>
      customerApi.insert({ body: content, idempotencyKey }),
    meta: { handlesErrors: true },
    onSuccess: refresh,
  });
}

export function useUpdateCustomer() {
  const refresh = useRefreshCustomers();
  return useMutation({
    mutationFn: ({ content, idempotencyKey }: { content: CustomerUpdate; idempotencyKey: string }) =>
      customerApi.update({ body: content, idempotencyKey }),
    meta: { handlesErrors: true },
    onSuccess: refresh,
  });
}

export function useDeleteCustomer() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => customerApi.delete({ params: { id } }),
    meta: { handlesErrors: true },
    onSuccess: (_, id) => {
      // Asking for what is gone would only answer 404.
      queryClient.removeQueries({ queryKey: customerQuery(id).queryKey });
      queryClient.invalidateQueries({ queryKey: [customers, 'search'] });
    },
  });
}
