import { globalSearchContract } from '@servicebook/shared/global-search';
import type { Deps } from '../../deps.ts';
import { handlers } from '../../http/handlers.ts';
import { searchEverything } from './search.service.ts';
import { readRecords } from './search-hits.ts';

export const searchRoutes = (deps: Deps) =>
  handlers(globalSearchContract, {
    search: ({ ctx, body }) => searchEverything(deps, ctx, body),
    records: ({ ctx, body }) => readRecords(deps, ctx, body.records),
  });
