import { bulkContract } from '@servicebook/shared/bulk';
import type { Deps } from '../../deps.ts';
import { handlers } from '../../http/handlers.ts';
import { checkBulk, findRecentBulks, runBulk } from './bulk.service.ts';
import { checkUndo, undoBulk } from './bulk-undo.ts';

export const bulkRoutes = (deps: Deps) =>
  handlers(bulkContract, {
    check: ({ ctx, body }) => checkBulk(deps, ctx, body),
    run: ({ ctx, body }) => runBulk(deps, ctx, body),
    undo: ({ ctx, params }) => undoBulk(deps, ctx, params.id),
    undoCheck: ({ ctx, params }) => checkUndo(deps, ctx, params.id),
    recent: ({ ctx }) => findRecentBulks(deps, ctx),
  });
