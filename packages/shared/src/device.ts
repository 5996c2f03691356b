import { z } from 'zod';
import { endpoint, streamedList } from './contract.ts';
import { DeviceOverview } from './device-overview.ts';
import type { FieldCode } from './error-codes.ts';
import { exportOf, tableAnswer } from './export-format.ts';
import { unchangedInterval } from './inspection.ts';
import { MachineName } from './machine-name.ts';
import {
  id,
  idParams,
  instant,
  latitude,
  longitude,
  onlyIds,
  optionalCount,
  optionalCountry,
  optionalDate,
  optionalLine,
  pageOf,
  requiredName,
  revision,
  searchOf,
  storable,
  unchangedLine,
} from './primitives.ts';
import { optionalWarranty } from './warranty.ts';

/** Ordered by urgency. The weight of a status is its position, from 1. */
export const deviceStatuses = [
  'PRODUCTION',
  'TRANSPORT',
  'INSTALLATION',
  'OK',
  'IN_REPAIR',
  'FAULT',
  'BROKEN',
  'DANGER',
] as const;
export const DeviceStatus = z.enum(deviceStatuses, 'INVALID');
export type DeviceStatus = z.infer<typeof DeviceStatus>;

/** The statuses of machines that need attention. A machine with an overdue inspection also needs it. */
export const attentionStatuses = ['IN_REPAIR', 'FAULT', 'BROKEN', 'DANGER'] as const satisfies DeviceStatus[];

/** The weight the device list sorts by, 1 to 8. */
export const statusWeight = (status: DeviceStatus): number => deviceStatuses.indexOf(status) + 1;

/** Fixed background and text colour of each status; every pair has a contrast of at least 4.5. */
export const statusColours: Record<DeviceStatus, { background: string; text: string }> = {
  PRODUCTION: { background: '#5f3dc4', text: '#ffffff' },
  TRANSPORT: { background: '#1864ab', text: '#ffffff' },
  INSTALLATION: { background: '#0b7285', text: '#ffffff' },
  OK: { background: '#267a37', text: '#ffffff' },
  IN_REPAIR: { background: '#ffd43b', text: '#212529' },
  FAULT: { background: '#ff922b', text: '#212529' },
  BROKEN: { background: '#c92a2a', text: '#ffffff' },
  DANGER: { background: '#212529', text: '#ffd43b' },
};

/** Why a machine is no longer serviced. */
export const archiveReasons = ['SCRAPPED', 'SOLD', 'OTHER'] as const;
export const ArchiveReason = z.enum(archiveReasons, 'INVALID');
export type ArchiveReason = z.infer<typeof ArchiveReason>;

/** A machine at a customer's site. */
export const Device = z.object({
  id: z.number(),
  name: z.string(),
  /** The company's own number of the machine: its inventory number. */
  ownNumber: z.string(),
  status: DeviceStatus,
  statusWeight: z.number(),
  category: z.object({ id: z.number(), name: z.string() }),
  customer: z.object({ id: z.number(), shortName: z.string(), fullName: z.string() }),
  manufacturer: z.string(),
  model: z.string(),
  serialNumber: z.string(),
  yearBuilt: z.number().nullable(),
  sourcePower: z.string(),
  transferDate: z.string().nullable(),
  /** The code of a warranty kind, or free text. */
  warranty: z.string(),
  warrantyLength: z.number().nullable(),
  streetAddress: z.string(),
  zipCode: z.string(),
  city: z.string(),
  country: z.string(),
  gpsLatitude: z.number().nullable(),
  gpsLongitude: z.number().nullable(),
  isPeriodicInspectionEnabled: z.boolean(),
  inspectionPeriodInMonths: z.number().nullable(),
  /** The day of the last signed protocol. */
  lastService: z.string().nullable(),
  nextInspection: z.string().nullable(),
  warrantyUntil: z.string().nullable(),
  /** Set if the machine is no longer serviced: lists and due work leave it out. */
  archived: z
    .object({
      at: instant,
      reason: ArchiveReason,
      note: z.string(),
      by: z.object({ id: z.number(), firstName: z.string(), lastName: z.string() }),
    })
    .nullable(),
  /** Incremented by every save of the form. Clients send it back, so that a conflicting save is detected. */
  revision: z.number(),
});
export type Device = z.infer<typeof Device>;

/** As specified, a negative length counts as empty instead of being refused. */
const warrantyLength = z.preprocess(
  (value) => (typeof value === 'number' && value < 0 ? null : value),
  optionalCount,
);

