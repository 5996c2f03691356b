import { dossierContract } from '@servicebook/shared/dossier';
import { queryOptions } from '@tanstack/react-query';
import { apiOf } from '../../lib/api-client.ts';

const dossierApi = apiOf(dossierContract);

/** What the dossier of a machine would hold now. Any protocol changes it, so the cache alone is never enough. */
export const dossierQuery = (deviceId: number) =>
  queryOptions({
    queryKey: ['device', 'record', deviceId, 'dossier'],
    queryFn: ({ signal }) => dossierApi.preview({ params: { id: deviceId }, signal }),
    staleTime: 0,
  });
