/**
 * What a phone keeps to work without a network: records in the shape in which their own calls answer them, in chunks. A
 * phone names the chunks it has and gets the others, so a change moves few bytes. A chunk that is no longer listed is
 * removed from the phone, so nobody needs to say what was deleted.
 */
import { z } from 'zod';
import { Branch } from './branch.ts';
import { daysBetween } from './calendar.ts';
import { Category } from './category.ts';
import { Account } from './company.ts';
import { endpoint } from './contract.ts';
import { Customer } from './customer.ts';
import { CustomerContact } from './customer-contact.ts';
import { Device } from './device.ts';
import { DeviceOverview } from './device-overview.ts';
import { Employee } from './employee.ts';
import type { FieldCode } from './error-codes.ts';
import { Incident } from './incident.ts';
import { InspectionState, InspectionSummary } from './inspection.ts';
import { InspectionRow } from './inspection-overview.ts';
import { machineInspectionContract } from './machine-inspection.ts';
import { DeviceNote } from './note.ts';
import { Part } from './part.ts';
import { PastService } from './past-service.ts';
import { id, instant } from './primitives.ts';
import { ProtocolSnapshot } from './protocol-snapshot.ts';
import { ServiceProtocol } from './service.ts';
import { Signer } from './service-signing.ts';
import { HomeFigures } from './statistics.ts';
import { Todo } from './todo.ts';
import { Visit, VisitNote } from './visit.ts';

/** How much a phone takes along. */
export const workingSetLimits = {
  /** An account with more machines is not taken along whole: only the machines that the user is likely to need. */
  machines: 5_000,
  /** The same for its customers: those of the machines only. */
  customers: 10_000,
  /** Of so many machines, the likeliest ones, several protocols and the inspections come along. */
  closeMachines: 300,
  /** Newest protocols of such a machine. Of every other one there is one, and all that the user has not signed yet. */
  protocols: 5,
  /** Newest notes, events, parts and earlier services of every machine. */
  perMachine: 5,
  /** Inspections that are due within so many days. */
  dueDays: 60,
  /** Visits of the coming days, and of yesterday. Open ones come along in any case. */
  visitDays: 14,
  visits: 300,
  todos: 2_000,
  /** Records of one answer. The rest comes with the next one, so a lost connection costs one answer at most. */
  records: 1_000,
} as const;
export type WorkingSetLimits = { [Name in keyof typeof workingSetLimits]: number };

/** What the machine's own record leaves out, without what follows from the current day or from its customer. */
export const MachineFacts = DeviceOverview.omit({
  daysToNextInspection: true,
  daysToEndWarranty: true,
  customer: true,
}).extend({
  /** Of the machine. */
  id: z.number(),
  ...InspectionRow.pick({ lastInspection: true, lastWarrantyInspectionDone: true, planned: true }).shape,
  lastSignedInspection: machineInspectionContract.lastSignedInspection.response,
  /** Whether it counts is worked out with what was done. */
  statedInspection: InspectionState.shape.statedInspection,
});
export type MachineFacts = z.infer<typeof MachineFacts>;

/** The inspections of a machine, without what follows from the current day. */
export const MachineInspections = InspectionSummary.omit({
  daysToNextInspection: true,
  daysToEndWarranty: true,
}).extend({
  /** Of the machine. */
  id: z.number(),
});
export type MachineInspections = z.infer<typeof MachineInspections>;

/** What a protocol shows of the company, and the signature of the user. */
const Own = z.object({
  /** Of the user. */
  id: z.number(),
  company: Account,
  /** The key of the company's logo, as a protocol's signed content names it. */
  logoKey: z.string().nullable(),
  ownSignature: z.string().nullable(),
});

const chunkOf = <Kind extends string, RecordSchema extends z.ZodType>(kind: Kind, record: RecordSchema) =>
  z.object({
    kind: z.literal(kind),
    key: z.string(),
    /** Of the records. Equal hashes mean equal records. */
    hash: z.string(),
    /** Left out if the phone has them, or if they come with the next answer. */
    records: z.array(record).optional(),
  });

export const WorkingSetChunk = z.discriminatedUnion('kind', [
  chunkOf('own', Own),
  chunkOf('home', HomeFigures.extend({ /** Of the user. */ id: z.number() })),
  chunkOf('employees', Employee),
  chunkOf('branches', Branch),
  chunkOf('categories', Category),
  chunkOf('visits', Visit),
  chunkOf('visitNotes', z.object({ /** Of the visit. */ id: z.number(), notes: z.array(VisitNote) })),
  chunkOf('todos', Todo),
  chunkOf('machines', Device),
  chunkOf('machineFacts', MachineFacts),
  chunkOf('customers', Customer),
  chunkOf(
    'contacts',
    z.object({ /** Of the customer. */ id: z.number(), contacts: z.array(CustomerContact) }),
  ),
  chunkOf('signers', z.object({ /** Of the customer. */ id: z.number(), signers: z.array(Signer) })),
  chunkOf('protocols', ServiceProtocol),
  chunkOf(
    'attachments',
    z.object({
      /** Of an unsigned protocol. */
      id: z.number(),
      /** As the signed content names its files. */
      attachments: ProtocolSnapshot.shape.attachments.unwrap(),
    }),
  ),
  chunkOf('inspections', MachineInspections),
  chunkOf('notes', DeviceNote),
  chunkOf('events', Incident),
  chunkOf('parts', Part),
  chunkOf('pastServices', PastService),
]);
export type WorkingSetChunk = z.infer<typeof WorkingSetChunk>;
export type WorkingSetKind = WorkingSetChunk['kind'];
export type StoredRecord<Kind extends WorkingSetKind> = NonNullable<
  Extract<WorkingSetChunk, { kind: Kind }>['records']
