import { onlineManager, type Query, useQueryClient } from '@tanstack/react-query';
import { useCallback, useSyncExternalStore } from 'react';
import { ApiError } from './api-error.ts';

export const isNoConnection = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'CONNECTION';

/** For queries refetched by a button: without a network they fail with a message instead of waiting. */
export const failFast = { staleTime: 0, networkMode: 'always' } as const;

interface Asked {
  fetchStatus: 'fetching' | 'paused' | 'idle';
  failureReason: unknown;
}

/** Whether a query is waiting without an answer: no network, or the last attempt reached no server. */
export const getsNoAnswer = ({ fetchStatus, failureReason }: Asked): boolean =>
  fetchStatus === 'paused' || (fetchStatus === 'fetching' && isNoConnection(failureReason));

const isStuck = (query: Query): boolean =>
  query.state.data === undefined &&
  query.isActive() &&
  getsNoAnswer({ ...query.state, failureReason: query.state.fetchFailureReason });

/** Whether a screen is waiting for an unanswered query. */
export function useNoConnection(): boolean {
  const cache = useQueryClient().getQueryCache();
  const subscribe = useCallback((listener: () => void) => cache.subscribe(listener), [cache]);
  return useSyncExternalStore(
    subscribe,
    () => cache.getAll().some(isStuck),
    () => false,
  );
}

const aMoment = 500;

/** Retries all waiting queries at once, even if the browser reports no network. */
export function useTryAgain(): () => void {
  const queryClient = useQueryClient();
  return () => {
    onlineManager.setOnline(true);
    setTimeout(() => onlineManager.setOnline(navigator.onLine), aMoment);
    void queryClient.refetchQueries({
      type: 'active',
      predicate: ({ state }) => state.data === undefined && state.fetchStatus === 'idle',
    });
  };
}
