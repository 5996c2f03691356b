import { type Closure, closureContract } from '@servicebook/shared/closure';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { apiOf } from '../../lib/api-client.ts';
import { mutationOf } from '../../lib/mutation.ts';
import { sessionQuery } from '../../lib/use-session.ts';

const closureApi = apiOf(closureContract);

/** How the contract of the company stands. */
export const closureQuery = queryOptions({
  queryKey: ['closure'],
  queryFn: ({ signal }) => closureApi.get({ signal }),
  staleTime: 0,
});

/** The guards and the line about the end follow the session. */
const takeOver = {
  stores: () => closureQuery,
  onSuccess: (client: QueryClient, { closedOn, endsOn }: Closure) =>
    client.setQueryData(
      sessionQuery.queryKey,
      (user) => user && { ...user, account: { ...user.account, closed: closedOn !== null, endsOn } },
    ),
};

/** Ends the contract after this day; null: at once. */
export const useGiveNotice = mutationOf(
  (endsOn: string | null) => closureApi.giveNotice({ body: { endsOn } }),
  takeOver,
);

export const useTakeBackNotice = mutationOf(() => closureApi.takeBack(), takeOver);

export const useReopen = mutationOf(() => closureApi.reopen(), takeOver);
