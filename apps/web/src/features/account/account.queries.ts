import { accountContract } from '@servicebook/shared/account';
import { queryOptions } from '@tanstack/react-query';
import { apiOf } from '../../lib/api-client.ts';
import { mutationOf } from '../../lib/mutation.ts';
import { showToast } from '../../lib/toast.ts';

const accountApi = apiOf(accountContract);

export const useRegister = mutationOf(accountApi.register, {
  onError: (_, { plainText }) => {
    if (plainText) showToast({ tone: 'error', message: plainText });
  },
});

/** Whether the account is activated. Refetched whenever the user returns from reading mail. */
export const activationQuery = (email: string) =>
  queryOptions({
    queryKey: ['account', 'activation', email],
    queryFn: () => accountApi.checkActiveAccount({ query: { email } }),
    refetchOnWindowFocus: ({ state }) => (state.data?.active ? false : 'always'),
    staleTime: 5_000,
  });
