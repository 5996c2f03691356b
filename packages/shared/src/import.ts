/**
 * Imports of spreadsheets: a file is read into rows, its columns get fields, the rows are checked without writing
 * anything, then written by a job, and can be taken back for 30 days.
 */
import { z } from 'zod';
import { endpoint } from './contract.ts';
import { type ErrorCode, errorStatus, fieldCodes } from './error-codes.ts';
import { exportFormat, exportMedia, tableAnswer } from './export-format.ts';
import { DateOrder } from './import-dates.ts';
import { Cell, DayCell, ImportFieldName } from './import-fields.ts';
import { importHints, importLimits } from './import-refusals.ts';
import { cellProblems } from './import-values.ts';
import { id, idParams, instant, optionalLine, pageOf, revision, storable } from './primitives.ts';
import { ServiceType } from './service-kinds.ts';

/** In the order in which an import goes through them; CANCELLED, FAILED and UNDONE leave it. */
export const importStates = [
  'MAPPING',
  'CHECKING',
  'CHECKED',
  'RUNNING',
  'DONE',
  'CANCELLED',
  'FAILED',
  'UNDOING',
  'UNDONE',
] as const;
export const ImportState = z.enum(importStates);
export type ImportState = z.infer<typeof ImportState>;

/** Days within which an import can be taken back. Its rows are kept as long. */
export const undoDays = 30;
/** Days after which an import that was not run is removed. */
export const abandonedDays = 7;
/** Imports of a company that were not run and not deleted. */
export const mostOpenImports = 10;
/** Rows that a company's imports may hold together before another file is taken; they go when the time to undo is over. */
export const mostKeptRows = 500_000;

/** What an import does with a row. */
export const importPlans = ['CREATE', 'UPDATE', 'SAME', 'ERROR', 'SKIP'] as const;
export const ImportPlan = z.enum(importPlans, 'INVALID');
export type ImportPlan = z.infer<typeof ImportPlan>;

/** What an import writes, in its order. */
export const importEntities = [
  'customer',
  'contact',
  'category',
  'machine',
  'note',
  'part',
  'past',
  'todo',
] as const;
export const ImportEntity = z.enum(importEntities, 'INVALID');
export type ImportEntity = z.infer<typeof ImportEntity>;

/** Reasons that concern more than one cell. With those of cells and of the entities' schemas, all that there are. */
export const rowProblems = [
  /** Another row, named in the values, says something else about the same customer, machine or category. */
  'CONTRADICTS_ROW',
  /** The row only names a customer or machine by its number, and there is none. */
  'CUSTOMER_NOT_FOUND',
  'MACHINE_NOT_FOUND',
  /** Several have this number, name or address. */
  'AMBIGUOUS_CUSTOMER',
  'AMBIGUOUS_MACHINE',
  /** A contact, a note or a past service belongs to something, and the row does not say to what. */
  'CONTACT_WITHOUT_CUSTOMER',
  'ACTION_WITHOUT_CATEGORY',
  'RECORD_WITHOUT_MACHINE',
  /** Another customer or machine has this number or name. */
  'TAKEN',
  /** The end of the warranty says nothing without its beginning. */
  'TRANSFER_DATE_REQUIRED',
  'WARRANTY_NOT_WHOLE_MONTHS',
  'UNKNOWN_EMPLOYEE',
  /** Somebody changed the records of this row at the same moment, again and again. */
  'CHANGED_MEANWHILE',
  /** Somebody has entered something else since the check; the value is what is there now. */
  'CHANGED_SINCE_CHECK',
] as const;

/** Why a row cannot be imported: the list is closed, and each has a text in all languages. */
export const importProblemCodes = [...cellProblems, ...fieldCodes, ...rowProblems] as const;
export type ImportProblemCode = (typeof importProblemCodes)[number];

export const ImportProblem = z.object({
  /** Index of the column; null: no column of the sheet holds the field. */
  column: z.number().nullable(),
  field: ImportFieldName.nullable(),
  code: z.enum(importProblemCodes),
  /** The other row, for CONTRADICTS_ROW: the name of its sheet and its number; and what it says. */
  other: z.object({ sheet: z.string(), row: z.number(), value: z.string() }).optional(),
});
export type ImportProblem = z.infer<typeof ImportProblem>;

