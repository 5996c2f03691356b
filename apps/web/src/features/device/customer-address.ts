import type { Customer } from '@servicebook/shared/customer';
import type { DeviceInsert } from '@servicebook/shared/device';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { z } from 'zod';
import { customerQuery } from '../customer/customer.queries.ts';

const idle = { loading: false, missing: false, error: null };

type Address = Pick<z.input<typeof DeviceInsert>, 'streetAddress' | 'zipCode' | 'city' | 'country'>;

const addressOf = ({ streetAddress, zipCode, city, country }: Customer): Address => ({
  streetAddress,
  zipCode,
  city,
  country: country as '',
});

/** Copies the address of the selected customer, for machines at the customer's site. */
export function useCustomerAddress(customerId: number | undefined, onTake: (address: Address) => void) {
  const queryClient = useQueryClient();
  const [state, setState] = useState<{ loading: boolean; missing: boolean; error: unknown }>(idle);
  const copyAddress = async () => {
    if (customerId === undefined) return;
    setState({ ...idle, loading: true });
    try {
      const address = addressOf(
        await queryClient.fetchQuery({ ...customerQuery(customerId), networkMode: 'always' }),
      );
      const missing = !Object.values(address).some(Boolean);
      if (!missing) onTake(address);
      setState({ ...idle, missing });
    } catch (error) {
      setState({ ...idle, error });
    }
  };
  return { ...state, copyAddress };
}
