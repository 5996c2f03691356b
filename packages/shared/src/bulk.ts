/** One action on several chosen records: what it would do, doing it, and taking it back. */
import { z } from 'zod';
import { endpoint } from './contract.ts';
import { ArchiveReason, DeviceStatus } from './device.ts';
import {
  date,
  id,
  idParams,
  instant,
  language,
  maxChosen,
  optionalLine,
  requiredText,
} from './primitives.ts';
import { Technicians, VisitPriority } from './visit.ts';

/** How long who ran an action may take it back. */
export const bulkUndoMinutes = 60;

/**
 * What can be done with chosen records. The first word of an action names the records. A new action also needs its rule on
 * the server (`features/bulk`, which says how) and its texts (`bulk.json`).
 */
export const BulkChange = z.discriminatedUnion(
  'action',
  [
    z.strictObject({ action: z.literal('machine.status'), status: DeviceStatus }),
    z.strictObject({
      action: z.literal('machine.category'),
      category: z.object({ id }, 'CATEGORY_NOT_SELECTED'),
    }),
    z.strictObject({
      action: z.literal('machine.customer'),
      customer: z.object({ id }, 'CUSTOMER_NOT_SELECTED'),
    }),
    z.strictObject({
      action: z.literal('machine.interval'),
      months: z
        .number('WHOLE_NUMBER')
        .int('WHOLE_NUMBER')
        .min(1, 'FREQUENCY_NOT_POSITIVE')
        .max(600, 'TOO_LARGE'),
    }),
    z.strictObject({ action: z.literal('machine.archive'), reason: ArchiveReason, note: optionalLine() }),
    z.strictObject({ action: z.literal('machine.restore') }),
    z.strictObject({ action: z.literal('machine.delete') }),
    z.strictObject({
      action: z.literal('customer.language'),
      /** Null: the company's. */
      language: language.nullable(),
    }),
    z.strictObject({ action: z.literal('customer.delete') }),
    /** Unsigned protocols, from the end of their month backwards. */
    z.strictObject({ action: z.literal('service.delete') }),
    z.strictObject({
      action: z.literal('visit.technicians'),
      /** They go there too, in place of one person, or in place of all others. */
      mode: z.enum(['ADD', 'INSTEAD', 'REPLACE'], 'INVALID'),
      /** For INSTEAD: who does not go there any more. */
      insteadOf: z.object({ id }).nullish(),
      technicians: Technicians.min(1, 'PERFORMER_NOT_SELECTED'),
    }),
    z.strictObject({ action: z.literal('visit.priority'), priority: VisitPriority }),
    /** The time stays. */
    z.strictObject({ action: z.literal('visit.day'), day: date }),
    z.strictObject({ action: z.literal('visit.cancel'), reason: requiredText(255, 1, 'ENTER_TEXT') }),
    z.strictObject({ action: z.literal('visit.delete') }),
    z.strictObject({
      action: z.literal('todo.assignee'),
      /** Null: nobody in particular. */
      assignee: z.object({ id }).nullable(),
    }),
    z.strictObject({ action: z.literal('todo.day'), day: date }),
    z.strictObject({ action: z.literal('todo.complete') }),
    z.strictObject({ action: z.literal('todo.reopen') }),
    z.strictObject({ action: z.literal('todo.delete') }),
  ],
  'INVALID',
);
export type BulkChange = z.output<typeof BulkChange>;
export type BulkKind = BulkChange['action'];

export const BulkRequest = z.strictObject({
  ids: z.array(id).min(1, 'REQUIRED').max(maxChosen, 'TOO_MANY'),
  change: BulkChange,
});
export type BulkRequest = z.output<typeof BulkRequest>;

/** Why a record is left as it is. */
export const bulkReasons = [
  /** Protocols, visits, files, notes or parts are recorded of it. */
  'HAS_RECORDS',
  /** Machines, also archived ones, are the customer's. */
  'HAS_MACHINES',
  'HAS_PROTOCOLS',
  'HAS_VISITS',
  /** Somebody else's, and the caller is no admin. */
  'NOT_OWN',
  /** The visit is done or cancelled. */
  'VISIT_OVER',
  'TOO_MANY_TECHNICIANS',
  /** The to-do is part of a protocol. */
  'OF_PROTOCOL',
  /** The protocol was signed once. */
  'SIGNED',
  /** A protocol of the same month comes after it and stays. */
  'NOT_LAST',
] as const;
export type BulkReason = (typeof bulkReasons)[number];