/** Limits of the year of manufacture: no machine in service is older, and the newest may bear next year's number. */
const firstYearBuilt = 1850;
const yearBuilt = z
  .number('WHOLE_NUMBER')
  .int('WHOLE_NUMBER')
  .refine(
    (year) => year >= firstYearBuilt && year <= new Date().getFullYear() + 1,
    'YEAR_OUT_OF_RANGE' satisfies FieldCode,
  )
  .nullish();

/** Plain texts: each is an input of the form and a filter of the list. */
const plainTexts = {
  /** Unique if there is one, whatever its case and spaces. */
  ownNumber: optionalLine(50),
  manufacturer: optionalLine(100),
  model: optionalLine(100),
  serialNumber: optionalLine(100),
  sourcePower: optionalLine(100),
};

const fields = {
  status: DeviceStatus.default('OK'),
  category: z.object({ id }, 'CATEGORY_NOT_SELECTED'),
  customer: z.object({ id }, 'CUSTOMER_NOT_SELECTED'),
  ...plainTexts,
  yearBuilt: yearBuilt.transform((year) => year ?? null),
  transferDate: optionalDate,
  warranty: optionalWarranty,
  warrantyLength,
  streetAddress: optionalLine(),
  zipCode: optionalLine(20),
  city: optionalLine(100),
  country: optionalCountry,
  /** Null: none. A new machine without the field gets that of its category. */
  inspectionPeriodInMonths: unchangedInterval,
};

export const DeviceInsert = z.strictObject({ name: requiredName(200, 3, 'MIN_3_CHARACTERS'), ...fields });
export type DeviceInsert = z.output<typeof DeviceInsert>;

export const DeviceUpdate = z.strictObject({
  id,
  revision,
  name: requiredName(200, 1, 'NAME_EMPTY'),
  ...fields,
  // Clients older than these fields do not send them, and must not empty them.
  ownNumber: unchangedLine(50),
  manufacturer: unchangedLine(100),
  model: unchangedLine(100),
  yearBuilt,
});
export type DeviceUpdate = z.output<typeof DeviceUpdate>;

export const DeviceArchive = z.strictObject({ id, reason: ArchiveReason, note: optionalLine() });
export type DeviceArchive = z.output<typeof DeviceArchive>;

const filters = {
  id: id.nullish(),
  statuses: z.array(DeviceStatus).max(8).default([]),
  customer: optionalLine(200),
  categories: z.array(id).max(1000).default([]),
  ...plainTexts,
  builtFrom: optionalCount,
  builtTo: optionalCount,
  dateFrom: optionalDate,
  dateTo: optionalDate,
  warranty: optionalLine(100),
  street: optionalLine(),
  zipCode: optionalLine(20),
  city: optionalLine(100),
  countries: z.array(storable.max(2, 'INVALID')).max(50).default([]),
  /** Only machines in danger, broken, faulty, in repair, or with an overdue inspection. */
  needsAttention: z.boolean().default(false),
  /** Only archived machines. Otherwise they are left out. */
  archived: z.boolean().default(false),
};

export const DeviceFilter = z.strictObject(filters);
export type DeviceFilter = z.output<typeof DeviceFilter>;

const deviceSortKeys = [
  'id',
  'status',
  'name',
  'category',
  'customer',
  'ownNumber',
  'manufacturer',
  'model',
  'serialNumber',
  'yearBuilt',
  'sourcePower',
  'transferDate',
  'warranty',
  'warrantyLength',
  'warrantyUntil',
  'lastService',
  'nextInspection',
  'streetAddress',
  'zipCode',
  'city',
  'country',
] as const;
export const DeviceSearch = searchOf(
  {
    ...filters,
    /** Restrict to one customer or category, for the machine tabs of their screens. */
    customerId: id.nullish(),
    categoryId: id.nullish(),
    ids: onlyIds,
  },
  deviceSortKeys,
);
export type DeviceSearch = z.output<typeof DeviceSearch>;

/** The same without paging: all results, as a file. */
export const DeviceExport = exportOf(DeviceSearch);
export type DeviceExport = z.output<typeof DeviceExport>;

/** The same, to choose all results. */
export const DeviceIds = DeviceSearch.omit({ sort: true, page: true, size: true });
export type DeviceIds = z.output<typeof DeviceIds>;

/** Another machine of the account with the same serial number. */
export const SameSerialNumber = MachineName.extend({
  customer: z.object({ id: z.number(), shortName: z.string() }),
});
export type SameSerialNumber = z.infer<typeof SameSerialNumber>;

/** A longer list to choose a name from would not be readable; typing narrows it. */
export const maxNames = 100;

