import { visitContract } from '@servicebook/shared/visit';
import type { Deps } from '../../deps.ts';
import { handlers } from '../../http/handlers.ts';
import { checkVisit, deleteVisit, moveVisits, saveVisit, stepVisit } from './visit.service.ts';
import { addVisitFile, deleteVisitFile, listVisitFiles } from './visit-file.service.ts';
import { addVisitNote, deleteVisitNote, listVisitNotes } from './visit-note.service.ts';
import { findVisit, findVisitIds, readVisitCalendar, searchVisits } from './visit-search.ts';
import { exportVisits } from './visit-table.ts';

export const visitRoutes = (deps: Deps) =>
  handlers(visitContract, {
    calendar: ({ ctx, query }) => readVisitCalendar(deps, ctx, query),
    search: ({ ctx, body }) => searchVisits(deps, ctx, body),
    findIds: ({ ctx, body }) => findVisitIds(deps, ctx, body),
    export: ({ ctx, body }) => exportVisits(deps, ctx, body),
    findById: ({ ctx, params }) => findVisit(deps, ctx, params.id),
    save: ({ ctx, body }) => saveVisit(deps, ctx, body),
    move: ({ ctx, body }) => moveVisits(deps, ctx, body),
    step: ({ ctx, body }) => stepVisit(deps, ctx, body),
    check: ({ ctx, body }) => checkVisit(deps, ctx, body),
    delete: ({ ctx, params }) => deleteVisit(deps, ctx, params.id),
    notes: ({ ctx, params }) => listVisitNotes(deps, ctx, params.id),
    addNote: ({ ctx, body }) => addVisitNote(deps, ctx, body),
    deleteNote: ({ ctx, params }) => deleteVisitNote(deps, ctx, params.id),
    files: ({ ctx, params }) => listVisitFiles(deps, ctx, params.id),
    addFile: ({ ctx, params, file }) => addVisitFile(deps, ctx, params.id, file),
    deleteFile: ({ ctx, params }) => deleteVisitFile(deps, ctx, params.id),
  });
