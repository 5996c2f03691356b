import { incidentContract } from '@servicebook/shared/incident';
import type { Deps } from '../../deps.ts';
import { handlers } from '../../http/handlers.ts';
import { deleteIncident, findIncidents, insertIncident } from './incident.service.ts';

export const incidentRoutes = (deps: Deps) =>
  handlers(incidentContract, {
    findByParameters: ({ ctx, query }) => findIncidents(deps, ctx, query),
    insert: ({ ctx, body }) => insertIncident(deps, ctx, body),
    delete: ({ ctx, params }) => deleteIncident(deps, ctx, params.id),
  });
