import { pastServiceContract } from '@servicebook/shared/past-service';
import type { Deps } from '../../deps.ts';
import { handlers } from '../../http/handlers.ts';
import {
  deletePastService,
  findPastService,
  insertPastService,
  listPastServices,
  updatePastService,
} from './past-service.service.ts';
import { searchServiceHistory } from './service-history.ts';

export const pastServiceRoutes = (deps: Deps) =>
  handlers(pastServiceContract, {
    findByDevice: ({ ctx, params }) => listPastServices(deps, ctx, params.deviceId),
    findById: ({ ctx, params }) => findPastService(deps, ctx, params.id),
    history: ({ ctx, body }) => searchServiceHistory(deps, ctx, body),
    insert: ({ ctx, body }) => insertPastService(deps, ctx, body),
    update: ({ ctx, body }) => updatePastService(deps, ctx, body),
    delete: ({ ctx, params }) => deletePastService(deps, ctx, params.id),
  });
