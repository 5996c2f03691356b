/** The account's log for its admins: actions with user and time. */
import { z } from 'zod';
import { endpoint, streamedList } from './contract.ts';
import { exportOf, tableAnswer } from './export-format.ts';
import { id, idText, inDayOrder, instant, optionalDate, pageOf, searchOf } from './primitives.ts';

/** Kinds of log entries. Each has a message in all languages: `log.json`. */
export const logKinds = [
  'SIGN_IN',
  'SIGN_IN_FAILED',
  'ACCOUNT_REGISTERED',
  'ACCOUNT_ACTIVATED',
  'NOTICE_GIVEN',
  'NOTICE_TAKEN_BACK',
  'ACCOUNT_CLOSED',
  'ACCOUNT_REOPENED',
  'PASSWORD_RESET',
  'SIGN_IN_UNLOCKED',
  'PASSWORD_CHANGED',
  'SESSIONS_ENDED',
  'ROLES_CHANGED',
  'SETTINGS_CHANGED',
  'CREATED',
  'CHANGED',
  'DELETED',
  'RESTORED',
  'ERASED',
  'SIGNED',
  'REOPENED',
  'SUPPLEMENTED',
  'WITHDRAWN',
  'MAILED',
  'ORDER_STATE_CHANGED',
  'EXPORTED',
  'IMPORTED',
  'IMPORT_UNDONE',
  'BROUGHT_BACK',
  'CUSTOMER_PAGE_ON',
  'CUSTOMER_PAGE_OFF',
  'CUSTOMER_INVITED',
  'CUSTOMER_SIGNED_IN',
  'CUSTOMER_SESSION_ENDED',
] as const;
export type LogKind = (typeof logKinds)[number];

/** Kinds of objects in the log. Each has a name in all languages. */
export const logEntities = [
  'absence',
  'account',
  'billing',
  'branch',
  'category',
  'customer',
  'device',
  'file',
  'hotel',
  'import',
  'incident',
  'note',
  'order',
  'part',
  'pastService',
  'priceList',
  'savedView',
  'service',
  'todo',
  'user',
  'visit',
] as const;
export type LogEntity = (typeof logEntities)[number];

const kind = z.enum(logKinds);

/** A changed field, with the values before and after. */
export const Change = z.object({ field: z.string(), before: z.string(), after: z.string() });
export type Change = z.infer<typeof Change>;

/** An entry as specified. */
const LogEntry = z.object({
  eventId: z.number(),
  timestmp: instant,
  /** The user's login. */
  arg0: z.string(),
  /** The object's name or number. */
  arg1: z.string(),
  /** The full message in the caller's language. */
  formattedMessage: z.string(),
});
export type LogEntry = z.infer<typeof LogEntry>;

/** An entry as the screen shows it. */
const LogRow = LogEntry.extend({
  kind,
  entity: z.enum(logEntities),
  /** When it was written on a phone without a network; `timestmp` is when it arrived. */
  writtenAt: instant.nullable(),
  /** The name of the user in `arg0`; empty if the user was deleted, or nobody was signed in. */
  name: z.string(),
  changes: z.array(Change),
});
export type LogRow = z.infer<typeof LogRow>;

const search = searchOf(
  {
    /** None: all. */
    kinds: z.array(kind).max(logKinds.length, 'TOO_MANY').default([]),
    userId: id.nullish().transform((value) => value ?? null),
    dateFrom: optionalDate,
    dateTo: optionalDate,
  },
  ['eventId', 'timestmp', 'arg0', 'arg1'],
);
export const LogSearch = search.refine(...inDayOrder);
export type LogSearch = z.output<typeof LogSearch>;

/** The same without paging: all results, as a file. */
export const LogExport = exportOf(search).refine(...inDayOrder);
export type LogExport = z.output<typeof LogExport>;

export const auditedEntities = ['device', 'customer', 'service'] as const;

/** One change of a machine, customer or protocol. */
export const ChangeEntry = z.object({
  id: z.number(),
  at: instant,
  who: z.string(),
  kind: z.string(),
  /** The imported file, for IMPORTED and IMPORT_CHANGED; otherwise empty. */
  file: z.string(),
  changes: z.array(Change),
});
export type ChangeEntry = z.infer<typeof ChangeEntry>;

export const logContract = {
  findAll: endpoint({
    method: 'get',
    path: '/api/log/findAll',
    summary: 'The whole log, newest first',
    access: 'log.read',
    response: streamedList(LogEntry),
  }),
  search: endpoint({
    method: 'post',
    path: '/api/log/search',
    summary: 'A page of the log, by text, kind, user and days',
    access: 'log.read',
    body: LogSearch,
    response: pageOf(LogRow),
  }),
  export: endpoint({
    method: 'post',
    path: '/api/log/export',
    summary: 'What a search finds in the log, as a table to take along',
    access: 'log.read',
    body: LogExport,
    ...tableAnswer,
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
