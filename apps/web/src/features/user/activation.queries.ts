import { accountContract } from '@servicebook/shared/account';
import { apiOf } from '../../lib/api-client.ts';
import { mutationOf } from '../../lib/mutation.ts';

const accountApi = apiOf(accountContract);

export const useSendActivationLink = mutationOf((email: string) =>
  accountApi.sendActivationLink({ query: { email } }),
);