>[number];

const mostChunks = 20_000;
const ids = (most: number) =>
  z
    .array(id)
    .max(most, 'TOO_MANY' satisfies FieldCode)
    .default([]);

export const WorkingSetQuery = z.strictObject({
  /** That of the last complete answer. */
  revision: z.string().max(100).nullish(),
  /** The hashes of the chunks on the phone by their keys. */
  have: z
    .record(z.string().max(50), z.string().max(50))
    .refine((have) => Object.keys(have).length <= mostChunks, 'TOO_MANY' satisfies FieldCode)
    .default({}),
  /** What the user takes along. */
  pinned: z
    .strictObject({ customers: ids(200), machines: ids(500) })
    .default({ customers: [], machines: [] }),
  /** The machines last opened on this phone. */
  opened: ids(200),
});
export type WorkingSetQuery = z.output<typeof WorkingSetQuery>;

export const WorkingSet = z.object({
  takenAt: instant,
  /** To be sent with the next call; null: the answer is not complete. */
  revision: z.string().nullable(),
  /** Null: nothing has changed since the revision of the call. */
  set: z
    .object({
      /** Whether all machines of the account are in it that are still serviced. */
      whole: z.boolean(),
      /** How many of them are not. */
      missingMachines: z.number(),
      /** Some chunks have neither records nor the hash of the call: the same call, with what has arrived, gets them. */
      more: z.boolean(),
      /** All chunks. The phone removes others. */
      chunks: z.array(WorkingSetChunk),
    })
    .nullable(),
});
export type WorkingSet = z.infer<typeof WorkingSet>;

const daysFrom = (today: string, day: string | null): number | null =>
  day === null ? null : daysBetween(today, day);

/**
 * The answer of `device.overview` from stored records.
 * @param today by the company's calendar
 */
export function overviewFrom(
  {
    id: _,
    lastInspection,
    lastWarrantyInspectionDone,
    planned,
    lastSignedInspection,
    statedInspection,
    ...facts
  }: MachineFacts,
  customer: Customer,
  contacts: readonly CustomerContact[],
  today: string,
): DeviceOverview {
  const { phoneNumber, email, streetAddress, zipCode, city, country, position } = customer;
  return {
    ...facts,
    daysToNextInspection: daysFrom(today, facts.nextInspection),
    daysToEndWarranty: daysFrom(today, facts.warrantyEnd),
    customer: {
      ...{ phoneNumber, email, streetAddress, zipCode, city, country, position },
      contacts: contacts.slice(0, 10).map(({ note, revision, ...contact }) => contact),
    },
  };
}

/**
 * A row of the inspections overview from stored records.
 * @param today by the company's calendar
 */
export function inspectionRowFrom(machine: Device, facts: MachineFacts, today: string): InspectionRow {
  const { id, name, status, serialNumber, streetAddress, zipCode, city, country, transferDate } = machine;
  const { fullName: _, ...customer } = machine.customer;
  return {
    device: {
      ...{ id, name, status, serialNumber, streetAddress, zipCode, city, country, transferDate },
      category: machine.category,
      customer,
    },
    lastInspection: facts.lastInspection,
    nextInspection: machine.nextInspection,
    daysToNextInspection: daysFrom(today, machine.nextInspection),
    daysToEndWarranty: daysFrom(today, machine.warrantyUntil),
    lastWarrantyInspectionDone: facts.lastWarrantyInspectionDone,
    planned: facts.planned,
  };
}

/**
 * The answer of `machineInspection.inspection` from stored records.
 * @param today by the company's calendar
 */
export const inspectionFrom = (
  { id: _, ...stored }: MachineInspections,
  { warrantyUntil }: Pick<Device, 'warrantyUntil'>,
  today: string,
): InspectionSummary => ({
  ...stored,
  daysToNextInspection: daysFrom(today, stored.nextInspection),
  daysToEndWarranty: daysFrom(today, warrantyUntil),
});

export const offlineContract = {
  workingSet: endpoint({
    method: 'post',
    path: '/api/offline/workingSet',
    summary: 'What the user needs to work without a network: the chunks that this phone does not have yet',
    access: 'account.read',
    body: WorkingSetQuery,
    response: WorkingSet,
    errors: ['TOO_MANY_ATTEMPTS'],
  }),
};
