import { branchContract } from '@servicebook/shared/branch';
import type { Deps } from '../../deps.ts';
import { handlers } from '../../http/handlers.ts';
import { deleteBranch, listBranches, saveBranch } from './branch.service.ts';

export const branchRoutes = (deps: Deps) =>
  handlers(branchContract, {
    getAll: ({ ctx }) => listBranches(deps, ctx),
    insert: ({ ctx, body }) => saveBranch(deps, ctx, body),
    delete: ({ ctx, params }) => deleteBranch(deps, ctx, params.id),
  });
