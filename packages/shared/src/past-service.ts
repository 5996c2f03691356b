/**
 * Services done before the company kept its protocols here, entered afterwards. They count for the dates of a machine,
 * and are no protocols: nobody signed them here, they have no document, and statistics leave them out.
 */
import { z } from 'zod';
import { endpoint } from './contract.ts';
import type { FieldCode } from './error-codes.ts';
import {
  date,
  id,
  idParams,
  idText,
  instant,
  optionalLine,
  optionalText,
  pageOf,
  reference,
  revision,
  searchOf,
} from './primitives.ts';
import { ServiceProtocol } from './service.ts';
import { chosenServiceTypes, ServiceType } from './service-kinds.ts';

export const PastService = z.object({
  id: z.number(),
  device: z.object({ id: z.number() }),
  date: z.string(),
  types: z.array(ServiceType),
  /** Who did the work, as the paper says. */
  performedBy: z.string(),
  /** The number of the paper. */
  number: z.string(),
  description: z.string(),
  userCreated: z.object({ id: z.number(), firstName: z.string(), lastName: z.string() }),
  createdAt: instant,
  /** Incremented by every change. Clients send it back, so that a conflicting save is detected. */
  revision: z.number(),
});
export type PastService = z.infer<typeof PastService>;

/** No machine in service has papers from before. An older date is a typing error. */
export const firstPastDay = '1950-01-01';

const fields = {
  /** At most today, in the account's timezone. */
  date: date.refine((day) => day >= firstPastDay, 'DATE_TOO_EARLY' satisfies FieldCode),
  types: chosenServiceTypes,
  performedBy: optionalLine(100),
  number: optionalLine(50),
  description: optionalText(5000),
};

export const PastServiceInsert = z.strictObject({ device: reference, ...fields });
export type PastServiceInsert = z.output<typeof PastServiceInsert>;

/** It stays with its machine. */
export const PastServiceUpdate = z.strictObject({ id, revision, ...fields });
export type PastServiceUpdate = z.output<typeof PastServiceUpdate>;

/** One of both: a protocol, or a service that was entered afterwards. */
export const ServiceHistoryRow = z.object({
  protocol: ServiceProtocol.nullable(),
  past: PastService.nullable(),
});
export type ServiceHistoryRow = z.infer<typeof ServiceHistoryRow>;

/** Sorted by number, the services entered afterwards stand in the month of their date. */
export const ServiceHistorySearch = searchOf({ deviceId: id }, ['date', 'number', 'state']);
export type ServiceHistorySearch = z.output<typeof ServiceHistorySearch>;

export const pastServiceContract = {
  findByDevice: endpoint({
    method: 'get',
    path: '/api/pastService/findByDevice/{deviceId}',
    summary: 'The services of a machine that were entered afterwards, newest first',
    access: 'account.read',
    params: z.strictObject({ deviceId: idText }),
    response: z.array(PastService),
  }),
  findById: endpoint({
    method: 'get',
    path: '/api/pastService/findById/{id}',
    summary: 'One service that was entered afterwards',
    access: 'account.read',
    params: idParams,
    response: PastService,
  }),
  history: endpoint({
    method: 'post',
    path: '/api/pastService/history',
    summary: "A page of a machine's services: protocols, and those entered afterwards",
    access: 'account.read',
    body: ServiceHistorySearch,
    response: pageOf(ServiceHistoryRow),
  }),
  insert: endpoint({
    method: 'post',
    path: '/api/pastService/insert',
    summary: 'Enters an earlier service of a machine; it counts for its dates and is no protocol',
    access: 'service.edit',
    body: PastServiceInsert,
    response: PastService,
    idempotent: true,
  }),
  update: endpoint({
    method: 'put',
    path: '/api/pastService/update',
    summary: 'Changes a service that was entered afterwards',
    access: 'service.edit',
    body: PastServiceUpdate,
    response: PastService,
    idempotent: true,
    errors: ['RECORD_CHANGED'],
  }),
  delete: endpoint({
    method: 'delete',
    path: '/api/pastService/delete/{id}',
    summary: 'Deletes a service that was entered afterwards: one’s own, or any for an admin',
    access: 'service.delete',
    params: idParams,
    response: 'empty',
  }),
};
