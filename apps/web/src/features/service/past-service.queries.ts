import { pastServiceContract } from '@servicebook/shared/past-service';
import { apiOf } from '../../lib/api-client.ts';
import { deletionOf, mutationOf } from '../../lib/mutation.ts';
import { listQueryOf } from '../../lib/queries.ts';

const pastServiceApi = apiOf(pastServiceContract);

/** The protocols of a machine and the services entered afterwards, in one list. */
export const serviceHistoryQuery = listQueryOf(['past-service', 'history'], pastServiceApi.history);

export const useInsertPastService = mutationOf(pastServiceApi.insert, { refreshes: 'past-service' });
export const useUpdatePastService = mutationOf(pastServiceApi.update, { refreshes: 'past-service' });
export const useDeletePastService = deletionOf((id) => pastServiceApi.delete({ params: { id } }), {
  of: 'past-service',
});
