import { MutationCache, QueryClient } from '@tanstack/react-query';
import { ApiError } from './api-error.ts';
import { errorText } from './error-text.ts';
import { isNoConnection } from './no-connection.ts';
import { showToast } from './toast.ts';

declare module '@tanstack/react-query' {
  interface Register {
    defaultError: ApiError;
    /** handlesErrors: the screen shows every failure itself, unexpected ones included. */
    mutationMeta: { handlesErrors?: boolean };
  }
}

const askAgainAfter = 10_000;

const isUnexpected = (error: unknown) => !(error instanceof ApiError) || error.unexpected;

export const createQueryClient = (): QueryClient =>
  new QueryClient({
    mutationCache: new MutationCache({
      onError: (error, _variables, _result, mutation) => {
        if (!mutation.meta?.handlesErrors && isUnexpected(error))
          showToast({ id: 'failure', tone: 'error', message: errorText(error) });
      },
    }),
    defaultOptions: {
      queries: {
        staleTime: 15_000,
        // A refusal stays one; only a broken connection is worth another try.
        retry: (attempts, error) => attempts < 2 && isUnexpected(error),
        throwOnError: false,
        // What a screen waits for goes on by itself when the server is back; a browser does not always notice.
        refetchInterval: ({ state }) =>
          state.data === undefined && state.status === 'error' && isNoConnection(state.error)
            ? askAgainAfter
            : false,
      },
      // Offline is a failure the form shows at once, not a call that waits in silence.
      mutations: { networkMode: 'always' },
    },
  });

export const queryClient = createQueryClient();
