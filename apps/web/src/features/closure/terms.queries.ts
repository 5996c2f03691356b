import { termsContract } from '@servicebook/shared/terms';
import { apiOf } from '../../lib/api-client.ts';
import { mutationOf } from '../../lib/mutation.ts';
import { sessionQuery } from '../../lib/use-session.ts';

const api = apiOf(termsContract);

/** Puts the note about changed terms away. */
export const useTermsSeen = mutationOf(() => api.seen(), {
  onSuccess: (client) =>
    client.setQueryData(
      sessionQuery.queryKey,
      (user) => user && { ...user, account: { ...user.account, termsFrom: null } },
    ),
});
