import { orderContract } from '@servicebook/shared/order';
import type { Deps } from '../../deps.ts';
import { handlers } from '../../http/handlers.ts';
import { findOrder, insertOrder, listOrders, readOffer } from './order.service.ts';

export const orderRoutes = (deps: Deps) =>
  handlers(orderContract, {
    insert: ({ ctx, body }) => insertOrder(deps, ctx, body),
    find: ({ ctx, query }) => findOrder(deps, ctx, query.id),
    all: ({ ctx, query }) => listOrders(deps, ctx, query),
    offer: ({ ctx }) => readOffer(deps, ctx),
  });