/** What a row does with one record. NAMED: the record belongs to another row, this one only names it. */
export const recordPlans = ['CREATE', 'UPDATE', 'SAME', 'NAMED'] as const;
export const ImportRowRecord = z.object({
  entity: ImportEntity,
  plan: z.enum(recordPlans),
  /** Null until it exists. */
  id: z.number().nullable(),
  /** How people call it. */
  what: z.string(),
  /** The values that are written, with those that were there before. */
  changes: z.array(z.object({ field: z.string(), before: z.string(), after: z.string() })),
  /**
   * DONE: a past service that is an inspection. Otherwise why a new machine has no next inspection, as far as its row
   * says: no interval is known, or none was done and none is stated.
   */
  inspection: z.enum(['NO_INTERVAL', 'NOT_YET', 'DONE']).optional(),
  /** A machine whose street the row says and whose town nothing says. */
  isWithoutTown: z.boolean().optional(),
});
export type ImportRowRecord = z.infer<typeof ImportRowRecord>;

export const ImportRow = z.object({
  position: z.number(),
  /** Index of its sheet, and its number there, as spreadsheet programs count. */
  sheet: z.number(),
  row: z.number(),
  cells: z.array(Cell),
  /** Null: not checked yet. */
  plan: ImportPlan.nullable(),
  problems: z.array(ImportProblem),
  records: z.array(ImportRowRecord),
  isDone: z.boolean(),
});
export type ImportRow = z.infer<typeof ImportRow>;

export const ImportColumn = z.object({
  header: z.string(),
  /** The first different values, as they are in the file. */
  samples: z.array(z.string()),
  field: ImportFieldName.nullable(),
  /** 0 to 1: how well the header fits the field that was found. */
  certainty: z.number(),
  /** Chosen or found; null: nothing in the column depends on it, or it must be chosen. */
  dateOrder: DateOrder.nullable(),
  /** The column has dates such as 03/04/2026, and nothing says what comes first: somebody must choose. */
  isAmbiguous: z.boolean(),
});
export type ImportColumn = z.infer<typeof ImportColumn>;

export const ImportSheet = z.object({
  name: z.string(),
  /** Rows below the header that are not empty. */
  rows: z.number(),
  /** Its number, as spreadsheet programs count; null: the sheet has none, and its columns are called A, B, C. */
  headerRow: z.number().nullable(),
  isLeftOut: z.boolean(),
  columns: z.array(ImportColumn),
  /** The columns are assigned as they were the last time for such a list. */
  isRemembered: z.boolean(),
  /** What is worth knowing about how it was read, how often, and in which row first. */
  hints: z.array(z.object({ hint: z.enum(importHints), count: z.number(), row: z.number().nullable() })),
});
export type ImportSheet = z.infer<typeof ImportSheet>;

export const ImportOptions = z.strictObject({
  /** Otherwise records that exist are left as they are. */
  updateExisting: z.boolean('INVALID').default(true),
  /** The category of machines without one; empty: such rows have a problem. */
  category: optionalLine(100),
  /** The customer of machines without one, by short name. */
  customer: optionalLine(100),
  /**
   * New machines stand at their customer's address, if the list has no column for their own; in the customer's town, if it
   * only has one for the street.
   */
  placeOfCustomer: z.boolean('INVALID').default(true),
  /** The kind of past services without one; null: such rows have a problem. */
  pastType: ServiceType.nullish().transform((type) => type ?? null),
});
export type ImportOptions = z.output<typeof ImportOptions>;

const counted = z.record(z.enum(['CREATE', 'UPDATE', 'SAME']), z.number());
export const ImportCounts = z.object({
  rows: z.record(ImportPlan, z.number()),
  /** Rows that are written. */
  rowsDone: z.number(),
  /** Rows, not written yet, that change a record that was there before. */
  rowsChanging: z.number().default(0),
  /** Rows, not written yet, whose new machine will have no next inspection. */
  rowsWithoutInspection: z.number().default(0),
  /** Rows, not written yet, that say the street of a machine, and nothing says the town. */
  rowsWithoutTown: z.number().default(0),
  /** Sheets in which rows contradict each other about the address of a customer: in which columns, and in how many rows. */
  addressConflicts: z
    .array(z.object({ sheet: z.number(), columns: z.array(z.number()), rows: z.number() }))
    .default([]),
  records: z.record(ImportEntity, counted),
  /** How many rows have each problem. */
  problems: z.partialRecord(z.enum(importProblemCodes), z.number()),
});
export type ImportCounts = z.infer<typeof ImportCounts>;

