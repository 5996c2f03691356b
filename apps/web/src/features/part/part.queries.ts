import { type PartInput, partContract } from '@servicebook/shared/part';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { apiOf } from '../../lib/api-client.ts';

const partApi = apiOf(partContract);

/** Every key of the feature starts with it. */
const parts = 'part';
/** The machine's history and the numbers on its tabs tell of parts. */
const record = ['device', 'record'];

export const partsQuery = (deviceId: number) =>
  queryOptions({
    queryKey: [parts, deviceId],
    queryFn: ({ signal }) => partApi.findByDevice({ params: { deviceId }, signal }),
  });

function useRefreshParts() {
  const queryClient = useQueryClient();
  return () => {
    queryClient.invalidateQueries({ queryKey: [parts] });
    queryClient.invalidateQueries({ queryKey: record });
  };
}

export function useSavePart() {
  const refresh = useRefreshParts();
  return useMutation({
    mutationFn: ({ content, idempotencyKey }: { content: PartInput; idempotencyKey: string }) =>
      partApi.save({ body: content, idempotencyKey }),
    meta: { handlesErrors: true },
    onSuccess: refresh,
  });
}

export function useDeletePart() {
  const refresh = useRefreshParts();
  return useMutation({
    mutationFn: (id: number) => partApi.delete({ params: { id } }),
    meta: { handlesErrors: true },
    onSuccess: refresh,
  });
}
