import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useSession } from '../../lib/use-session.ts';
import { type DraftHead, listDrafts, watchDrafts } from './service-draft.ts';

const drafts = 'service-drafts';

/** The user's drafts on this phone, newest first. */
export function useDrafts(): DraftHead[] {
  const { user } = useSession();
  const queryClient = useQueryClient();
  const owner = { accountId: user?.account.id ?? 0, userId: user?.id ?? 0 };
  const { data = [] } = useQuery({
    queryKey: [drafts, owner],
    queryFn: () => listDrafts(owner),
    // Works offline.
    networkMode: 'always',
    staleTime: 0,
  });
  useEffect(() => watchDrafts(() => queryClient.invalidateQueries({ queryKey: [drafts] })), [queryClient]);
  return data;
}
