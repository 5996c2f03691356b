// Tenancy in the application. The database refuses rows that point into another account (composite keys); this code
// refuses statements that would read or write another account's rows.
import { type ModelField, modelFields } from '../generated/model-fields.ts';
import { Prisma } from '../generated/prisma/client.ts';
import type { Database } from './database.ts';

// Reference data that every account may read; all other tables without an account need the raw client.
const REFERENCE_MODELS = new Set<string>(['AccountPlan']);

type Hidden =
  | 'throttle'
  | 'invoiceCounter'
  | '$queryRawUnsafe'
  | '$executeRawUnsafe'
  | '$transaction'
  | '$connect'
  | '$disconnect'
  | '$on'
  | '$extends';

/** The client that `$transaction` of a scoped client passes to its function. */
export type AccountTransaction = Omit<Database, Hidden>;

/** A client that sees one account. */
export type AccountDatabase = AccountTransaction & {
  $transaction: <T>(
    work: (transaction: AccountTransaction) => Promise<T>,
    options?: { maxWait?: number; timeout?: number; isolationLevel?: Prisma.TransactionIsolationLevel },
  ) => Promise<T>;
};

/** The fields of a model by name, and the one that holds the account. */
interface ModelShape {
  fields: Map<string, ModelField>;
  accountField: 'accountId' | 'id' | undefined;
}

/** Generated from the schema, so that a new table is scoped automatically. */
const shapes = new Map(Object.entries(modelFields).map(([name, fields]) => [name, shapeOf(name, fields)]));

function shapeOf(model: string, all: readonly ModelField[]): ModelShape {
  const fields = new Map(all.map((field) => [field.name, field]));
  const accountField = model === 'Account' ? 'id' : fields.has('accountId') ? 'accountId' : undefined;
  return { fields, accountField };
}

type Args = Record<string, unknown>;

const FILTERED = new Set([
  'findMany',
  'findFirst',
  'findFirstOrThrow',
  'count',
  'aggregate',
  'groupBy',
  'updateMany',
  'updateManyAndReturn',
  'deleteMany',
]);
const KEYED = new Set(['findUnique', 'findUniqueOrThrow', 'update', 'delete', 'upsert']);
const CREATING = new Set(['create', 'createMany', 'createManyAndReturn', 'upsert']);
const READING = /^(find|count|aggregate|groupBy)/;
// Below these keys a field name is a condition or a value; elsewhere (select, orderBy, …) it only names a column.
const WRITE_KEYS = new Set([
  'data',
  'create',
  'createMany',
  'connectOrCreate',
  'update',
  'updateMany',
  'upsert',
  'delete',
  'deleteMany',
  'set',
]);
const VALUE_KEYS = new Set(['where', 'cursor', 'connect', ...WRITE_KEYS]);

const CONNECTING = new Set(['connect', 'connectOrCreate', 'set']);
const ACCOUNT_CREATING = new Set(['create', 'createMany', 'connectOrCreate', 'upsert']);

/** Thrown for a statement that leaves the account: a programming error, or another account's id in the input. */
export class TenancyError extends Error {
  override name = 'TenancyError';
}

/**
 * A client that sees one account and also works in transactions. It adds the account to the condition of lists, counts,
 * updateMany and deleteMany, and to created rows; findUnique, update, delete and upsert must have it in their key. Any
 * other account in a statement, including nested writes, throws a TenancyError. `$queryRaw` and `$executeRaw` must have
 * the account's id among their values. Tables without an account cannot be reached, except for reading plans.
 */
export function scopeToAccount(db: Database, accountId: number): AccountDatabase {
  if (!Number.isSafeInteger(accountId) || accountId < 1) throw new TenancyError(`No account: ${accountId}`);
  const scoped = db.$extends({
    name: 'account',
    query: {
      $allModels: {
        $allOperations({ model, operation, args, query }) {
          return query(scopeArgs(accountId, model, operation, args as Args) as typeof args);
        },
      },
      $queryRaw: ({ args, query }) => query(nameAccount(args, accountId)),
      $executeRaw: ({ args, query }) => query(nameAccount(args, accountId)),
      $queryRawUnsafe: ({ args, query }) => query(assertJobQueue(args)),
      $executeRawUnsafe: refuseUnsafe,
    },
  });
  return scoped as unknown as AccountDatabase;
}

function refuseUnsafe(): never {
  throw new TenancyError('A scoped client takes no unsafe SQL.');
}

/** The job queue writes its own statements into our transactions; its tables hold no account's rows. */
function assertJobQueue(args: [query: string, ...values: unknown[]]): typeof args {
  return /\b(INSERT INTO|FROM|UPDATE) "?pgboss"?\./.test(args[0]) ? args : refuseUnsafe();
}

