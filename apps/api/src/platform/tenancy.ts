/**
 * Database access for services: the tables of one account, or the global ones. Services open transactions here, so that
 * idempotency keys are stored in the same transaction as the work they guard.
 */

import { LRUCache } from 'lru-cache';
import { Prisma } from '../generated/prisma/client.ts';
import { AppError } from './app-error.ts';
import type { Ctx } from './ctx.ts';
import {
  type AccountDatabase,
  type AccountTransaction,
  type Database,
  nameAccount,
  openDatabase,
  type Pool,
  scopedAccount,
  scopeToAccount,
} from './database.ts';
import { unwaitedMark } from './pipelined-client.ts';

export type { AccountDatabase, AccountTransaction, Database };
export { scopedAccount };

export interface Databases {
  /** Reaches the rows of one account only. */
  of(account: { accountId: number }): AccountDatabase;
  /**
   * One hot read of an account that bypasses Prisma, which would double its cost (docs/performance.md).
   * PostgreSQL's own types come back: take dates and enum arrays as text.
   * @param name prepares the statement under this name, once per connection; for look-ups by key, whose plan is the same
   *   for all values and takes longer to make than to run. Each name stands for one statement.
   * @throws TenancyError if the account is not among the statement's values
   */
  read<Row>(account: { accountId: number }, statement: Prisma.Sql, name?: string): Promise<Row[]>;
  /** Runs an account's work on this server one after another. Waiting work holds no connection. */
  inTurn<Result>(account: { accountId: number }, work: () => Promise<Result>): Promise<Result>;
  /** The connections of this server's pool, and how much work waits for one. */
  connections(): { used: number; idle: number; waiting: number };
  /** How many statements of this server may have ended a session or changed what it may do. */
  sessionWrites(): number;
  /** Unscoped: for global tables, and for sign-in and registration, where no account is known yet. */
  global: Database;
}

/** @param pool not used by others; the raw client uses it too. */
export function createDatabases(pool: Pool): Databases & { close(): Promise<void> } {
  const database = openDatabase(pool);
  /** By account. Prisma prepares a model when a client first uses it, which takes longer than a statement. */
  const scoped = new LRUCache<number, AccountDatabase>({ max: 500 });
  /** By account: resolves when its last work has ended. */
  const turns = new Map<number, Promise<void>>();
  return {
    inTurn({ accountId }, work) {
      const result = (turns.get(accountId) ?? Promise.resolve()).then(work);
      const turn = result
        .then(
          () => {},
          () => {},
        )
        .then(() => {
          if (turns.get(accountId) === turn) turns.delete(accountId);
        });
      turns.set(accountId, turn);
      return result;
    },
    of({ accountId }) {
      const known = scoped.get(accountId);
      if (known) return known;
      const client = scopeToAccount(database, accountId);
      scoped.set(accountId, client);
      return client;
    },
    async read<Row>({ accountId }: { accountId: number }, statement: Prisma.Sql, name?: string) {
      const { text, values } = nameAccount(statement, accountId);
      return (await pool.query({ name, text, values })).rows as Row[];
    },
    connections: () => ({
      used: pool.totalCount - pool.idleCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
    }),
    sessionWrites: () => pool.sessionWrites(),
    global: database,
    async close() {
      await database.$disconnect();
      await pool.end();
    },
  };
}

/** The key of one row of the caller's account, for findUnique, update and delete. */
export const rowKey = ({ accountId }: { accountId: number }, id: number) => ({
  accountId_id: { accountId, id },
});

/**
 * Sends a statement whose result nobody needs, a lock or a plain write: it travels with the next statement of the
 * transaction. If it fails, that one throws its error, at the latest the commit.
 */
export const unwaited =
  (tx: Pick<AccountTransaction, '$executeRaw'>) =>
  (text: TemplateStringsArray, ...values: unknown[]): Promise<unknown> =>
    tx.$executeRaw(Prisma.sql`${Prisma.raw(unwaitedMark)}${Prisma.sql(text, ...values)}`);

