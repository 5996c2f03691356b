import { serviceBookContract } from '@servicebook/shared/service-book';
import type { Deps } from '../../deps.ts';
import { handlers } from '../../http/handlers.ts';
import { readHistory } from './history.service.ts';
import { readServiceBook, readServiceBooks } from './service-book.ts';

export const serviceBookRoutes = (deps: Deps) =>
  handlers(serviceBookContract, {
    history: ({ ctx, params }) => readHistory(deps, ctx, params.id),
    serviceBooks: ({ ctx, body }) => readServiceBooks(deps, ctx, body),
    serviceBook: ({ ctx, params }) => readServiceBook(deps, ctx, params.id),
  });
