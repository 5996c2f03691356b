import { accountContract } from '@servicebook/shared/account';
import { queryOptions, useMutation } from '@tanstack/react-query';
import { apiOf } from '../../lib/api-client.ts';
import { showToast } from '../../lib/toast.ts';

const accountApi = apiOf(accountContract);
type RegistrationBody = NonNullable<Parameters<typeof accountApi.register>[0]>['body'];

export const useRegister = () =>
  useMutation({
    mutationFn: (body: RegistrationBody) => accountApi.register({ body }),
    onError: ({ plainText }) => {
      if (plainText) showToast({ tone: 'error', message: plainText });
    },
    meta: { handlesErrors: true },
  });

/** Whether the account is activated; asked again whenever the user comes back from reading mail. */
export const activationQuery = (email: string) =>
  queryOptions({
    queryKey: ['account', 'activation', email],
    queryFn: () => accountApi.checkActiveAccount({ query: { email } }),
    refetchOnWindowFocus: ({ state }) => (state.data?.active ? false : 'always'),
    staleTime: 5_000,
  });