const usualTimeout = 20_000;
const attempts = 3;

/**
 * Runs one transaction of an account. If the request has an idempotency key, the first call's result is stored with it;
 * a repeated call returns that result without running `work`, and waits for a first call that is still running.
 * `work` must only touch the database, because it runs again after a deadlock.
 * @throws AppError IDEMPOTENCY_MISMATCH if the key was used with other content; ALREADY_DONE if the first call was too long
 * ago for its result to be kept; TOO_OLD_TO_REPEAT if nobody can say whether there was one.
 */
export const inTransaction: Transaction = (deps, ctx, work) => transact(deps, ctx, work);

/** The same for work on hundreds of records, which takes longer. */
export const inLongTransaction: Transaction = (deps, ctx, work) =>
  transact(deps, ctx, work, { timeout: 120_000 });

/**
 * The same for changes that depend on the account as a whole, such as its users and its company data: they run one after
 * another within an account.
 */
export const oneAtATime: Transaction = (deps, ctx, work) =>
  deps.db.inTurn(ctx, () => transact(deps, ctx, work, { lock: lockAccount }));

/**
 * One transaction of an account for work that nobody waits for, such as the removal of hundreds of thousands of rows. Its
 * statements have no limit; it has a quarter of an hour.
 */
export const inPatientTransaction = <Result>(
  deps: { db: Pick<Databases, 'of'> },
  { accountId }: Pick<Ctx, 'accountId'>,
  work: (tx: AccountTransaction) => Promise<Result>,
): Promise<Result> =>
  deps.db.of({ accountId }).$transaction(
    async (tx) => {
      await tx.$executeRaw`SELECT set_config('statement_timeout', '0', true) WHERE ${accountId}::int > 0`;
      return work(tx);
    },
    { maxWait: 60_000, timeout: 15 * 60_000 },
  );

type Transaction = <Result>(
  deps: { db: Databases },
  ctx: Pick<Ctx, 'accountId' | 'userId' | 'idempotency'>,
  work: (tx: AccountTransaction) => Promise<Result>,
) => Promise<Result>;

async function transact<Result>(
  deps: { db: Databases },
  ctx: Pick<Ctx, 'accountId' | 'userId' | 'idempotency'>,
  work: (tx: AccountTransaction) => Promise<Result>,
  { lock, timeout = usualTimeout }: { lock?: typeof lockAccount; timeout?: number } = {},
): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await deps.db.of(ctx).$transaction(
        async (tx) => {
          const { idempotency } = ctx;
          await lock?.(tx, ctx);
          if (!idempotency) return work(tx);
          const stored = await claimKey(tx, ctx, idempotency);
          if (stored) {
            idempotency.repeated = true;
            return stored.result as Result;
          }
          const result = await work(tx);
          await storeResult(tx, ctx, idempotency, result);
          return result;
        },
        { maxWait: 10_000, timeout },
      );
    } catch (error) {
      if (isErased(error)) throw new AppError('NOT_SIGNED_IN');
      if (attempt >= attempts || !isDeadlock(error)) throw error;
    }
  }
}

/** The class of the advisory locks for accounts. */
const accountLocks = 1;

/**
 * Excludes all other transactions that take this lock, on any server, until the transaction ends.
 * It must be the first step of a transaction. It is not a row lock: every row that refers to the account locks the
 * account's row, and every change writes to it on commit, so two transactions that also lock that row would wait for
 * each other.
 */
export const lockAccount = (tx: AccountTransaction, { accountId }: Pick<Ctx, 'accountId'>) =>
  tx.$executeRaw`SELECT pg_advisory_xact_lock(${accountLocks}::int, ${accountId}::int)`;

