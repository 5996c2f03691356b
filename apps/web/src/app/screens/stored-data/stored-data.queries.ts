import type { SessionUser } from '@servicebook/shared/user';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { watchStored } from '../../../offline/stored.ts';
import { readSummary } from '../../../offline/summary.ts';

const storedQuery = (user: SessionUser) =>
  queryOptions({
    queryKey: ['stored', user.account.id, user.id],
    queryFn: () => readSummary(user),
    networkMode: 'always',
    staleTime: 0,
  });

/** What is stored here, also while it changes. */
export function useStoredSummary(user: SessionUser) {
  const client = useQueryClient();
  useEffect(() => watchStored(() => void client.invalidateQueries({ queryKey: ['stored'] })), [client]);
  return useQuery(storedQuery(user));
}
