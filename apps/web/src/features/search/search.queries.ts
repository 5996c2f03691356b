import { globalSearchContract, type SearchRecord } from '@servicebook/shared/global-search';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { apiOf } from '../../lib/api-client.ts';
import { failFast } from '../../lib/no-connection.ts';

const searchApi = apiOf(globalSearchContract);

/** Records that were opened earlier, as they are now, without those that are gone. */
export const recordsQuery = (records: SearchRecord[]) =>
  queryOptions({
    queryKey: ['search', 'records', records],
    queryFn: ({ signal }) => searchApi.records({ body: { records }, signal }),
    enabled: records.length > 0,
    // The names stay until the new ones are there.
    placeholderData: keepPreviousData,
    gcTime: 0,
    ...failFast,
    retry: false,
  });

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