/** What comes along with a change, or does not, and is said before. */
export const bulkNotes = [
  /** Open visits stay with the former customer. */
  'VISITS_STAY',
  /** Open visits to machines that are archived. */
  'VISITS_OPEN',
  /** Visits on whose day a technician is absent. */
  'ABSENT',
  /** Visits whose time overlaps with another one of a technician. */
  'OVERLAP',
  /** Visits of technicians who then have more work than a day has hours. */
  'OVERLOAD',
  /** Customers who were told something else, and whom nobody tells now. */
  'TOLD_OTHERWISE',
  /** Cancelled visits that have been started. */
  'STARTED',
] as const;
export type BulkNote = (typeof bulkNotes)[number];

/** What an action does, or has done. */
export const BulkPlan = z.object({
  changed: z.number(),
  /** They already are so. */
  same: z.number(),
  /** They were deleted meanwhile. */
  gone: z.number(),
  refused: z.array(z.object({ id: z.number(), name: z.string(), reason: z.enum(bulkReasons) })),
  notes: z.array(z.object({ note: z.enum(bulkNotes), count: z.number() })),
});
export type BulkPlan = z.infer<typeof BulkPlan>;

/** An action that was carried out. */
export const BulkDone = BulkPlan.extend({
  /** To take it back; null: nothing has changed. */
  id: z.number().nullable(),
});
export type BulkDone = z.infer<typeof BulkDone>;

/** Why taking back leaves a record as it is. */
export const bulkKeptReasons = [
  /** Somebody has changed it since. */
  'CHANGED',
  /** It is deleted by now, or erased from the bin. */
  'GONE',
  /** What its former values name, or what it belonged to, was deleted or has left. */
  'MISSING',
  /** Another one has its name or number by now. */
  'TAKEN',
  /** A limit forbids it. */
  'REFUSED',
] as const;
export type BulkKeptReason = (typeof bulkKeptReasons)[number];

export const BulkUndone = z.object({
  reversed: z.number(),
  kept: z.array(
    z.object({
      id: z.number(),
      name: z.string(),
      reason: z.enum(bulkKeptReasons),
      /** Who changed it last, by name; empty if that is unknown. */
      who: z.string(),
      /** For MISSING: what is missing, by name; empty if that is unknown. */
      missing: z.string(),
    }),
  ),
  /** Protocols that came back with another number, because their own one was taken. */
  renumbered: z.array(z.object({ id: z.number(), name: z.string(), next: z.string() })),
});
export type BulkUndone = z.infer<typeof BulkUndone>;

/** A number of a deleted protocol that another one has by now. */
export const TakenNumber = z.object({
  /** The deleted protocol. */
  id: z.number(),
  name: z.string(),
  /** Who wrote it is empty if that is unknown. */
  by: z.object({ id: z.number(), customer: z.string(), who: z.string() }),
});
export type TakenNumber = z.infer<typeof TakenNumber>;

/** An action of the caller that can still be taken back. */
export const BulkAction = z.object({
  id: z.number(),
  action: z.string(),
  /** How many records are still as the action has left them. */
  changed: z.number(),
  /** Taking it back was tried; some were kept. */
  isTried: z.boolean(),
  at: instant,
});
export type BulkAction = z.infer<typeof BulkAction>;

// Who may do what depends on the action, so the service checks it.
export const bulkContract = {
  check: endpoint({
    method: 'post',
    path: '/api/bulk/check',
    summary:
      'What an action on several records would do: counts, and those that it leaves out, with the reason',
    access: 'account.read',
    body: BulkRequest,
    response: BulkPlan,
  }),
  run: endpoint({
    method: 'post',
    path: '/api/bulk/run',
    summary: 'Does it to each record that allows it, and names the others',
    access: 'account.read',
    body: BulkRequest,
    response: BulkDone,
    idempotent: true,
  }),
  undo: endpoint({
    method: 'post',
    path: '/api/bulk/undo/{id}',
    summary: 'Takes one’s own action back within an hour, except what was changed since',
    access: 'account.read',
    params: idParams,
    response: BulkUndone,
  }),
  undoCheck: endpoint({
    method: 'get',
    path: '/api/bulk/undoCheck/{id}',
    summary:
      'Which numbers of deleted protocols were taken since, so that taking back would give them others',
    access: 'account.read',
    params: idParams,
    response: z.object({ taken: z.array(TakenNumber) }),
  }),
  recent: endpoint({
    method: 'get',
    path: '/api/bulk/recent',
    summary:
      'The caller’s actions of the last hour that were not, or not wholly, taken back, the newest first',
    access: 'account.read',
    response: z.array(BulkAction),
  }),
};