/**
 * Stands for the account in SQL of a scoped client. A table that spreads over servers is named with the value, also in a
 * subquery: `d.account_id = c.account_id` would ask all of them.
 */
export const scopedAccount = Symbol('account');

/** Fills in the account. @throws TenancyError for a statement without it among its values */
export function nameAccount(sql: Prisma.Sql, accountId: number): Prisma.Sql {
  // A piece that leaves it open does not make the statement around it the account's.
  if (!sql.values.includes(accountId))
    throw new TenancyError(`SQL of a scoped client must name account ${accountId} among its values.`);
  if (!sql.values.includes(scopedAccount)) return sql;
  const values = sql.values.map((value) => (value === scopedAccount ? accountId : value));
  return new Prisma.Sql(sql.strings, values);
}

function scopeArgs(accountId: number, model: string, operation: string, args: Args = {}): Args {
  const { accountField } = shapes.get(model) ?? {};
  if (!accountField && !(REFERENCE_MODELS.has(model) && READING.test(operation))) {
    throw new TenancyError(`${model} is global; ${operation} needs the raw client.`);
  }
  assertStaysInside(accountId, model, args, false);
  if (!accountField) return args;
  const isFiltered = FILTERED.has(operation);
  const isCreating = CREATING.has(operation);
  if (KEYED.has(operation)) assertKeyNames(accountField, accountId, model, args.where as Args);
  else if (!isFiltered && !isCreating) throw new TenancyError(`A scoped client does not know ${operation}.`);

  const scoped = { ...args };
  if (isFiltered) scoped.where = { ...(args.where as Args), [accountField]: accountId };
  if (isCreating) {
    if (model === 'Account') throw new TenancyError('Accounts are created by the raw client.');
    const key = operation === 'upsert' ? 'create' : 'data';
    const rows = args[key];
    scoped[key] = Array.isArray(rows)
      ? rows.map((row: Args) => withAccount(row, accountId))
      : withAccount(rows as Args, accountId);
  }
  return scoped;
}

/** A row that connects its account by the relation has already been checked; the column would name it twice. */
function withAccount(row: Args, accountId: number): Args {
  return 'account' in row ? row : { ...row, accountId };
}

function assertKeyNames(accountField: string, accountId: number, model: string, where: Args = {}): void {
  // Either the plain column, or a compound key such as accountId_id: { accountId, id }.
  const isNamed = Object.values(where).some((value) => isPlainObject(value) && value.accountId === accountId);
  if (isNamed || where[accountField] === accountId) return;
  throw new TenancyError(`The key of a ${model} must name account ${accountId}.`);
}

/**
 * Checks all parts of a statement along its relations. Foreign keys keep relations inside the account, except through a
 * global table: the plan of a user leads to the users of all accounts.
 */
function assertStaysInside(accountId: number, model: string, node: unknown, isValue: boolean): void {
  if (Array.isArray(node)) {
    for (const item of node) assertStaysInside(accountId, model, item, isValue);
    return;
  }
  const shape = shapes.get(model);
  if (!isPlainObject(node) || !shape) return;
  for (const [key, value] of Object.entries(node)) {
    const field = shape.fields.get(key);
    if (field?.kind === 'object') {
      if (!shape.accountField && shapes.get(field.type)?.accountField) {
        throw new TenancyError(`${model}.${key} leads into other accounts.`);
      }
      assertStaysInside(accountId, field.type, value, isValue);
    } else if (field) {
      if (isValue && key === shape.accountField && value !== accountId) {
        throw new TenancyError(`${model}.${key} must be account ${accountId}.`);
      }
    } else {
      if (key === 'disconnect')
        throw new TenancyError('Set the foreign key to null instead of disconnecting.');
      if (!shape.accountField && WRITE_KEYS.has(key)) throw new TenancyError(`${model} is global.`);
      if (model === 'Account' && ACCOUNT_CREATING.has(key)) {
        throw new TenancyError('Accounts are created by the raw client.');
      }
      // Connecting writes the other row's account into this one, so the other row must be named with its account.
      if (shape.accountField && CONNECTING.has(key)) {
        for (const item of [value].flat() as Args[]) {
          const where = key === 'connectOrCreate' ? (item.where as Args) : item;
          assertKeyNames(shape.accountField, accountId, model, where);
        }
      }
      assertStaysInside(accountId, model, value, isValue || VALUE_KEYS.has(key));
    }
  }
}

function isPlainObject(value: unknown): value is Args {
  return typeof value === 'object' && value !== null && !(value instanceof Date);
}
