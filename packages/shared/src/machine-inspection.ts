/** The periodic inspections of one machine. The rules are in inspection.ts. */
import { z } from 'zod';
import { endpoint } from './contract.ts';
import { InspectionSummary, statedInspectionDay } from './inspection.ts';
import { id, idText, instant } from './primitives.ts';

/** Months between inspections. A negative number counts as 0, and 0 is refused. */
const months = z.coerce
  .number<number | string>('FREQUENCY_NOT_POSITIVE')
  .int('WHOLE_NUMBER')
  .transform((value) => Math.max(value, 0))
  .pipe(z.number().min(1, 'FREQUENCY_NOT_POSITIVE').max(600, 'TOO_LARGE'));

export const machineInspectionContract = {
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
  setInspectionPeriods: endpoint({
    method: 'patch',
    path: '/api/device/inspection-periods',
    summary: 'Sets how often several machines are inspected: all of them, or none',
    access: 'device.edit',
    body: z.strictObject({
      devices: z
        .array(id)
        .min(1, 'DEVICE_REQUIRED')
        .max(500, 'TOO_MANY')
        .transform((ids) => [...new Set(ids)]),
      months,
    }),
    /** How many machines had another interval before. */
    response: z.object({ changed: z.number() }),
    idempotent: true,
  }),
  stateInspection: endpoint({
    method: 'patch',
    path: '/api/device/stated-inspection',
    summary: 'States when a machine is inspected next, until an inspection is done; null takes it back',
    access: 'device.edit',
    body: z.strictObject({ id, date: statedInspectionDay.nullable() }),
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
};
