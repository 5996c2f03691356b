import { z } from 'zod';
import { endpoint, streamedList } from './contract.ts';
import { unchangedInterval } from './inspection.ts';
import { id, idParams, pageOf, requiredLine, revision, searchOf } from './primitives.ts';
import { ServiceActionsText } from './service-action.ts';

/** A kind of machine, with the service actions its protocols offer. */
export const Category = z.object({
  id: z.number(),
  name: z.string(),
  /** Number of machines in this category. */
  count: z.number(),
  /** JSON text of the stored entries; see service-action.ts. */
  serviceReviewOperationsList: z.string(),
  /** Months between inspections; new machines of the category start with it. */
  inspectionPeriodInMonths: z.number().nullable(),
  /** Incremented by every change. Clients send it back, so that a conflicting save is detected. */
  revision: z.number(),
});
export type Category = z.infer<typeof Category>;

const name = requiredLine(100, 'NAME_EMPTY');

export const CategoryInsert = z.strictObject({ name, inspectionPeriodInMonths: unchangedInterval });
export type CategoryInsert = z.output<typeof CategoryInsert>;

export const CategoryUpdate = z.strictObject({
  id,
  revision,
  name,
  serviceReviewOperationsList: ServiceActionsText.optional(),
  inspectionPeriodInMonths: unchangedInterval,
});
export type CategoryUpdate = z.output<typeof CategoryUpdate>;

export const CategorySearch = searchOf({}, ['id', 'name', 'count']);
export type CategorySearch = z.output<typeof CategorySearch>;

export const categoryContract = {
  findAll: endpoint({
    method: 'get',
    path: '/api/category/findAll',
    summary: 'All categories of the account',
    access: 'account.read',
    response: streamedList(Category),
    revalidated: true,
  }),
  search: endpoint({
    method: 'post',
    path: '/api/category/search',
    summary: 'A page of categories',
    access: 'account.read',
    body: CategorySearch,
    response: pageOf(Category),
  }),
  findById: endpoint({
    method: 'get',
    path: '/api/category/findById/{id}',
    summary: 'One category',
    access: 'account.read',
    params: idParams,
    response: Category,
  }),
  insert: endpoint({
    method: 'post',
    path: '/api/category/insert',
    summary: 'Adds a category',
    access: 'category.manage',
    body: CategoryInsert,
    response: Category,
    idempotent: true,
    errors: ['CATEGORY_EXISTS'],
  }),
  update: endpoint({
    method: 'put',
    path: '/api/category/update',
    summary: 'Renames a category, and replaces its service actions when they are sent',
    access: 'category.manage',
    body: CategoryUpdate,
    response: Category,
    idempotent: true,
    errors: ['CATEGORY_EXISTS', 'RECORD_CHANGED'],
  }),
  delete: endpoint({
    method: 'delete',
    path: '/api/category/delete/{id}',
    summary: 'Deletes a category without machines',
    access: 'category.manage',
    params: idParams,
    response: 'empty',
    errors: ['CATEGORY_IN_USE'],
  }),
};