const errorCodes = Object.keys(errorStatus) as [ErrorCode, ...ErrorCode[]];

export const ImportSummary = z.object({
  id: z.number(),
  state: ImportState,
  filename: z.string(),
  /** Bytes. */
  size: z.number(),
  user: z.object({ id: z.number(), firstName: z.string(), lastName: z.string() }),
  /** Rows or records that the work under way has done, and all of them. */
  done: z.number(),
  total: z.number(),
  counts: ImportCounts,
  /** How many records taking it back has reversed, kept and failed at. */
  undone: z.object({ REVERSED: z.number(), KEPT: z.number(), FAILED: z.number() }),
  errorCode: z.enum(errorCodes).nullable(),
  createdAt: instant,
  startedAt: instant.nullable(),
  finishedAt: instant.nullable(),
  /** It can be taken back until then; null: nothing was written, or it is over. */
  undoUntil: instant.nullable(),
  /** Incremented by every change. Clients send it back, so that a conflicting one is detected. */
  revision: z.number(),
});
export type ImportSummary = z.infer<typeof ImportSummary>;

export const Import = ImportSummary.extend({
  sheets: z.array(ImportSheet),
  options: z.object({
    updateExisting: z.boolean(),
    category: z.string(),
    customer: z.string(),
    placeOfCustomer: z.boolean(),
    pastType: ServiceType.nullable(),
  }),
});
export type Import = z.infer<typeof Import>;

/** Whether a job works on it, so polling its progress makes sense. */
export const isAtWork = ({ state }: Pick<ImportSummary, 'state'>): boolean =>
  state === 'CHECKING' || state === 'RUNNING' || state === 'UNDOING';

export const ImportMapping = z.strictObject({
  id,
  revision,
  /** As many as the file has, in its order. */
  sheets: z
    .array(
      z.strictObject({
        isLeftOut: z.boolean('INVALID').default(false),
        /** Where another row becomes the header, columns sent without any field are found again. */
        headerRow: z.number().int().min(1).max(1_048_576).nullable(),
        columns: z
          .array(z.strictObject({ field: ImportFieldName.nullable(), dateOrder: DateOrder.nullable() }))
          .max(importLimits.columns, 'TOO_MANY'),
      }),
    )
    .max(1000, 'TOO_MANY'),
  options: ImportOptions,
});
export type ImportMapping = z.output<typeof ImportMapping>;

const position = z.number('REQUIRED').int('INVALID').min(0, 'INVALID').max(2_147_483_647, 'INVALID');
const paging = {
  page: z.number().int().min(0).max(1_000_000).default(0),
  size: z.number().int().min(1).max(100).default(50),
};

/** What rows can be filtered by besides their plan, as the counts name it. */
export const importRowFilters = ['CHANGING', 'WITHOUT_INSPECTION', 'WITHOUT_TOWN'] as const;
export const ImportRowSearch = z.strictObject({
  id,
  filter: z.enum(importRowFilters, 'INVALID').nullish(),
  /** None: all. */
  plans: z.array(ImportPlan).max(importPlans.length, 'TOO_MANY').default([]),
  problem: z.enum(importProblemCodes, 'INVALID').nullish(),
  sheet: z.number().int().min(0).max(1000).nullish(),
  /** Only written rows, or only those that are not. */
  isDone: z.boolean('INVALID').nullish(),
  text: storable.trim().max(200, 'MAX_200_CHARACTERS').default(''),
  ...paging,
});
export type ImportRowSearch = z.output<typeof ImportRowSearch>;

export const ImportCellFix = z.strictObject({
  id,
  position,
  /** Null: the sheet has no column for the field yet, and gets one. */
  column: z
    .number('REQUIRED')
    .int('INVALID')
    .min(0, 'INVALID')
    .max(importLimits.columns, 'INVALID')
    .nullable(),
  /** What the new column holds. */
  field: ImportFieldName.nullish(),
  value: storable.max(32_767, 'INVALID'),
});
export type ImportCellFix = z.output<typeof ImportCellFix>;

