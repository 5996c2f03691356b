import { partContract } from '@servicebook/shared/part';
import type { Deps } from '../../deps.ts';
import { handlers } from '../../http/handlers.ts';
import { deletePart, listParts, savePart } from './part.service.ts';

export const partRoutes = (deps: Deps) =>
  handlers(partContract, {
    findByDevice: ({ ctx, params }) => listParts(deps, ctx, params.deviceId),
    save: ({ ctx, body }) => savePart(deps, ctx, body),
    delete: ({ ctx, params }) => deletePart(deps, ctx, params.id),
  });
