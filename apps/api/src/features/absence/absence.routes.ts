import { absenceContract } from '@servicebook/shared/absence';
import type { Deps } from '../../deps.ts';
import { handlers } from '../../http/handlers.ts';
import { deleteAbsence, listAbsences, readBalance, saveAbsence } from './absence.service.ts';

export const absenceRoutes = (deps: Deps) =>
  handlers(absenceContract, {
    list: ({ ctx, query }) => listAbsences(deps, ctx, query),
    save: ({ ctx, body }) => saveAbsence(deps, ctx, body),
    delete: ({ ctx, params }) => deleteAbsence(deps, ctx, params.id),
    balance: ({ ctx, query }) => readBalance(deps, ctx, query),
  });
