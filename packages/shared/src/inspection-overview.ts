/** The overview of periodic inspections of all machines. */

import { z } from 'zod';
import { addDays } from './calendar.ts';
import { endpoint, streamedList } from './contract.ts';
import { DeviceStatus } from './device.ts';
import { Near } from './distance.ts';
import { exportOf, tableAnswer } from './export-format.ts';
import { MapArea, MapPart } from './geo.ts';
import { InspectionState } from './inspection.ts';
import { MachineName } from './machine-name.ts';
import { id, inDayOrder, monthText, onlyIds, optionalDate, pageOf, searchOf } from './primitives.ts';

/** A machine with inspections turned on, and its inspection state. */
export const InspectionRow = InspectionState.omit({
  lastPeriod: true,
  isLastInspectionPast: true,
  statedInspection: true,
}).extend({
  device: z.object({
    id: z.number(),
    name: z.string(),
    status: DeviceStatus,
    serialNumber: z.string(),
    category: z.object({ id: z.number(), name: z.string() }),
    customer: z.object({ id: z.number(), shortName: z.string() }),
    streetAddress: z.string(),
    zipCode: z.string(),
    city: z.string(),
    country: z.string(),
    transferDate: z.string().nullable(),
  }),
  /** The next open visit that inspects it; one without a day is still to be planned. */
  planned: z
    .object({
      id: z.number(),
      day: z.string().nullable(),
      technicians: z.array(z.object({ id: z.number(), firstName: z.string(), lastName: z.string() })),
    })
    .nullable(),
});
export type InspectionRow = z.infer<typeof InspectionRow>;

/** Due within this many days counts as soon. */
export const soonDays = 30;

/** Until when an inspection is overdue, and until when it is due soon. @param today by the company's calendar */
export const dueDays = (today: string) => ({ today, soon: addDays(today, soonDays) });

/** Whether an inspection of a day is overdue or due soon; null: neither. */
export function dueOf(
  day: string | null,
  { today, soon }: ReturnType<typeof dueDays>,
): 'OVERDUE' | 'SOON' | null {
  if (day === null || day > soon) return null;
  return day < today ? 'OVERDUE' : 'SOON';
}

const filters = {
  /** Without machines whose warranty is over. */
  onlyActual: z.boolean().default(false),
  /** Only overdue inspections, or only those due within 30 days from today. */
  due: z.enum(['ALL', 'OVERDUE', 'SOON'], 'INVALID').default('ALL'),
  /** Only inspections that an open visit will do, or only those that none will. */
  planned: z.enum(['ALL', 'PLANNED', 'UNPLANNED'], 'INVALID').default('ALL'),
  ids: onlyIds,
  categoryId: id.nullish(),
  customerId: id.nullish(),
  /** Only machines with a place within this distance in a straight line. */
  near: Near.nullish(),
  /** The range of days for the next inspection. */
  dateFrom: optionalDate,
  dateTo: optionalDate,
};
const search = searchOf(filters, [
  'name',
  'status',
  'category',
  'customer',
  'city',
  'transferDate',
  'lastInspection',
  'daysToNextInspection',
  'daysToEndWarranty',
]);

export const InspectionSearch = search.refine(...inDayOrder);
export type InspectionSearch = z.output<typeof InspectionSearch>;

/** The same without paging: all results, as a file. */
export const InspectionExport = exportOf(search).refine(...inDayOrder);
export type InspectionExport = z.output<typeof InspectionExport>;

/** The same without the sort order: for the points of a map, the days of a calendar, and to choose all results. */
const InspectionFilter = search.omit({ page: true, size: true, sort: true });
export const InspectionMapFilter = InspectionFilter.refine(...inDayOrder);
export type InspectionMapFilter = z.output<typeof InspectionMapFilter>;

export const InspectionMapPart = InspectionFilter.extend({ part: MapPart }).refine(...inDayOrder);
export type InspectionMapPart = z.output<typeof InspectionMapPart>;

