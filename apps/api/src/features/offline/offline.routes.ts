import { offlineContract } from '@servicebook/shared/offline';
import type { Deps } from '../../deps.ts';
import { handlers } from '../../http/handlers.ts';
import { readWorkingSet } from './working-set.service.ts';

export const offlineRoutes = (deps: Deps) =>
  handlers(offlineContract, {
    workingSet: ({ ctx, body }) => readWorkingSet(deps, ctx, body),
  });
