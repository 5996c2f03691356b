import { z } from 'zod';
import { endpoint } from './contract.ts';
import {
  clockOrInstant,
  idParams,
  idText,
  instant,
  optionalDate,
  queryBoolean,
  reference,
  requiredText,
} from './primitives.ts';
import { ServiceType, serviceStates } from './service-kinds.ts';

const Person = z.object({ id: z.number(), firstName: z.string(), lastName: z.string() });

/** An event of a machine; `service` is set if the event is a service protocol. */
export const Incident = z.object({
  id: z.number(),
  /** Unique across both kinds: `E12` for an event, `S34` for a protocol. */
  idWithAlias: z.string(),
  date: instant,
  text: z.string(),
  device: z.object({ id: z.number() }),
  service: z
    .object({
      id: z.number(),
      number: z.string(),
      type: z.array(ServiceType),
      state: z.enum(serviceStates),
      withdrawn: z.boolean(),
    })
    .nullable(),
  user: Person,
  /** Who did the work of the protocol together with the user. */
  alsoPerformedBy: z.array(Person),
});
export type Incident = z.infer<typeof Incident>;

export const IncidentInsert = z.strictObject({
  id: z.null().optional(),
  device: reference,
  date: z.string('DATE_REQUIRED').min(1, 'DATE_REQUIRED').pipe(clockOrInstant),
  text: requiredText(5000, 1, 'ENTER_TEXT'),
  /** The machine gets the status of a fault. */
  setsFault: z.boolean().default(false),
});
export type IncidentInsert = z.output<typeof IncidentInsert>;

export const IncidentQuery = z.strictObject({
  deviceId: idText,
  text: z.string().trim().max(200, 'MAX_200_CHARACTERS').default(''),
  /** Whether service protocols are among the rows. */
  showService: queryBoolean.default(true),
  dateFrom: optionalDate,
  dateTo: optionalDate,
});
export type IncidentQuery = z.output<typeof IncidentQuery>;

export const incidentContract = {
  findByParameters: endpoint({
    method: 'get',
    path: '/api/incident/findByParameters',
    summary: "A machine's events, newest first",
    access: 'account.read',
    query: IncidentQuery,
    response: z.array(Incident),
  }),
  insert: endpoint({
    method: 'post',
    path: '/api/incident/insert',
    summary: 'Adds an event',
    access: 'incident.edit',
    body: IncidentInsert,
    response: Incident,
    idempotent: true,
  }),
  delete: endpoint({
    method: 'delete',
    path: '/api/incident/delete/{id}',
    summary: 'Deletes an event: one’s own, or any for an admin',
    access: 'incident.delete',
    params: idParams,
    response: 'empty',
  }),
};
