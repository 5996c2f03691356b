import { planningContract } from '@servicebook/shared/planning';
import type { Deps } from '../../deps.ts';
import { handlers } from '../../http/handlers.ts';
import { readBoard, readMyDays, readRoute } from './planning.service.ts';

export const planningRoutes = (deps: Deps) =>
  handlers(planningContract, {
    board: ({ ctx, query }) => readBoard(deps, ctx, query),
    myDays: ({ ctx }) => readMyDays(deps, ctx),
    route: ({ ctx, query }) => readRoute(deps, ctx, query),
  });
