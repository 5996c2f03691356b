import { partContract } from '@servicebook/shared/part';
import { queryOptions } from '@tanstack/react-query';
import { apiOf } from '../../lib/api-client.ts';
import { deletionOf, mutationOf } from '../../lib/mutation.ts';

const partApi = apiOf(partContract);

export const partsQuery = (deviceId: number) =>
  queryOptions({
    queryKey: ['part', deviceId],
    queryFn: ({ signal }) => partApi.findByDevice({ params: { deviceId }, signal }),
  });

export const useSavePart = mutationOf(partApi.save, { refreshes: 'part' });
export const useDeletePart = deletionOf((id) => partApi.delete({ params: { id } }), { of: 'part' });
