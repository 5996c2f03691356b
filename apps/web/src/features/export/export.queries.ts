import { fillPath } from '@servicebook/shared/contract';
import { type Export, exportContract, isInProgress } from '@servicebook/shared/export';
import type { ServiceFilter } from '@servicebook/shared/service-overview';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import { apiOf } from '../../lib/api-client.ts';
import { mutationOf } from '../../lib/mutation.ts';

const exportApi = apiOf(exportContract);
const askAgainAfter = 1500;

/** The user's exports. Polled while a job is working on one. */
export const exportsQuery = queryOptions({
  queryKey: ['export'],
  queryFn: ({ signal }) => exportApi.findAll({ signal }),
  staleTime: 0,
  refetchInterval: ({ state }) => (state.data?.some(isInProgress) ? askAgainAfter : false),
});

/** The address for a native download: an archive of gigabytes does not fit into the page's memory. */
export const downloadAddress = ({ id }: Export): string => fillPath(exportContract.download.path, { id });

/** Adds the new export to the cache at once. */
const addToList = {
  onSuccess: (client: QueryClient, asked: Export) =>
    client.setQueryData(exportsQuery.queryKey, (known = []) => [
      asked,
      ...known.filter(({ id }) => id !== asked.id),
    ]),
};

/** Requests an archive of all data of the account. */
export const useAccountDataExport = mutationOf(() => exportApi.accountData({ body: {} }), addToList);

/** Requests an archive of the service books of machines. */
export const useServiceBooksArchive = mutationOf(
  (ids: readonly number[]) => exportApi.serviceBooks({ body: { ids: [...ids] } }),
  addToList,
);

/** Requests the warranty dossier of a machine. */
export const useDossierArchive = mutationOf(
  (body: z.input<typeof exportContract.dossier.body>) => exportApi.dossier({ body }),
  addToList,
);

/** Gives one up that is under way. */
export const useCancelExport = mutationOf(({ id }: Export) => exportApi.delete({ params: { id } }), {
  onSuccess: (client, _, { id }) =>
    client.setQueryData(exportsQuery.queryKey, (known = []) => known.filter((each) => each.id !== id)),
});

/** Requests an archive of the documents of all protocols found by a search. */
export const useFoundServicePdfs = mutationOf(
  (found: z.input<typeof ServiceFilter>) => exportApi.foundServicePdfs({ body: found }),
  addToList,
);
