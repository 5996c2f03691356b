import { binContract } from '@servicebook/shared/bin';
import type { Deps } from '../../deps.ts';
import { handlers } from '../../http/handlers.ts';
import { eraseFromBin, restoreFromBin, searchBin, undoDeletion } from './bin.service.ts';

export const binRoutes = (deps: Deps) =>
  handlers(binContract, {
    search: ({ ctx, body }) => searchBin(deps, ctx, body),
    restore: ({ ctx, params }) => restoreFromBin(deps, ctx, params.id),
    undo: ({ ctx, body }) => undoDeletion(deps, ctx, body),
    erase: ({ ctx, params }) => eraseFromBin(deps, ctx, params.id),
  });
