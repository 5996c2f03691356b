import { globalSearchContract } from '@servicebook/shared/global-search';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { apiOf } from '../../lib/api-client.ts';
import { failFast } from '../../lib/no-connection.ts';

const searchApi = apiOf(globalSearchContract);

/** A newer text cancels the older search, and its answer is never shown for another text. */
export const everythingQuery = (text: string) =>
  queryOptions({
    queryKey: ['search', text],
    queryFn: ({ signal }) => searchApi.search({ body: { text }, signal }),
    enabled: text !== '',
    placeholderData: keepPreviousData,
    // A record may change at any time, and nothing here is worth keeping.
    gcTime: 60_000,
    ...failFast,
    retry: false,
  });
