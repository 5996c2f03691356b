import { type QueryClient, type QueryKey, type UseMutationResult, useMutation } from '@tanstack/react-query';
import type { ApiError } from './api-error.ts';
import { type Entity, forget, refresh } from './freshness.ts';

interface Effects<Variables, Saved> {
  /** The entity that changed. Everything that shows it is refetched. */
  refreshes?: Entity;
  /** The query that the answer updates, so that it is not fetched again. */
  stores?: (saved: Saved) => { queryKey: QueryKey };
  /** Keeps the mutation pending until everything is refetched, for a control that shows the refetched state. */
  waits?: boolean;
  /** Further cache updates after success. */
  onSuccess?: (client: QueryClient, saved: Saved, variables: Variables) => void;
  /** Further cache updates after a failure. If it returns a promise, the failure is shown after it resolves. */
  onError?: (client: QueryClient, error: ApiError) => unknown;
  /** 0 for an answer that must not stay in memory. */
  gcTime?: number;
}

/** Creates the hook of a mutation. The screen that uses it shows every failure. */
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

/** Creates the hook of a mutation that deletes a record by its id. */
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
