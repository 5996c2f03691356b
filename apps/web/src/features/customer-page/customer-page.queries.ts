import { customerPageContract } from '@servicebook/shared/customer-page';
import { queryOptions } from '@tanstack/react-query';
import { apiOf } from '../../lib/api-client.ts';
import { mutationOf } from '../../lib/mutation.ts';

const api = apiOf(customerPageContract);

// Who can sign in follows from the customer and its contacts.
export const customerPageQuery = (customerId: number) =>
  queryOptions({
    queryKey: ['customer', 'page', customerId],
    queryFn: ({ signal }) => api.findByCustomer({ params: { customerId }, signal }),
  });

// Each change is an entry of the customer's log.
export const useSwitchCustomerPage = mutationOf(api.switch, { refreshes: 'customer', waits: true });
export const useInviteCustomer = mutationOf(api.invite, { refreshes: 'customer' });
export const useEndCustomerSession = mutationOf((id: number) => api.endSession({ params: { id } }), {
  refreshes: 'customer',
  waits: true,
});