export const ImportFixedRow = ImportRow.extend({
  /** Further rows with a problem whose cell holds what this one held. They can be corrected in the same way. */
  alike: z.number(),
});
export type ImportFixedRow = z.infer<typeof ImportFixedRow>;

/** The most rows that a request can name. */
export const mostNamedRows = 100_000;
const cell = z.union([storable.max(32_767, 'INVALID'), z.number(), z.boolean(), z.null(), DayCell]);
export const ImportAlikeFix = z.strictObject({
  id,
  sheet: z.number().int('INVALID').min(0, 'INVALID').max(1000, 'INVALID'),
  column: z.number('REQUIRED').int('INVALID').min(0, 'INVALID').max(importLimits.columns, 'INVALID'),
  /** What the cells hold. */
  before: cell,
  value: cell,
  /** Only these rows, with or without a problem: to take back what the answer before named. */
  positions: z.array(position).max(mostNamedRows, 'TOO_MANY').nullish(),
});
export type ImportAlikeFix = z.output<typeof ImportAlikeFix>;

export const ImportAlikeFixed = z.object({ import: Import, positions: z.array(z.number()) });
export type ImportAlikeFixed = z.infer<typeof ImportAlikeFixed>;

export const ImportSkip = z.strictObject({
  id,
  /** Null: all rows with problems. */
  position: position.nullable(),
  isSkipped: z.boolean('INVALID'),
});
export type ImportSkip = z.output<typeof ImportSkip>;

export const importUndoResults = ['REVERSED', 'KEPT', 'FAILED'] as const;
export const ImportUndoResult = z.enum(importUndoResults, 'INVALID');
export type ImportUndoResult = z.infer<typeof ImportUndoResult>;

/** CHANGED: since, by somebody. IN_USE: a record that is not of this import needs it. GONE: it was deleted. */
export const importUndoReasons = ['CHANGED', 'IN_USE', 'GONE', 'TAKEN', 'INTERNAL'] as const;
export const ImportUndoReason = z.enum(importUndoReasons);
export type ImportUndoReason = z.infer<typeof ImportUndoReason>;

/** A record that an import created or changed. */
export const ImportChange = z.object({
  id: z.number(),
  sheet: z.number(),
  row: z.number(),
  entity: ImportEntity,
  entityId: z.number(),
  what: z.string(),
  isCreated: z.boolean(),
  /** What taking it back did with it; null: not taken back. */
  undo: ImportUndoResult.nullable(),
  reason: ImportUndoReason.nullable(),
  /** Who changed it since; empty: unknown. */
  who: z.string(),
});
export type ImportChange = z.infer<typeof ImportChange>;

export const ImportChangeSearch = z.strictObject({
  id,
  undo: ImportUndoResult.nullish(),
  entity: ImportEntity.nullish(),
  ...paging,
});
export type ImportChangeSearch = z.output<typeof ImportChangeSearch>;

/** Lists that can be filled in from a template. */
export const importTemplates = [
  'machines',
  'customers',
  'categories',
  'parts',
  'pastServices',
  'todos',
] as const;
export const ImportTemplate = z.enum(importTemplates);
export type ImportTemplate = z.infer<typeof ImportTemplate>;

/** What a table of an import's rows contains: those that were not imported, or all with what became of them. */
export const importTables = ['problems', 'all'] as const;

