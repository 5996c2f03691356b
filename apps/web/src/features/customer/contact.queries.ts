import { customerContactContract } from '@servicebook/shared/customer-contact';
import { queryOptions } from '@tanstack/react-query';
import { apiOf } from '../../lib/api-client.ts';
import { mutationOf } from '../../lib/mutation.ts';

const contactApi = apiOf(customerContactContract);

// A customer's contacts are part of the customer, and its machines show them too.
export const contactsQuery = (customerId: number) =>
  queryOptions({
    queryKey: ['customer', 'contacts', customerId],
    queryFn: ({ signal }) => contactApi.findByCustomer({ params: { customerId }, signal }),
  });

export const contactQuery = (id: number) =>
  queryOptions({
    queryKey: ['customer', 'contact', id],
    queryFn: ({ signal }) => contactApi.findById({ params: { id }, signal }),
  });

export const useInsertContact = mutationOf(contactApi.insert, { refreshes: 'customer' });
export const useUpdateContact = mutationOf(contactApi.update, { refreshes: 'customer' });
export const useDeleteContact = mutationOf((id: number) => contactApi.delete({ params: { id } }), {
  refreshes: 'customer',
});
