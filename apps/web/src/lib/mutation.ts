import { type QueryClient, type QueryKey, type UseMutationResult, useMutation } from '@tanstack/react-query';
import type { ApiError } from './api-error.ts';
import { type Entity, forget, refresh } from './freshness.ts';

interface Effects<Variables, Saved> {
  /** The entity that changed: everything that shows it is refetched. */
  refreshes?: Entity;
  /** The query whose content the answer is, so that it need not be asked again. */
  stores?: (saved: Saved) => { queryKey: QueryKey };
  /** Stays pending until everything is refetched, for a control that shows the refetched state. */
  waits?: boolean;
  /** Further changes of the cache. */
  onSuccess?: (client: QueryClient, saved: Saved, variables: Variables) => void;
  /** Further changes after a refusal. If it returns a promise, the refusal shows after it. */
  onError?: (client: QueryClient, error: ApiError) => unknown;
  /** For an answer that must not stay in memory: 0. */
  gcTime?: number;
}

/** The hook of a call that changes something. The screen that calls it shows every failure. */
export function mutationOf<Variables, Saved>(
  call: (variables: Variables) => Promise<Saved>,
  { refreshes, stores, waits, onSuccess, onError, ...options }: Effects<Variables, Saved> = {},
): () => UseMutationResult<Saved, ApiError, Variables> {
  // biome-ignore lint/correctness/noComponentHookFactories: called by modules, never while rendering
  return function useCall() {
    return useMutation({
      ...options,
      mutationFn: (variables) => call(variables),
      onError: (error, _variables, _result, { client }) => onError?.(client, error),
      onSuccess: (saved, variables, _result, { client }) => {
        const stored = stores?.(saved).queryKey;
        if (stored) client.setQueryData(stored, saved);
        onSuccess?.(client, saved, variables);
        const refreshed = refreshes && refresh(client, refreshes, stored);
        return waits ? refreshed : undefined;
      },
    });
  };
}

/** The hook of a call that deletes a record by its id. */
export function deletionOf(
  call: (id: number) => Promise<unknown>,
  { of, onSuccess }: { of: Entity; onSuccess?: (client: QueryClient, id: number) => void },
): () => UseMutationResult<unknown, ApiError, number> {
  return mutationOf(call, {
    onSuccess: (client, _, id) => {
      onSuccess?.(client, id);
      forget(client, of, id);
      void refresh(client, of);
    },
  });
}
