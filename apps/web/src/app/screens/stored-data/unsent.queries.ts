import type { SessionUser } from '@servicebook/shared/user';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { listEntries, watchEntries } from '../../../offline/outbox/entries.ts';
import { ownerOf } from '../../../offline/outbox/owner.ts';
import { listSent, watchSent } from '../../../offline/outbox/sent.ts';

const options = { networkMode: 'always', staleTime: 0 } as const;

/** What waits on this phone; undefined until it is known. */
export function useEntries(user: SessionUser) {
  const client = useQueryClient();
  useEffect(() => watchEntries(() => void client.invalidateQueries({ queryKey: ['unsent'] })), [client]);
  const owner = ownerOf(user);
  return useQuery({ ...options, queryKey: ['unsent', owner], queryFn: () => listEntries(owner) }).data;
}

/** What was sent within the last day. */
export function useSent(user: SessionUser) {
  const client = useQueryClient();
  useEffect(() => watchSent(() => void client.invalidateQueries({ queryKey: ['sent'] })), [client]);
  const owner = ownerOf(user);
  return useQuery({ ...options, queryKey: ['sent', owner], queryFn: () => listSent(owner) }).data;
}
