import { savedViewContract } from '@servicebook/shared/saved-view';
import type { Deps } from '../../deps.ts';
import { handlers } from '../../http/handlers.ts';
import { deleteView, insertView, listViews, orderViews, updateView } from './saved-view.service.ts';

export const savedViewRoutes = (deps: Deps) =>
  handlers(savedViewContract, {
    list: ({ ctx, query }) => listViews(deps, ctx, query.list),
    insert: ({ ctx, body }) => insertView(deps, ctx, body),
    update: ({ ctx, body }) => updateView(deps, ctx, body),
    order: ({ ctx, body }) => orderViews(deps, ctx, body),
    delete: ({ ctx, params }) => deleteView(deps, ctx, params.id),
  });
