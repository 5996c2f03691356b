import { fillPath } from '@servicebook/shared/contract';
import { type Export, exportContract, isUnderWay } from '@servicebook/shared/export';
import type { ServiceFilter } from '@servicebook/shared/service-overview';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import { apiOf } from '../../lib/api-client.ts';
import { mutationOf } from '../../lib/mutation.ts';

const exportApi = apiOf(exportContract);
const askAgainAfter = 1500;

/** The user's exports; polled while a job works on one. */
export const exportsQuery = queryOptions({
  queryKey: ['export'],
  queryFn: ({ signal }) => exportApi.findAll({ signal }),
  staleTime: 0,
  refetchInterval: ({ state }) => (state.data?.some(isUnderWay) ? askAgainAfter : false),
});

/** Where the browser fetches it by itself: an archive of gigabytes must not pass through the page's memory. */
export const downloadAddress = ({ id }: Export): string => fillPath(exportContract.download.path, { id });

/** Shows the new export at once. */
const listed = {
  onSuccess: (client: QueryClient, asked: Export) =>
    client.setQueryData(exportsQuery.queryKey, (known = []) => [
      asked,
      ...known.filter(({ id }) => id !== asked.id),
    ]),
};

/** Has an archive made of all the account holds. */
export const useAccountDataExport = mutationOf(() => exportApi.accountData({ body: {} }), listed);

/** Has an archive made of the documents of the protocols that a search finds. */
export const useFoundServicePdfs = mutationOf(
  (found: z.input<typeof ServiceFilter>) => exportApi.foundServicePdfs({ body: found }),
  listed,
);
