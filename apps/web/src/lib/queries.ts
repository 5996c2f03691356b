/** Query hooks that many features share. */
import {
  type FetchQueryOptions,
  keepPreviousData,
  type QueryClient,
  type QueryKey,
  queryOptions,
} from '@tanstack/react-query';
import type { ApiError } from './api-error.ts';
import { failFast } from './no-connection.ts';

/** The query of a list. Previous rows stay visible until the next ones arrive. */
export const listQueryOf =
  <Asked, Found>(
    key: readonly string[],
    find: (request: { body: Asked; signal: AbortSignal }) => Promise<Found>,
    options: { staleTime?: number } = {},
  ) =>
  (asked: Asked) =>
    queryOptions({
      queryKey: [...key, asked],
      queryFn: ({ signal }) => find({ body: asked, signal }),
      placeholderData: keepPreviousData,
      ...options,
    });

/** The query of one record. */
export const recordQueryOf =
  <Stored>(
    entity: string,
    find: (request: { params: { id: number }; signal: AbortSignal }) => Promise<Stored>,
  ) =>
  (id: number) =>
    queryOptions({
      queryKey: [entity, 'one', id],
      queryFn: ({ signal }) => find({ params: { id }, signal }),
    });

/** Fetches a query's current content, ignoring the cache. */
export const fetchNewest = <Content, Key extends QueryKey>(
  client: QueryClient,
  query: FetchQueryOptions<Content, ApiError, Content, Key>,
): Promise<Content> => client.fetchQuery({ ...query, ...failFast });
