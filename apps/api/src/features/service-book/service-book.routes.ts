import { serviceBookContract } from '@servicebook/shared/service-book';
import type { Deps } from '../../deps.ts';
import { handlers } from '../../http/handlers.ts';
import { readHistory } from './history.service.ts';
import { readServiceBook } from './service-book.ts';

export const serviceBookRoutes = (deps: Deps) =>
  handlers(serviceBookContract, {
    history: ({ ctx, params }) => readHistory(deps, ctx, params.id),
    serviceBook: ({ ctx, params }) => readServiceBook(deps, ctx, params.id),
  });
