import { accountContract } from '@servicebook/shared/account';
import { useMutation } from '@tanstack/react-query';
import { apiOf } from '../../lib/api-client.ts';

const accountApi = apiOf(accountContract);

export const useSendActivationLink = () =>
  useMutation({
    mutationFn: (email: string) => accountApi.sendActivationLink({ query: { email } }),
    meta: { handlesErrors: true },
  });
