/** Every table, and how an export of all data of an account treats it. */
import type { Prisma } from '../../generated/prisma/client.ts';

export interface ExportedTable {
  /** Its files are called so: `data/customers.csv` and `.json`; and so is its line in the README's texts. */
  file: string;
  /** The columns of its key without the account, in sort order. */
  key?: readonly [string, ...string[]];
  /** Columns that are a secret, or ours and not the account's. */
  without?: readonly string[];
  /** Columns that are a day, not a moment. */
  days?: readonly string[];
}

/** A table that stays, with the reason. */
interface LeftOut {
  because: string;
}

/** A table that is missing here does not compile. */
export const accountTables = {
  Account: {
    file: 'company',
    without: [
      'revision',
      'endsOn',
      'closedAt',
      'retrievalUntil',
      'erasureWarnedAt',
      'deletedAt',
      'termsVersion',
      'termsFrom',
    ],
  },
  User: {
    file: 'employees',
    without: ['passwordHash', 'pendingPasswordHash', 'pendingPasswordExpiresAt', 'termsSeen'],
  },
  OwnSignature: { file: 'employee-signatures', key: ['userId'] },
  Branch: { file: 'branches' },
  Category: { file: 'categories', without: ['search', 'revision'] },
  Customer: { file: 'customers', without: ['search', 'revision'] },
  CustomerContact: { file: 'customer-contacts', without: ['search', 'revision'] },
  CustomerPage: { file: 'customer-pages', key: ['customerId'], without: ['token'] },
  Device: {
    file: 'machines',
    without: ['search', 'revision'],
    days: [
      ...['transferDate', 'lastServiceDate', 'lastInspectionDate', 'nextInspectionDate', 'warrantyEndDate'],
      ...['statedInspectionDate', 'inspectionStatedOn'],
    ],
  },
  DeviceNote: { file: 'machine-notes' },
  Part: { file: 'machine-parts' },
  PastService: { file: 'machine-past-services', without: ['revision'], days: ['date'] },
  Incident: { file: 'machine-events', without: ['search'] },
  DeviceHotel: { file: 'hotels' },
  Service: { file: 'protocols', without: ['search', 'revision'] },
  ServicePerformer: { file: 'protocol-performers', key: ['serviceId', 'userId'] },
  ServiceDevice: {
    file: 'protocol-machines',
    key: ['serviceId', 'deviceId'],
    without: ['countedDate', 'isRepair'],
  },
  ServiceAction: { file: 'protocol-actions' },
  ServicePart: { file: 'protocol-parts' },
  ServiceVersion: { file: 'protocol-versions' },
  ServiceSignature: { file: 'protocol-signatures' },
  ServiceVersionFile: { file: 'protocol-version-files', key: ['serviceVersionId', 'fileId'] },
  SignRequest: { file: 'protocol-sign-requests', without: ['tokenHash'] },
  ProtocolMail: { file: 'protocol-mails' },
  SignedCounter: { file: 'signed-counts', key: ['year', 'month'] },
  PriceList: { file: 'price-lists', without: ['revision'], days: ['validFrom'] },
  ServiceBilling: {
    file: 'protocol-invoicing',
    key: ['serviceId'],
    without: ['revision'],
    days: ['invoiceDay'],
  },
  Visit: { file: 'visits', without: ['search', 'revision'], days: ['day'] },
  VisitDevice: { file: 'visit-machines', key: ['visitId', 'deviceId'] },
  VisitTechnician: { file: 'visit-technicians', key: ['visitId', 'userId'] },
  VisitNote: { file: 'visit-notes' },
  VisitAnnouncement: { file: 'visit-announcements', days: ['day'] },
  Notification: { file: 'notifications' },
  SavedView: { file: 'saved-views' },
  Absence: { file: 'absences', days: ['fromDay', 'toDay'] },
  Todo: { file: 'todos', without: ['search'], days: ['date'] },
  StoredFile: { file: 'files' },
  Order: { file: 'orders' },
  OrderLine: { file: 'order-lines' },
  Invoice: { file: 'invoices' },
  Import: { file: 'imports', without: ['sheets', 'options', 'revision'] },
  AuditLog: { file: 'log' },

  LoginIdentity: { because: 'finds the account at sign-in; its e-mails stand with the employees' },
  Session: { because: 'secrets of signed-in browsers; sign-ins stand in the log' },
  ActivationToken: { because: 'secrets of activation links' },
  SignInUnlock: { because: 'secrets of links that let a user try to sign in again' },
  CustomerLink: { because: 'secrets of links that sign in to the pages of customers' },
  CustomerSession: { because: 'secrets of customers’ browsers; their sign-ins stand in the log' },
  CalendarFeed: { because: 'secrets of calendar addresses' },
  IdempotencyKey: { because: 'answers kept for repeated calls; what they made stands in its own table' },
  AccountStorage: { because: 'counts the bytes of the files, which are exported themselves' },
  ServiceCounter: { because: 'holds only which months have protocols' },
  SentReminder: { because: 'keeps a mail from going twice' },
  Export: { because: 'archives such as this one, gone after a day' },
  ImportRow: {
    because: 'rows of files that the company has itself, gone when they can no longer be taken back',
  },
  ImportChange: { because: 'what taking an import back needs; what was imported stands in its own table' },
  Archive: { because: 'archives that were brought back; what they held stands in its own tables' },
  ArchivePart: { because: 'the bytes of such an archive, until it is back' },
  ImportMapping: { because: 'offers how columns were assigned the last time' },
  PaymentSession: { because: 'talks with the payment provider; what came of them stands with the orders' },
  AccountPlan: { because: 'what everybody can buy; what was bought stands with the orders' },
  InvoiceCounter: { because: 'the numbers of the seller' },
  BinEntry: { because: 'what was deleted and lies in the bin; restore what the export is to contain' },
  BinRow: { because: 'the rows of what lies in the bin' },
  BinUser: { because: 'the users whom the rows in the bin name' },
  BulkAction: { because: 'what taking back an action on several records needs, gone after a day' },
  BulkRecord: { because: 'the records of such an action; the log tells what was changed' },
  SealedDocument: { because: 'the public pages of documents; the documents stand with the files' },
  DocumentHash: { because: 'finds such a page by a file' },
  SealCertificate: { because: 'of the operator; each sealed document contains the one it was sealed with' },
  Throttle: { because: 'counters without an account' },
} as const satisfies Record<Prisma.ModelName, ExportedTable | LeftOut>;

type AccountTables = typeof accountTables;
export type ExportedModel = {
  [Model in keyof AccountTables]: AccountTables[Model] extends { file: string } ? Model : never;
}[keyof AccountTables];

/** Those that are exported, in the order of the README. */
export const exportedTables = Object.entries(accountTables).flatMap(([model, table]) =>
  'file' in table ? [{ model: model as ExportedModel, ...(table as ExportedTable) }] : [],
);
