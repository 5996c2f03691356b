/** A machine at a glance: what people look for before they change anything. */
import { z } from 'zod';
import { CustomerContact } from './customer-contact.ts';
import { Place } from './distance.ts';
import { InspectionState } from './inspection.ts';
import { instant } from './primitives.ts';
import { ServiceType } from './service-kinds.ts';

const Person = z.object({ id: z.number(), firstName: z.string(), lastName: z.string() });

/** Number of records of a machine. */
export const DeviceCounts = z.object({
  nameplates: z.number(),
  notes: z.number(),
  files: z.number(),
  parts: z.number(),
  /** Without protocols, although the list of events also shows them. */
  events: z.number(),
  protocols: z.number(),
  /** Services entered afterwards. */
  pastServices: z.number(),
  visits: z.number(),
});
export type DeviceCounts = z.infer<typeof DeviceCounts>;

export const DeviceOverview = InspectionState.pick({
  nextInspection: true,
  daysToNextInspection: true,
  daysToEndWarranty: true,
}).extend({
  counts: DeviceCounts,
  /** Visits still to be done: their number, and the first of them by day. */
  openVisits: z.object({
    count: z.number(),
    first: z.array(
      z.object({
        id: z.number(),
        /** Null: to be planned. */
        day: z.string().nullable(),
        types: z.array(ServiceType),
        technicians: z.array(Person.extend({ active: z.boolean() })),
      }),
    ),
  }),
  /** The newest event that is not a protocol; a long text is cut. */
  lastEvent: z.object({ id: z.number(), date: instant, text: z.string() }).nullable(),
  newestParts: z.array(z.object({ id: z.number(), name: z.string() })),
  /** The last day of the warranty; null: unknown. */
  warrantyEnd: z.string().nullable(),
  /** The newest service that was entered afterwards, if no signed protocol is as new. */
  lastPastService: z
    .object({ id: z.number(), date: z.string(), types: z.array(ServiceType), performedBy: z.string() })
    .nullable(),
  /** The newest signed protocol. */
  lastService: z
    .object({
      id: z.number(),
      date: instant,
      type: z.array(ServiceType),
      user: Person,
      alsoPerformedBy: z.array(Person),
    })
    .nullable(),
  customer: z.object({
    phoneNumber: z.string(),
    email: z.string(),
    streetAddress: z.string(),
    zipCode: z.string(),
    city: z.string(),
    country: z.string(),
    position: Place.nullable(),
    /** The main one first; at most ten. */
    contacts: z.array(CustomerContact.omit({ note: true, revision: true })),
  }),
});
export type DeviceOverview = z.infer<typeof DeviceOverview>;
