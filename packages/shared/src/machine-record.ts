/** Records of one machine besides its form: inspections, place, history, changes. */
import { z } from 'zod';
import { endpoint } from './contract.ts';
import { Device } from './device.ts';
import { InspectionSummary } from './inspection.ts';
import { id, idParams, idText, instant, latitude, longitude } from './primitives.ts';

/** Months between inspections. A negative number counts as 0, and 0 is refused. */
const months = z.coerce
  .number<number | string>('FREQUENCY_NOT_POSITIVE')
  .int('WHOLE_NUMBER')
  .transform((value) => Math.max(value, 0))
  .pipe(z.number().min(1, 'FREQUENCY_NOT_POSITIVE').max(600, 'TOO_LARGE'));

export const historyKinds = [
  'EVENT',
  'SERVICE',
  'NOTE',
  'FILE',
  'NAMEPLATE',
  'PART',
  'CHANGE',
  'CREATED',
] as const;

/** One line of a machine's service book. */
export const HistoryEntry = z.object({
  /** Unique within the machine's history. */
  key: z.string(),
  kind: z.enum(historyKinds),
  at: instant,
  /** The user's text: of an event or note, a file's name, or a protocol's number. */
  text: z.string(),
  who: z.string(),
  /** For a changed machine: each field with the values before and after. */
  changes: z.array(z.object({ field: z.string(), before: z.string(), after: z.string() })),
  /** The protocol of a line of kind SERVICE. */
  service: z.object({ id: z.number(), number: z.string(), signed: z.boolean() }).nullable(),
});
export type HistoryEntry = z.infer<typeof HistoryEntry>;

export const auditedEntities = ['device', 'customer', 'service'] as const;

/** One change of a machine, customer or protocol. */
export const ChangeEntry = z.object({
  id: z.number(),
  at: instant,
  who: z.string(),
  kind: z.string(),
  changes: z.array(z.object({ field: z.string(), before: z.string(), after: z.string() })),
});
export type ChangeEntry = z.infer<typeof ChangeEntry>;

export const machineRecordContract = {
  lastSignedInspection: endpoint({
    method: 'get',
    path: '/api/device/get-last-signed-periodic-inspection',
    summary: "The machine's last signed inspection protocol; null when there is none",
    access: 'account.read',
    query: z.strictObject({ deviceId: idText }),
    response: z.object({ id: z.number(), date: instant, period: z.number() }).nullable(),
  }),
  inspection: endpoint({
    method: 'get',
    path: '/api/device/periodicInspection/{deviceId}',
    summary: "The machine's inspections and where it stands",
    access: 'account.read',
    params: z.strictObject({ deviceId: idText }),
    response: InspectionSummary,
  }),
  enableInspection: endpoint({
    method: 'patch',
    path: '/api/device/isPeriodicInspectionEnabled',
    summary: 'Turns periodic inspections of a machine on or off',
    access: 'device.edit',
    body: z.strictObject({ id, isPeriodicInspectionEnabled: z.boolean('INVALID') }),
    response: InspectionSummary,
  }),
  setInspectionPeriod: endpoint({
    method: 'patch',
    path: '/api/device/set-inspection-period-in-months',
    summary: 'Sets how often a machine is inspected',
    access: 'device.edit',
    query: z.strictObject({ deviceId: idText, months }),
    response: InspectionSummary,
  }),
  updateGpsLocation: endpoint({
    method: 'patch',
    path: '/api/device/updateGpsLocation',
    summary: 'Sets the point where a machine stands',
    access: 'device.edit',
    body: z.strictObject({ deviceId: id, latitude, longitude }),
    response: Device,
  }),
  history: endpoint({
    method: 'get',
    path: '/api/device/history/{id}',
    summary: 'Everything that happened to a machine, newest first',
    access: 'account.read',
    params: idParams,
    response: z.array(HistoryEntry),
  }),
  serviceBook: endpoint({
    method: 'get',
    path: '/api/device/serviceBook/{id}',
    summary: "The machine's history as a PDF: its service book",
    access: 'account.read',
    params: idParams,
    response: 'file',
    media: ['application/pdf'],
    errors: ['DOCUMENT_TOO_LARGE', 'TOO_MUCH_WORK', 'WORK_INTERRUPTED'],
    plainLink: true,
    answersHead: true,
  }),
  changes: endpoint({
    method: 'get',
    path: '/api/log/changes/{entity}/{id}',
    summary: 'Who changed which field of an object, from what to what, newest first',
    access: 'account.read',
    params: z.strictObject({ entity: z.enum(auditedEntities), id: idText }),
    response: z.array(ChangeEntry),
  }),
};
