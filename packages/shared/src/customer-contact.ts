/** The people to call at a customer. */
import { z } from 'zod';
import { endpoint } from './contract.ts';
import {
  id,
  idParams,
  idText,
  optionalEmail,
  optionalLine,
  optionalText,
  requiredName,
  revision,
} from './primitives.ts';

export const CustomerContact = z.object({
  id: z.number(),
  name: z.string(),
  /** What the person does at the customer. */
  role: z.string(),
  phone: z.string(),
  email: z.string(),
  note: z.string(),
  /** Whom to call first. A customer with contacts has one main contact. */
  isMain: z.boolean(),
  /** Incremented by every change. Clients send it back, so that a conflicting save is detected. */
  revision: z.number(),
});
export type CustomerContact = z.infer<typeof CustomerContact>;

const fields = {
  name: requiredName(200, 1, 'ENTER_NAME'),
  role: optionalLine(100),
  phone: optionalLine(100),
  email: optionalEmail,
  note: optionalText(5000),
  /** Makes this contact the main one. False changes nothing: another contact becomes the main one instead. */
  isMain: z.boolean('INVALID').default(false),
};

export const CustomerContactInsert = z.strictObject({ customer: z.strictObject({ id }), ...fields });
export type CustomerContactInsert = z.output<typeof CustomerContactInsert>;

export const CustomerContactUpdate = z.strictObject({ id, revision, ...fields });
export type CustomerContactUpdate = z.output<typeof CustomerContactUpdate>;

export const customerContactContract = {
  findByCustomer: endpoint({
    method: 'get',
    path: '/api/customerContact/findByCustomer/{customerId}',
    summary: 'The contacts of a customer, the main one first',
    access: 'account.read',
    params: z.strictObject({ customerId: idText }),
    response: z.array(CustomerContact),
  }),
  findById: endpoint({
    method: 'get',
    path: '/api/customerContact/findById/{id}',
    summary: 'One contact of a customer',
    access: 'account.read',
    params: idParams,
    response: CustomerContact,
  }),
  insert: endpoint({
    method: 'post',
    path: '/api/customerContact/insert',
    summary: 'Adds a contact to a customer; the first one is the main one',
    access: 'customer.edit',
    body: CustomerContactInsert,
    response: CustomerContact,
    idempotent: true,
  }),
  update: endpoint({
    method: 'put',
    path: '/api/customerContact/update',
    summary: 'Changes a contact of a customer',
    access: 'customer.edit',
    body: CustomerContactUpdate,
    response: CustomerContact,
    idempotent: true,
    errors: ['RECORD_CHANGED'],
  }),
  delete: endpoint({
    method: 'delete',
    path: '/api/customerContact/delete/{id}',
    summary: 'Deletes a contact of a customer; if it was the main one, the oldest other one becomes it',
    access: 'customer.edit',
    params: idParams,
    response: 'empty',
  }),
};