export const importContract = {
  findAll: endpoint({
    method: 'get',
    path: '/api/import/findAll',
    summary: 'All imports of the company, newest first',
    access: 'account.manage',
    response: z.array(ImportSummary),
  }),
  findById: endpoint({
    method: 'get',
    path: '/api/import/findById/{id}',
    summary: 'One import, with its columns and its progress',
    access: 'account.manage',
    params: idParams,
    response: Import,
  }),
  template: endpoint({
    method: 'get',
    path: '/api/import/template/{kind}',
    summary: 'A workbook to fill in, in the caller’s language, with two rows as examples',
    access: 'account.manage',
    plainLink: true,
    params: z.strictObject({ kind: ImportTemplate }),
    response: 'file',
    media: [exportMedia.xlsx],
    errors: ['DOCUMENT_TOO_LARGE', 'TOO_MUCH_WORK', 'WORK_INTERRUPTED'],
  }),
  upload: endpoint({
    method: 'post',
    path: '/api/import/upload',
    summary: 'Reads a spreadsheet (XLSX, CSV, TSV): its sheets, columns, and what each column seems to hold',
    access: 'account.manage',
    upload: { file: 'file', required: true, maxBytes: importLimits.bytes },
    response: Import,
    errors: [
      'IMPORT_UNREADABLE',
      'IMPORT_LIMIT',
      'IMPORT_ROWS_LIMIT',
      'TOO_MUCH_WORK',
      'WORK_INTERRUPTED',
      'STORAGE_FULL',
    ],
  }),
  setMapping: endpoint({
    method: 'put',
    path: '/api/import/mapping',
    summary: 'Says what the columns hold; an earlier check no longer counts',
    access: 'account.manage',
    body: ImportMapping,
    response: Import,
    errors: ['IMPORT_STATE', 'RECORD_CHANGED', 'TOO_MUCH_WORK', 'WORK_INTERRUPTED'],
  }),
  check: endpoint({
    method: 'post',
    path: '/api/import/check/{id}',
    summary: 'Has all rows checked; nothing is written but what the check found',
    access: 'account.manage',
    params: idParams,
    response: Import,
    errors: ['IMPORT_STATE', 'IMPORT_DATES_AMBIGUOUS', 'IMPORT_NOTHING_ASSIGNED'],
  }),
  rows: endpoint({
    method: 'post',
    path: '/api/import/rows',
    summary: 'A page of rows, in the order of the file, with what happens to each and why not',
    access: 'account.manage',
    body: ImportRowSearch,
    response: pageOf(ImportRow),
  }),
  table: endpoint({
    method: 'get',
    path: '/api/import/table/{id}/{which}/{format}',
    summary: 'The rows that were not imported, each with its reason, or all rows with what became of them',
    access: 'account.manage',
    plainLink: true,
    params: idParams.extend({ which: z.enum(importTables), format: exportFormat }),
    ...tableAnswer,
  }),
  fixCell: endpoint({
    method: 'patch',
    path: '/api/import/cell',
    summary: 'Corrects a cell of a row that is not written yet, and checks the row again',
    access: 'account.manage',
    body: ImportCellFix,
    response: ImportFixedRow,
    errors: ['IMPORT_STATE'],
  }),
  fixAlike: endpoint({
    method: 'patch',
    path: '/api/import/cells',
    summary:
      'Corrects all cells of a column that hold the same and have a problem, and checks their rows again; a large file as a whole',
    access: 'account.manage',
    body: ImportAlikeFix,
    response: ImportAlikeFixed,
    errors: ['IMPORT_STATE'],
  }),
  skip: endpoint({
    method: 'patch',
    path: '/api/import/skip',
    summary: 'Leaves out a row or all rows with problems, or takes them in again',
    access: 'account.manage',
    body: ImportSkip,
    response: Import,
    errors: ['IMPORT_STATE'],
  }),
  run: endpoint({
    method: 'post',
    path: '/api/import/run/{id}',
    summary: 'Has the rows without problems written; after that, those corrected since',
    access: 'account.manage',
    params: idParams,
    response: Import,
    errors: ['IMPORT_STATE', 'IMPORT_RUNNING'],
  }),
  cancel: endpoint({
    method: 'post',
    path: '/api/import/cancel/{id}',
    summary: 'Stops a check or a run; what is written stays, and can be taken back or continued',
    access: 'account.manage',
    params: idParams,
    response: Import,
    errors: ['IMPORT_STATE'],
  }),
  undo: endpoint({
    method: 'post',
    path: '/api/import/undo/{id}',
    summary: 'Takes back what an import has written, except what was changed or used since',
    access: 'account.manage',
    params: idParams,
    response: Import,
    errors: ['IMPORT_STATE', 'IMPORT_RUNNING'],
  }),
  changes: endpoint({
    method: 'post',
    path: '/api/import/changes',
    summary: 'A page of the records that an import created or changed, and what taking it back did with them',
    access: 'account.manage',
    body: ImportChangeSearch,
    response: pageOf(ImportChange),
  }),
  delete: endpoint({
    method: 'delete',
    path: '/api/import/delete/{id}',
    summary: 'Deletes an import that has written nothing',
    access: 'account.manage',
    params: idParams,
    response: 'empty',
    errors: ['IMPORT_STATE'],
  }),
};
