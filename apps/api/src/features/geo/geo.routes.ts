import { geoContract } from '@servicebook/shared/geo';
import type { Deps } from '../../deps.ts';
import { handlers } from '../../http/handlers.ts';
import { createPlaceSearch } from './place-search.ts';

export const geoRoutes = (deps: Deps) => {
  const search = createPlaceSearch(deps);
  return handlers(geoContract, { search: ({ ctx, query }) => search(query.q, ctx.language, ctx) });
};
