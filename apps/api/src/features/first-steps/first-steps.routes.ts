import { firstStepsContract } from '@servicebook/shared/first-steps';
import type { Deps } from '../../deps.ts';
import { handlers } from '../../http/handlers.ts';
import { hideFirstSteps, readFirstSteps } from './first-steps.service.ts';

export const firstStepsRoutes = (deps: Deps) =>
  handlers(firstStepsContract, {
    get: ({ ctx }) => readFirstSteps(deps, ctx),
    set: ({ ctx, body }) => hideFirstSteps(deps, ctx, body.hidden),
  });
