import { z } from 'zod';
import { endpoint, streamedList } from './contract.ts';
import { Place } from './distance.ts';
import { exportOf, tableAnswer } from './export-format.ts';
import {
  id,
  idParams,
  idText,
  language,
  onlyIds,
  optionalCountry,
  optionalEmail,
  optionalLine,
  pageOf,
  requiredName,
  revision,
  searchOf,
  unchangedLine,
} from './primitives.ts';

/** A company or person whose machines are serviced. */
export const Customer = z.object({
  id: z.number(),
  shortName: z.string(),
  fullName: z.string(),
  /** The company's own number of the customer. */
  ownNumber: z.string(),
  streetAddress: z.string(),
  zipCode: z.string(),
  city: z.string(),
  country: z.string(),
  nip: z.string(),
  regon: z.string(),
  phoneNumber: z.string(),
  email: z.string(),
  language: language.nullable(),
  /** Where it is on the map; also the place of its machines at this address that have no point of their own. */
  position: Place.nullable(),
  /** Incremented by every change. Clients send it back, so that a conflicting save is detected. */
  revision: z.number(),
});
export type Customer = z.infer<typeof Customer>;

/** How much is recorded of a customer, and how many machines were due for inspection before today. */
export const CustomerCounts = z.object({
  machines: z.number(),
  overdueInspections: z.number(),
  contacts: z.number(),
  protocols: z.number(),
  archivedMachines: z.number(),
  visits: z.number(),
  /** Entries of the log about the customer. */
  changes: z.number(),
});
export type CustomerCounts = z.infer<typeof CustomerCounts>;

const fields = {
  fullName: requiredName(200, 3, 'MIN_3_CHARACTERS'),
  streetAddress: optionalLine(),
  zipCode: optionalLine(20),
  city: optionalLine(100),
  country: optionalCountry,
  nip: optionalLine(20),
  regon: optionalLine(20),
  phoneNumber: optionalLine(100),
  email: optionalEmail,
  /** Language of the customer's documents; null: the account's. */
  language: z
    .union([language, z.literal('')])
    .nullish()
    .transform((value) => value || null),
};

export const CustomerInsert = z.strictObject({
  /** The specified client sends it empty. */
  id: z.null().optional(),
  shortName: requiredName(20),
  ...fields,
  /** Unique if there is one, whatever its case and spaces. */
  ownNumber: optionalLine(50),
  position: Place.nullish().transform((given) => given ?? null),
});
export type CustomerInsert = z.output<typeof CustomerInsert>;

export const CustomerUpdate = z.strictObject({
  id,
  revision,
  shortName: requiredName(100, 3, 'MIN_3_CHARACTERS'),
  ...fields,
  // Clients older than these fields do not send them, and must not empty them.
  ownNumber: unchangedLine(50),
  position: Place.nullish(),
});
export type CustomerUpdate = z.output<typeof CustomerUpdate>;

export const CustomerSearch = searchOf({ ids: onlyIds }, [
  'id',
  'shortName',
  'fullName',
  'ownNumber',
  'city',
  'nip',
  'phoneNumber',
  'email',
]);
export type CustomerSearch = z.output<typeof CustomerSearch>;

/** The same, to choose all results. */
export const CustomerIds = CustomerSearch.omit({ sort: true, page: true, size: true });
export type CustomerIds = z.output<typeof CustomerIds>;

/** The same without paging: all results, as a file. */
export const CustomerExport = exportOf(CustomerSearch);
export type CustomerExport = z.output<typeof CustomerExport>;

export const customerContract = {
  findAll: endpoint({
    method: 'get',
    path: '/api/customer/findAll',
    summary: 'All customers of the account',
    access: 'account.read',
    response: streamedList(Customer),
    revalidated: true,
  }),
  search: endpoint({
    method: 'post',
    path: '/api/customer/search',
    summary: 'A page of customers',
    access: 'account.read',
    body: CustomerSearch,
    response: pageOf(Customer),
  }),
  findIds: endpoint({
    method: 'post',
    path: '/api/customer/findIds',
    summary: 'The ids of what a search finds, at most 500',
    access: 'account.read',
    body: CustomerIds,
    response: z.array(z.number()),
  }),
  export: endpoint({
    method: 'post',
    path: '/api/customer/export',
    summary: 'What a search finds among the customers, as a table to take along',
    access: 'account.read',
    body: CustomerExport,
    ...tableAnswer,
  }),
  findById: endpoint({
    method: 'get',
    path: '/api/customer/findById/{id}',
    summary: 'One customer',
    access: 'account.read',
    params: idParams,
    response: Customer,
  }),
  counts: endpoint({
    method: 'get',
    path: '/api/customer/counts/{id}',
    summary: 'How many machines, contacts and protocols a customer has, and how many inspections are overdue',
    access: 'account.read',
    params: idParams,
    response: CustomerCounts,
  }),
  insert: endpoint({
    method: 'post',
    path: '/api/customer/insert',
    summary: 'Adds a customer',
    access: 'customer.edit',
    body: CustomerInsert,
    response: Customer,
    idempotent: true,
    errors: ['CUSTOMER_EXISTS'],
  }),
  update: endpoint({
    method: 'put',
    path: '/api/customer/update',
    summary: 'Changes a customer',
    access: 'customer.edit',
    body: CustomerUpdate,
    response: Customer,
    idempotent: true,
    errors: ['CUSTOMER_EXISTS', 'RECORD_CHANGED'],
  }),
  delete: endpoint({
    method: 'delete',
    path: '/api/customer/delete/{id}',
    summary: 'Deletes a customer without machines and protocols',
    access: 'customer.delete',
    params: idParams,
    response: 'empty',
    errors: ['CUSTOMER_IN_USE'],
  }),
  deleteByPost: endpoint({
    method: 'post',
    path: '/api/customer/delete',
    summary: 'Deletes a customer, as an old client asks for it',
    access: 'customer.delete',
    query: z.strictObject({ id: idText }),
    response: 'empty',
    errors: ['CUSTOMER_IN_USE'],
  }),
};
