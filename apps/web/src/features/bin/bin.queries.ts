import { binContract } from '@servicebook/shared/bin';
import type { QueryClient } from '@tanstack/react-query';
import { apiOf } from '../../lib/api-client.ts';
import { mutationOf } from '../../lib/mutation.ts';
import { listQueryOf } from '../../lib/queries.ts';
import { showRestored } from '../../lib/undo-deletion.ts';

const binApi = apiOf(binContract);

// Any deletion can add an entry.
export const binSearchQuery = listQueryOf(['bin', 'search'], binApi.search, { staleTime: 0 });

const refetch = (client: QueryClient) => void client.invalidateQueries({ queryKey: ['bin'] });

export const useRestore = mutationOf((id: number) => binApi.restore({ params: { id } }), {
  onSuccess: (client, restored) => {
    showRestored(client, restored);
    refetch(client);
  },
  // It may be gone, because somebody else has restored it.
  onError: refetch,
});

export const useErase = mutationOf((id: number) => binApi.erase({ params: { id } }), {
  onSuccess: refetch,
});
