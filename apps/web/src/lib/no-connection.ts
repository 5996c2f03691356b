import { onlineManager, type Query, useQueryClient } from '@tanstack/react-query';
import { useCallback, useSyncExternalStore } from 'react';
import { ApiError } from './api-error.ts';

export const isNoConnection = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'CONNECTION';

/** For what a button reads afresh: without a network it fails and says so, instead of waiting for one. */
export const failFast = { staleTime: 0, networkMode: 'always' } as const;

interface Asked {
  fetchStatus: 'fetching' | 'paused' | 'idle';
  failureReason: unknown;
}

/** An answer is awaited that does not come: there is no network, or the last try found no server. */
export const getsNoAnswer = ({ fetchStatus, failureReason }: Asked): boolean =>
  fetchStatus === 'paused' || (fetchStatus === 'fetching' && isNoConnection(failureReason));

const isStuck = (query: Query): boolean =>
  query.state.data === undefined &&
  query.isActive() &&
  getsNoAnswer({ ...query.state, failureReason: query.state.fetchFailureReason });

/** Whether something a screen waits for gets no answer. */
export function useNoConnection(): boolean {
  const cache = useQueryClient().getQueryCache();
  const subscribe = useCallback((listener: () => void) => cache.subscribe(listener), [cache]);
  return useSyncExternalStore(subscribe, () => cache.getAll().some(isStuck));
}

const aMoment = 500;

/** Asks again at once for all that is awaited, even where the browser says that there is no network. */
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
