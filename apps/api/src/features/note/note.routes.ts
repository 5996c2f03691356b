import { noteContract } from '@servicebook/shared/note';
import type { Deps } from '../../deps.ts';
import { handlers } from '../../http/handlers.ts';
import { deleteNote, insertNote, listNotes, updateNote } from './note.service.ts';

export const noteRoutes = (deps: Deps) =>
  handlers(noteContract, {
    findByDevice: ({ ctx, params }) => listNotes(deps, ctx, params.deviceId),
    insert: ({ ctx, body }) => insertNote(deps, ctx, body),
    update: ({ ctx, body }) => updateNote(deps, ctx, body),
    delete: ({ ctx, params }) => deleteNote(deps, ctx, params.id),
  });
