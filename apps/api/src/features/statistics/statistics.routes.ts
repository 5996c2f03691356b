import { statisticsContract } from '@servicebook/shared/statistics';
import type { Deps } from '../../deps.ts';
import { handlers } from '../../http/handlers.ts';
import { readHome } from './home.service.ts';
import { listServicesOfUsers, readOverview } from './statistics.service.ts';
import { exportStatistics } from './statistics-export.ts';

export const statisticsRoutes = (deps: Deps) =>
  handlers(statisticsContract, {
    servicesUsers: ({ ctx, query }) => listServicesOfUsers(deps, ctx, query),
    overview: ({ ctx, query }) => readOverview(deps, ctx, query),
    export: ({ ctx, body }) => exportStatistics(deps, ctx, body),
    home: ({ ctx }) => readHome(deps, ctx),
  });
