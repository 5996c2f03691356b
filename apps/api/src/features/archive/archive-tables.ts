/** What becomes of each exported table when an archive comes back, and in which order the tables are written. */
import type { Prisma } from '../../generated/prisma/client.ts';
import { referencesOf } from '../../platform/table-fields.ts';
import { type ExportedModel, exportedTables } from '../export/account-tables.ts';
import type { Exported } from '../export/export-columns.ts';

/** Rows are written with new keys. */
interface Back {
  back: true;
  /** References that are set when the row they lead to is there. */
  late?: readonly string[];
  /** An account without records has rows here, too. */
  mayExist?: true;
}

/** Taken over by rules of its own. */
interface Merged {
  merged: string;
}

interface Left {
  because: string;
}

/** A table that is exported and missing here does not compile. */
export const archiveTables = {
  Account: { merged: 'the data of the company, on the row that the account has' },
  User: { merged: 'who has an address that is here is that person; others can be invited' },
  OwnSignature: {
    merged: 'waits for its employee, who alone can use it: by the address that was proven then',
  },
  Branch: { back: true },
  Category: { back: true },
  Customer: { back: true },
  CustomerContact: { back: true },
  CustomerPage: {
    because: 'its address led to the former account; it is switched on again where it is wanted',
  },
  Device: { back: true },
  DeviceNote: { back: true },
  Part: { back: true },
  PastService: { back: true },
  Incident: { back: true },
  DeviceHotel: { back: true },
  Service: { back: true },
  ServicePerformer: { back: true },
  ServiceDevice: { back: true },
  ServiceAction: { back: true },
  ServicePart: { back: true },
  ServiceVersion: { back: true },
  ServiceSignature: { back: true },
  ServiceVersionFile: { back: true },
  SignRequest: { back: true },
  ProtocolMail: { back: true },
  SignedCounter: { merged: 'added to what was signed here, so that a month has no second allowance' },
  PriceList: { back: true },
  ServiceBilling: { back: true },
  // A visit may follow up a protocol that was written on another visit.
  Visit: { back: true, late: ['sourceServiceId'] },
  VisitDevice: { back: true },
  VisitTechnician: { back: true },
  VisitNote: { back: true },
  VisitAnnouncement: { back: true },
  Notification: { because: 'news of the former account, which were told' },
  SavedView: { back: true },
  Absence: { back: true },
  Todo: { back: true },
  // The logo and the invoices of an account without records.
  StoredFile: { back: true, mayExist: true },
  Order: { because: 'the seller’s, who keeps them; what was bought is not bought again' },
  OrderLine: { because: 'belongs to the orders' },
  Invoice: { because: 'the seller’s, who keeps them' },
  // A list of what was imported: none of them can be taken back any more.
  Import: { back: true, mayExist: true },
  // Marked as the history of the former account.
  AuditLog: { back: true, mayExist: true },
} as const satisfies Record<ExportedModel, Back | Merged | Left>;

export interface ReturningTable extends Exported {
  model: ExportedModel;
  late: readonly string[];
  mayExist: boolean;
}

const returning: ReturningTable[] = exportedTables.flatMap((table) => {
  const rule: Back | Merged | Left = archiveTables[table.model];
  if (!('back' in rule)) return [];
  return [{ ...table, late: rule.late ?? [], mayExist: rule.mayExist ?? false }];
});

/** Tables whose rows are not given keys, because they are here already. */
const given: Prisma.ModelName[] = ['Account', 'User', 'AccountPlan'];

/** Tables that a row of this one needs. */
const needsOf = ({ model, late }: ReturningTable): Prisma.ModelName[] =>
  referencesOf(model)
    .filter(({ columns }) => !columns.every((column) => late.includes(column)))
    .map(({ to }) => to);

/** A table comes after those that it refers to. */
function inOrder(tables: readonly ReturningTable[]): ReturningTable[] {
  const ordered: ReturningTable[] = [];
  const isThere = (model: Prisma.ModelName) =>
    given.includes(model) || ordered.some((table) => table.model === model);
  while (ordered.length < tables.length) {
    const next = tables.find((table) => !isThere(table.model) && needsOf(table).every(isThere));
    if (!next) throw new Error('tables refer to each other in a circle: one reference must be late');
    ordered.push(next);
  }
  return ordered;
}

/** The tables whose rows are written again, in the order in which they can be. */
export const returningTables = inOrder(returning);

/** What the log calls a record, where its entries name it by its key. */
export const modelsOfLog: Partial<Record<string, ExportedModel>> = {
  absence: 'Absence',
  billing: 'Service',
  branch: 'Branch',
  category: 'Category',
  customer: 'Customer',
  device: 'Device',
  file: 'StoredFile',
  hotel: 'DeviceHotel',
  incident: 'Incident',
  part: 'Part',
  pastService: 'PastService',
  priceList: 'PriceList',
  savedView: 'SavedView',
  service: 'Service',
  todo: 'Todo',
  user: 'User',
  visit: 'Visit',
};

/** Tables whose keys other rows name. Only theirs are remembered. */
const namedModels = new Set<string>([
  ...returning.flatMap(({ model }) => referencesOf(model).map(({ to }) => to)),
  ...Object.values(modelsOfLog).filter((model) => model !== undefined),
]);
export const isNamed = ({ model }: Exported): boolean => namedModels.has(model);
