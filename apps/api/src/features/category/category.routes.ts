import { categoryContract } from '@servicebook/shared/category';
import type { Deps } from '../../deps.ts';
import { handlers } from '../../http/handlers.ts';
import {
  deleteCategory,
  findCategory,
  insertCategory,
  listCategories,
  searchCategories,
  updateCategory,
} from './category.service.ts';

export const categoryRoutes = (deps: Deps) =>
  handlers(categoryContract, {
    findAll: async ({ ctx }) => listCategories(deps, ctx),
    search: ({ ctx, body }) => searchCategories(deps, ctx, body),
    findById: ({ ctx, params }) => findCategory(deps, ctx, params.id),
    insert: ({ ctx, body }) => insertCategory(deps, ctx, body),
    update: ({ ctx, body }) => updateCategory(deps, ctx, body),
    delete: ({ ctx, params }) => deleteCategory(deps, ctx, params.id),
  });
