/** Saved views: the filter, sorting, page size and columns of a list under a name, for oneself or for the company. */
import { z } from 'zod';
import { endpoint } from './contract.ts';
import { id, idParams, requiredName } from './primitives.ts';

/** The lists that have saved views. */
export const viewLists = [
  'machines',
  'customers',
  'inspections',
  'services',
  'visits',
  'todos',
  'log',
] as const;
export const ViewList = z.enum(viewLists, 'INVALID');
export type ViewList = z.infer<typeof ViewList>;

/** Saved views per list: so many of one's own, and so many of the company. */
export const mostViews = 50;

const longestQuery = 5000;
const mostParameters = 60;

/**
 * The query of a list's address, such as `statuses=FAULT&sort=-name`. Only its form is checked here: the list ignores
 * parameters and values that it does not know, like those of any other address. Written in one way, in plain ASCII.
 */
const query = z
  .string('INVALID')
  .max(longestQuery, 'TOO_LARGE')
  .transform((text) => new URLSearchParams(text.replace(/^\?/, '')))
  .refine((parameters) => [...parameters.keys()].length <= mostParameters, 'TOO_MANY')
  .refine((parameters) => [...parameters.keys()].every((name) => /^[a-z]\w{0,39}$/i.test(name)), 'INVALID')
  .transform(String)
  .refine((text) => text.length <= longestQuery, 'TOO_LARGE');

const name = requiredName(100);

export const SavedView = z.object({
  id: z.number(),
  name: z.string(),
  /** Everybody in the company sees it, and admins change it. Otherwise it is the caller's own. */
  company: z.boolean(),
  /** Without a question mark. */
  query: z.string(),
});
export type SavedView = z.infer<typeof SavedView>;

export const SavedViewInsert = z.strictObject({
  list: ViewList,
  name,
  company: z.boolean('INVALID'),
  query,
});
export type SavedViewInsert = z.output<typeof SavedViewInsert>;

export const SavedViewUpdate = z.strictObject({ id, name: name.optional(), query: query.optional() });
export type SavedViewUpdate = z.output<typeof SavedViewUpdate>;

export const SavedViewOrder = z.strictObject({
  list: ViewList,
  company: z.boolean('INVALID'),
  ids: z.array(id).max(mostViews, 'TOO_MANY'),
});
export type SavedViewOrder = z.output<typeof SavedViewOrder>;

export const savedViewContract = {
  list: endpoint({
    method: 'get',
    path: '/api/savedView/list',
    summary: 'The views of a list: the caller’s own, and those of the company',
    access: 'profile.edit',
    query: z.strictObject({ list: ViewList }),
    response: z.array(SavedView),
  }),
  insert: endpoint({
    method: 'post',
    path: '/api/savedView/insert',
    summary: 'Saves a view of a list: one’s own, or for an admin one of the company',
    access: 'profile.edit',
    body: SavedViewInsert,
    response: SavedView,
    idempotent: true,
  }),
  update: endpoint({
    method: 'patch',
    path: '/api/savedView/update',
    summary: 'Renames a view, or gives it another content; what is left out stays as it is',
    access: 'profile.edit',
    body: SavedViewUpdate,
    response: SavedView,
  }),
  order: endpoint({
    method: 'patch',
    path: '/api/savedView/order',
    summary: 'Puts one’s own views of a list, or for an admin those of the company, in this order',
    access: 'profile.edit',
    body: SavedViewOrder,
    response: 'empty',
  }),
  delete: endpoint({
    method: 'delete',
    path: '/api/savedView/delete/{id}',
    summary: 'Deletes a view: one’s own, or for an admin one of the company',
    access: 'profile.edit',
    params: idParams,
    response: 'empty',
  }),
};
