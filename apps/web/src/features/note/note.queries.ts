import { noteContract } from '@servicebook/shared/note';
import { queryOptions } from '@tanstack/react-query';
import { apiOf } from '../../lib/api-client.ts';
import { deletionOf, mutationOf } from '../../lib/mutation.ts';

const noteApi = apiOf(noteContract);

export const notesQuery = (deviceId: number) =>
  queryOptions({
    queryKey: ['note', deviceId],
    queryFn: ({ signal }) => noteApi.findByDevice({ params: { deviceId }, signal }),
  });

export const useInsertNote = mutationOf(noteApi.insert, { refreshes: 'note' });
export const useUpdateNote = mutationOf(noteApi.update, { refreshes: 'note' });
export const useDeleteNote = deletionOf((id) => noteApi.delete({ params: { id } }), { of: 'note' });
