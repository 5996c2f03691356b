import { logContract } from '@servicebook/shared/log';
import type { Deps } from '../../deps.ts';
import { handlers } from '../../http/handlers.ts';
import { listChanges } from './changes.service.ts';
import { exportLog, listLog, searchLog } from './log.service.ts';

export const logRoutes = (deps: Deps) =>
  handlers(logContract, {
    findAll: async ({ ctx }) => listLog(deps, ctx),
    export: ({ ctx, body }) => exportLog(deps, ctx, body),
    search: ({ ctx, body }) => searchLog(deps, ctx, body),
    changes: ({ ctx, params }) => listChanges(deps, ctx, params.entity, params.id),
  });
