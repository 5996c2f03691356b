/** Lists of protocols: of one machine, or of all machines in the overview of service events. */
import { z } from 'zod';
import { endpoint, streamedList } from './contract.ts';
import { exportOf, tableAnswer } from './export-format.ts';
import { id, inDayOrder, onlyIds, optionalDate, pageOf, searchOf } from './primitives.ts';
import { PaymentType, ServiceProtocol, ServiceType, serviceStates } from './service.ts';

/** A protocol without its actions and attachments. */
export const ServiceEvent = ServiceProtocol.pick({
  id: true,
  fullNumber: true,
  number: true,
  numberExtension: true,
  month: true,
  year: true,
  date: true,
  customer: true,
  devices: true,
  type: true,
  paymentType: true,
  faultDescription: true,
  user: true,
  alsoPerformedBy: true,
  state: true,
  withdrawn: true,
});
export type ServiceEvent = z.infer<typeof ServiceEvent>;

/**
 * `SIGNED` finds protocols that count; withdrawn ones are found by their own state. `SENT` finds unsigned ones that were
 * sent for a signature at a distance, also if the link has died since. `MAIL_REFUSED` finds signed ones with a refused mail
 * to the customer that nobody has sent again since.
 */
export const filterStates = [...serviceStates, 'SENT', 'WITHDRAWN', 'MAIL_REFUSED'] as const;
export type FilterState = (typeof filterStates)[number];

const filters = {
  ids: onlyIds,
  deviceId: id.nullish(),
  customerId: id.nullish(),
  /** One of the technicians who did the work. */
  userId: id.nullish(),
  states: z.array(z.enum(filterStates)).max(filterStates.length).default([]),
  /** Protocols of any of these types. */
  types: z.array(ServiceType).max(5).default([]),
  /** Protocols paid in any of these ways. */
  paymentTypes: z.array(PaymentType).max(3).default([]),
  /**
   * True: marked as invoiced. False: to be invoiced, that is signed, not withdrawn and not marked. Work under warranty
   * is to be invoiced only with an amount that the office typed.
   */
  invoiced: z.boolean().nullish(),
  /** Days in the caller's timezone. */
  dateFrom: optionalDate,
  dateTo: optionalDate,
};
const search = searchOf(filters, ['id', 'fullNumber', 'date', 'state', 'customer', 'user', 'paymentType']);

export const ServiceSearch = search.refine(...inDayOrder);
export type ServiceSearch = z.output<typeof ServiceSearch>;

/** The same without paging: all results, as a file. */
export const ServiceExport = exportOf(search).refine(...inDayOrder);
export type ServiceExport = z.output<typeof ServiceExport>;

/** The same without the sort order. */
export const ServiceFilter = search.omit({ page: true, size: true, sort: true }).refine(...inDayOrder);
export type ServiceFilter = z.output<typeof ServiceFilter>;

export const serviceOverviewContract = {
  list: endpoint({
    method: 'get',
    path: '/api/service/findAllOrder',
    summary: 'All service events, newest number first; unchanged ones need not be sent again',
    access: 'account.read',
    response: streamedList(ServiceEvent),
    revalidated: true,
  }),
  search: endpoint({
    method: 'post',
    path: '/api/service/search',
    summary: 'A page of protocols',
    access: 'account.read',
    body: ServiceSearch,
    response: pageOf(ServiceProtocol),
  }),
  findIds: endpoint({
    method: 'post',
    path: '/api/service/findIds',
    summary: 'The ids of what a search finds, at most 500',
    access: 'account.read',
    body: ServiceFilter,
    response: z.array(z.number()),
  }),
  export: endpoint({
    method: 'post',
    path: '/api/service/export',
    summary: 'What a search finds among the service events, as a table to take along',
    access: 'account.read',
    body: ServiceExport,
    ...tableAnswer,
  }),
};
