import { type NoteInsert, type NoteUpdate, noteContract } from '@servicebook/shared/note';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { apiOf } from '../../lib/api-client.ts';

const noteApi = apiOf(noteContract);

/** Every key of the feature starts with it. */
const notes = 'note';
/** The machine's history and the numbers on its tabs tell of notes. */
const record = ['device', 'record'];

export const notesQuery = (deviceId: number) =>
  queryOptions({
    queryKey: [notes, deviceId],
    queryFn: ({ signal }) => noteApi.findByDevice({ params: { deviceId }, signal }),
  });

function useRefreshNotes() {
  const queryClient = useQueryClient();
  return () => {
    queryClient.invalidateQueries({ queryKey: [notes] });
    queryClient.invalidateQueries({ queryKey: record });
  };
}

export function useInsertNote() {
  const refresh = useRefreshNotes();
  return useMutation({
    mutationFn: ({ content, idempotencyKey }: { content: NoteInsert; idempotencyKey: string }) =>
      noteApi.insert({ body: content, idempotencyKey }),
    meta: { handlesErrors: true },
    onSuccess: refresh,
  });
}

export function useUpdateNote() {
  const refresh = useRefreshNotes();
  return useMutation({
    mutationFn: (content: NoteUpdate) => noteApi.update({ body: content }),
    meta: { handlesErrors: true },
    onSuccess: refresh,
  });
}

export function useDeleteNote() {
  const refresh = useRefreshNotes();
  return useMutation({
    mutationFn: (id: number) => noteApi.delete({ params: { id } }),
    meta: { handlesErrors: true },
    onSuccess: refresh,
  });
}
