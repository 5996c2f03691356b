import { type Query, QueryClient } from '@tanstack/react-query';
import { ApiError } from './api-error.ts';
import { isNoConnection } from './no-connection.ts';

declare module '@tanstack/react-query' {
  interface Register {
    defaultError: ApiError;
  }
}

const askAgainAfter = 10_000;

const isUnexpected = (error: unknown) => !(error instanceof ApiError) || error.unexpected;

export const createQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 15_000,
        // Without a network, the phone may answer.
        networkMode: 'offlineFirst',
        // Only connection failures are retried, not refusals.
        retry: (attempts, error) => attempts < 2 && isUnexpected(error),
        throwOnError: false,
        // Retries waiting queries when the server is back; the browser does not always notice.
        refetchInterval: ({ state }) =>
          state.data === undefined && state.status === 'error' && isNoConnection(state.error)
            ? askAgainAfter
            : false,
      },
      // When offline, fail at once so that the form shows it, instead of waiting silently.
      mutations: { networkMode: 'always' },
    },
  });

export const queryClient = createQueryClient();

/** Whether a query may be fetched again by itself. What a customer reads is not replaced under the pen. */
export const mayRefetch = ({ options }: Query): boolean =>
  (options as { refetchOnReconnect?: unknown }).refetchOnReconnect !== false;

/** Lets all screens fetch again what they show. */
export const refetchAll = (client: QueryClient): void =>
  void client.invalidateQueries({ predicate: mayRefetch });
