import { skipToken, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { useSession } from '../../lib/use-session.ts';
import { type DraftHead, type DraftOwner, listDrafts, toDraftUser, watchDrafts } from './service-draft.ts';

const drafts = 'service-drafts';

/**
 * The owner of what is written on a machine's screen. It stays the user who opened the screen, because an ended session
 * has no user while the screen is still open.
 */
export function useDraftOwner(deviceId: number): DraftOwner | null {
  const { user } = useSession();
  const [opener] = useState(user && toDraftUser(user));
  return useMemo(() => opener && { ...opener, deviceId }, [opener, deviceId]);
}

/** The user's drafts on this phone, newest first. */
export function useDrafts(): DraftHead[] {
  const { user } = useSession();
  const queryClient = useQueryClient();
  const owner = user && toDraftUser(user);
  const { data = [] } = useQuery({
    queryKey: [drafts, owner],
    queryFn: owner ? () => listDrafts(owner) : skipToken,
    // Works offline.
    networkMode: 'always',
    staleTime: 0,
  });
  useEffect(() => watchDrafts(() => queryClient.invalidateQueries({ queryKey: [drafts] })), [queryClient]);
  return data;
}