export const InspectionCalendarFilter = InspectionFilter.omit({ dateFrom: true, dateTo: true }).extend({
  month: monthText,
});
export type InspectionCalendarFilter = z.output<typeof InspectionCalendarFilter>;

/** Maximum number of machines named per calendar day. */
export const maxNamesPerDay = 3;
/** Maximum number of machines that a map gets one by one; more are counted by cells. */
export const maxPoints = 400;

/** A machine of the overview at its place. */
export const InspectionPoint = MachineName.extend({
  customer: z.string(),
  latitude: z.number(),
  longitude: z.number(),
  /** It is the position of the customer, not of the machine. */
  isCustomers: z.boolean(),
  nextInspection: z.string().nullable(),
  daysToNextInspection: z.number().nullable(),
});
export type InspectionPoint = z.infer<typeof InspectionPoint>;

/** Machines near each other, in the middle of their places. */
export const InspectionCluster = z.object({
  latitude: z.number(),
  longitude: z.number(),
  count: z.number(),
  /** How many of them are overdue, and due soon. */
  overdue: z.number(),
  soon: z.number(),
  /** The zoom at which they fall apart. */
  opensAt: z.number(),
});
export type InspectionCluster = z.infer<typeof InspectionCluster>;

export const inspectionContract = {
  list: endpoint({
    method: 'get',
    path: '/api/device/periodicInspections/{scope}',
    summary: 'All machines with inspections turned on; onlyActual leaves out those whose warranty is over',
    access: 'account.read',
    params: z.strictObject({ scope: z.enum(['onlyActual', 'all']) }),
    response: streamedList(InspectionRow),
  }),
  search: endpoint({
    method: 'post',
    path: '/api/device/periodicInspections/search',
    summary: 'A page of the inspections overview',
    access: 'account.read',
    body: InspectionSearch,
    response: pageOf(InspectionRow),
  }),
  export: endpoint({
    method: 'post',
    path: '/api/device/periodicInspections/export',
    summary: 'What a search finds in the inspections overview, as a table to take along',
    access: 'account.read',
    body: InspectionExport,
    ...tableAnswer,
  }),
  findIds: endpoint({
    method: 'post',
    path: '/api/device/periodicInspections/findIds',
    summary: 'The ids of what a search finds in the inspections overview, at most 500, the most urgent first',
    access: 'account.read',
    body: InspectionMapFilter,
    response: z.array(z.number()),
  }),
  points: endpoint({
    method: 'post',
    path: '/api/device/periodicInspections/points',
    summary: `The machines of a search that have a place, the most urgent first; of more than ${maxPoints}, only where they are`,
    access: 'account.read',
    body: InspectionMapFilter,
    response: z.object({
      /** Number of all results, including those without a place. */
      total: z.number(),
      /** Number of those with a place. */
      placed: z.number(),
      /** The area around them all; null if there are none. */
      area: MapArea.nullable(),
      /** All of them, or none if they are too many. */
      points: z.array(InspectionPoint),
    }),
  }),
  pointsInPart: endpoint({
    method: 'post',
    path: '/api/device/periodicInspections/pointsInPart',
    summary: `The machines of a search in a part of a map, widened to whole cells of a grid; of more than ${maxPoints}, those of a cell are counted`,
    access: 'account.read',
    body: InspectionMapPart,
    response: z.object({
      /** Machines by themselves, the most urgent first. */
      points: z.array(InspectionPoint),
      /** All others. */
      clusters: z.array(InspectionCluster),
    }),
  }),
  calendar: endpoint({
    method: 'post',
    path: '/api/device/periodicInspections/calendar',
    summary: 'How many inspections of a search fall on each day of a month, some of them by name',
    access: 'account.read',
    body: InspectionCalendarFilter,
    response: z.array(
      z.object({
        date: z.string(),
        count: z.number(),
        daysToNextInspection: z.number(),
        devices: z.array(MachineName.extend({ customer: z.string() })),
      }),
    ),
  }),
};
