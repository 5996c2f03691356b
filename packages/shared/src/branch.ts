/** A company's branches, which its admins keep on a map. */
import { z } from 'zod';
import { endpoint } from './contract.ts';
import {
  id,
  idParams,
  latitude,
  longitude,
  optionalCountry,
  optionalEmail,
  optionalText,
  requiredText,
} from './primitives.ts';

/** Latitude and longitude go over the wire as text, as the specification has them. */
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

/** Degrees as text or number; without them no place was chosen. */
const degrees = (range: z.ZodNumber) =>
  z
    .union([z.string(), z.number()], 'INVALID')
    .nullish()
    .transform((sent, context) => {
      if (sent != null && String(sent).trim() !== '') return Number(sent);
      context.addIssue({ code: 'custom', message: 'SELECT_LOCALIZATION_ON_MAP' });
      return z.NEVER;
    })
    .pipe(range);

export const BranchInput = z.strictObject({
  id: id.nullish().transform((value) => value ?? null),
  name: requiredText(200, 1, 'ENTER_NAME'),
  street: optionalText(),
  zipCode: optionalText(20),
  city: optionalText(100),
  country: optionalCountry,
  phone: optionalText(100),
  email: optionalEmail,
  www: optionalText(),
  description: optionalText(5000),
  latitude: degrees(latitude),
  longitude: degrees(longitude),
});
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
