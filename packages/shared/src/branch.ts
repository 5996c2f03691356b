/** A company's branches, managed by its admins on a map. */
import { z } from 'zod';
import { endpoint } from './contract.ts';
import { placeInput } from './place.ts';
import { idParams } from './primitives.ts';

/** Latitude and longitude are text on the wire, as specified. */
export const Branch = z.object({
  id: z.number(),
  name: z.string(),
  street: z.string(),
  zipCode: z.string(),
  city: z.string(),
  country: z.string(),
  phone: z.string(),
  email: z.string(),
  www: z.string(),
  description: z.string(),
  latitude: z.string(),
  longitude: z.string(),
});
export type Branch = z.infer<typeof Branch>;

export const BranchInput = placeInput({ name: 'ENTER_NAME', point: 'SELECT_LOCALIZATION_ON_MAP' });
export type BranchInput = z.output<typeof BranchInput>;

export const branchContract = {
  getAll: endpoint({
    method: 'get',
    path: '/api/branch/getAll',
    summary: 'All branches of the account',
    access: 'account.read',
    response: z.array(Branch),
  }),
  insert: endpoint({
    method: 'post',
    path: '/api/branch/insert',
    summary: 'Adds a branch, or changes it when an id is given',
    access: 'account.manage',
    body: BranchInput,
    response: Branch,
    idempotent: true,
  }),
  delete: endpoint({
    method: 'delete',
    path: '/api/branch/deleteBranch/{id}',
    summary: 'Deletes a branch',
    access: 'account.manage',
    params: idParams,
    response: 'empty',
  }),
};