async function claimKey(
  tx: AccountTransaction,
  ctx: Pick<Ctx, 'accountId' | 'userId'>,
  { key, endpoint, requestHash, tooOld }: NonNullable<Ctx['idempotency']>,
): Promise<{ result: unknown } | null> {
  const claimed = await tx.$executeRaw`
    INSERT INTO idempotency_key (account_id, key, user_id, endpoint, request_hash)
    VALUES (${ctx.accountId}, ${key}, ${ctx.userId}, ${endpoint}, ${requestHash}) ON CONFLICT DO NOTHING`;
  if (claimed === 1) {
    if (tooOld) throw new AppError('TOO_OLD_TO_REPEAT');
    return null;
  }
  const first = await tx.idempotencyKey.findUniqueOrThrow({
    where: { accountId_key: { accountId: ctx.accountId, key } },
  });
  if (first.requestHash !== requestHash || first.endpoint !== endpoint || first.userId !== ctx.userId) {
    throw new AppError('IDEMPOTENCY_MISMATCH');
  }
  if (first.shortened) {
    const made = first.responseBody as { id?: number } | null;
    throw new AppError('ALREADY_DONE', { recordId: made?.id });
  }
  return { result: first.responseBody };
}

const storeResult = (
  tx: AccountTransaction,
  { accountId }: Pick<Ctx, 'accountId'>,
  { key }: NonNullable<Ctx['idempotency']>,
  result: unknown,
) =>
  unwaited(tx)`
      UPDATE idempotency_key SET response_status = 200, response_body = ${JSON.stringify(result ?? null)}::jsonb
       WHERE account_id = ${accountId} AND key = ${key}`;

/**
 * Runs an update whose WHERE contains the row's key and the revision the caller has seen; without one, any matches.
 * The row existed a moment ago, so finding none means that somebody else saved first.
 * @throws AppError RECORD_CHANGED
 */
export async function startingFrom<Row>(
  revision: number | undefined,
  update: () => Promise<Row>,
): Promise<Row> {
  try {
    return await update();
  } catch (error) {
    throw revision !== undefined && foundNothing(error) ? new AppError('RECORD_CHANGED') : error;
  }
}

/** What the database said. Prisma words the failure of a statement, but not that of a commit. */
const textOf = (error: unknown): string => {
  if (error instanceof Prisma.PrismaClientKnownRequestError)
    return `${error.code} ${error.message} ${JSON.stringify(error.meta ?? {})}`;
  return isOfCommit(error) ? `${error} ${JSON.stringify(error.cause)}` : String(error);
};

const isOfCommit = (error: unknown): error is Error =>
  error instanceof Error && error.name === 'DriverAdapterError';

/** A transaction that does the same again succeeds. The last name is thrown by a commit, where deferred triggers may wait too. */
const isDeadlock = (error: unknown): boolean =>
  /P2034|40P01|40001|deadlock detected|TransactionWriteConflict|cached plan must not change/.test(
    textOf(error),
  );

/** Whether the account was erased or the user deleted during the request. */
const isErased = (error: unknown): boolean =>
  /\w_account_id_fkey|idempotency_key_account_id_user_id_fkey/.test(textOf(error));

/** Whether the error is a violation of this constraint (unique, foreign key, check), by name. */
export const violates = (error: unknown, constraint: string): boolean => {
  if (!(error instanceof Prisma.PrismaClientKnownRequestError) && !isOfCommit(error)) return false;
  return textOf(error).includes(constraint);
};

/** Whether an update or delete found no row: it does not exist, or belongs to another account. */
export const foundNothing = (error: unknown): boolean =>
  error instanceof Prisma.PrismaClientKnownRequestError && error.code === 'P2025';

/** Whether a delete was refused because other rows refer to the row. */
export const foundReference = (error: unknown): boolean =>
  error instanceof Prisma.PrismaClientKnownRequestError && error.code === 'P2003';

/**
 * Runs `work` and translates constraint violations into errors for the user.
 * @param refusals by constraint name.
 */
export async function refusing<Result>(
  refusals: Record<string, () => AppError | Promise<AppError>>,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    const refusal = Object.entries(refusals).find(([constraint]) => violates(error, constraint));
    throw refusal ? await refusal[1]() : error;
  }
}