export const deviceContract = {
  findAll: endpoint({
    method: 'get',
    path: '/api/device/findAll',
    summary: 'All machines; unchanged ones need not be sent again',
    access: 'account.read',
    response: streamedList(Device),
    revalidated: true,
  }),
  getByFilter: endpoint({
    method: 'post',
    path: '/api/device/getByFilter',
    summary: 'All machines that match the filter',
    access: 'account.read',
    body: DeviceFilter,
    response: streamedList(Device),
  }),
  search: endpoint({
    method: 'post',
    path: '/api/device/search',
    summary: 'A page of machines',
    access: 'account.read',
    body: DeviceSearch,
    response: pageOf(Device),
  }),
  findIds: endpoint({
    method: 'post',
    path: '/api/device/findIds',
    summary: 'The ids of what a search finds, at most 500',
    access: 'account.read',
    body: DeviceIds,
    response: z.array(z.number()),
  }),
  export: endpoint({
    method: 'post',
    path: '/api/device/export',
    summary: 'What a search finds among the machines, as a table',
    access: 'account.read',
    body: DeviceExport,
    ...tableAnswer,
  }),
  countNeedingAttention: endpoint({
    method: 'get',
    path: '/api/device/needingAttention/count',
    summary: 'How many machines are in danger, broken, faulty, in repair, or overdue for an inspection',
    access: 'account.read',
    response: z.number(),
  }),
  findBySerialNumber: endpoint({
    method: 'post',
    path: '/api/device/findBySerialNumber',
    summary: 'Machines with this serial number, ignoring case, spaces and punctuation; at most five',
    access: 'account.read',
    body: z.strictObject({ serialNumber: optionalLine(100), except: id.nullish() }),
    response: z.array(SameSerialNumber),
  }),
  findById: endpoint({
    method: 'get',
    path: '/api/device/findById/{id}',
    summary: 'One machine',
    access: 'account.read',
    params: idParams,
    response: Device,
  }),
  overview: endpoint({
    method: 'get',
    path: '/api/device/overview/{id}',
    summary:
      'A machine at a glance: last service, next inspection, warranty, to-dos, contact, number of records',
    access: 'account.read',
    params: idParams,
    response: DeviceOverview,
  }),
  findAllDevicesNames: endpoint({
    method: 'get',
    path: '/api/device/findAllDevicesNames',
    summary: 'The names in use: all of them, or the first hundred that have the words of a text',
    access: 'account.read',
    query: z.strictObject({ text: unchangedLine(200) }),
    response: streamedList(z.string()),
    revalidated: true,
  }),
  findByCategory: endpoint({
    method: 'get',
    path: '/api/device/findByCategory/{id}',
    summary: 'All machines of a category',
    access: 'account.read',
    params: idParams,
    response: streamedList(Device),
    revalidated: true,
  }),
  findByCustomer: endpoint({
    method: 'get',
    path: '/api/device/findByCustomer/{id}',
    summary: 'All machines of a customer',
    access: 'account.read',
    params: idParams,
    response: streamedList(Device),
    revalidated: true,
  }),
  insert: endpoint({
    method: 'post',
    path: '/api/device/insert',
    summary: 'Adds a machine; answers its id',
    access: 'device.edit',
    body: DeviceInsert,
    response: z.number(),
    idempotent: true,
  }),
  update: endpoint({
    method: 'put',
    path: '/api/device/update',
    summary: 'Changes a machine',
    access: 'device.edit',
    body: DeviceUpdate,
    response: Device,
    idempotent: true,
    errors: ['RECORD_CHANGED'],
  }),
  updateGpsLocation: endpoint({
    method: 'patch',
    path: '/api/device/updateGpsLocation',
    summary: 'Sets the point where a machine stands',
    access: 'device.edit',
    body: z.strictObject({ deviceId: id, latitude, longitude }),
    response: Device,
  }),
  archive: endpoint({
    method: 'post',
    path: '/api/device/archive',
    summary: 'Archives a machine that is no longer serviced; its records are kept',
    access: 'device.edit',
    body: DeviceArchive,
    response: Device,
    idempotent: true,
    errors: ['RECORD_CHANGED'],
  }),
  restore: endpoint({
    method: 'post',
    path: '/api/device/restore',
    summary: 'Brings an archived machine back into lists and due work',
    access: 'device.edit',
    body: z.strictObject({ id }),
    response: Device,
    idempotent: true,
    errors: ['RECORD_CHANGED'],
  }),
  delete: endpoint({
    method: 'delete',
    path: '/api/device/delete/{id}',
    summary: 'Deletes a machine without protocols, events, files, notes and parts',
    access: 'device.delete',
    params: idParams,
    response: 'empty',
    errors: ['DEVICE_IN_USE'],
  }),
};
