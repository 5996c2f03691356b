import { planContract } from '@servicebook/shared/plan';
import type { Deps } from '../../deps.ts';
import { handlers } from '../../http/handlers.ts';
import { listPlans } from './plan.service.ts';

export const planRoutes = (deps: Deps) =>
  handlers(planContract, {
    findAllActive: () => listPlans(deps),
  });
