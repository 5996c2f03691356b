/** A machine's history, on the screen and as a document: its service book. */
import { z } from 'zod';
import { endpoint } from './contract.ts';
import { Change } from './log.ts';
import { id, idParams, instant } from './primitives.ts';
import { ServiceType } from './service-kinds.ts';

export const historyKinds = [
  'EVENT',
  'SERVICE',
  'PAST_SERVICE',
  'NOTE',
  'FILE',
  'NAMEPLATE',
  'PART',
  'CHANGE',
  'CREATED',
  /** Created or changed by an import, whose file the text names. */
  'IMPORTED',
  'IMPORT_CHANGED',
] as const;

/** The most service books in one document. */
export const maxServiceBooks = 20;

/** One line of a machine's service book. */
export const HistoryEntry = z.object({
  /** Unique within the machine's history. */
  key: z.string(),
  kind: z.enum(historyKinds),
  at: instant,
  /** The day alone, if the time of day is not known; `at` is its start in the account's timezone. */
  day: z.string().nullable(),
  /** The user's text: of an event, note or service entered afterwards, a file's name, or a protocol's number. */
  text: z.string(),
  who: z.string(),
  /** For a changed machine: each field with the values before and after. */
  changes: z.array(Change),
  /** The work of a service that was entered afterwards: kind PAST_SERVICE. */
  past: z.object({ id: z.number(), types: z.array(ServiceType), number: z.string() }).nullable(),
  /** The protocol of a line of kind SERVICE. */
  service: z
    .object({ id: z.number(), number: z.string(), signed: z.boolean(), withdrawn: z.boolean() })
    .nullable(),
});
export type HistoryEntry = z.infer<typeof HistoryEntry>;

export const serviceBookContract = {
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
    errors: ['DOCUMENT_TOO_LARGE', 'SEAL_UNAVAILABLE', 'TOO_MUCH_WORK', 'WORK_INTERRUPTED'],
    plainLink: true,
  }),
  serviceBooks: endpoint({
    method: 'post',
    path: '/api/device/serviceBooks',
    summary: 'The service books of several machines in one PDF',
    access: 'account.read',
    body: z.strictObject({
      ids: z.array(id).min(1, 'REQUIRED').max(maxServiceBooks, 'TOO_MANY'),
    }),
    response: 'file',
    media: ['application/pdf'],
    errors: ['DOCUMENT_TOO_LARGE', 'SEAL_UNAVAILABLE', 'TOO_MUCH_WORK', 'WORK_INTERRUPTED'],
  }),
};
