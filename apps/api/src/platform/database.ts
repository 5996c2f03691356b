// The one place that opens the database. Features get the scoped client of scopeToAccount; the raw client is for
// sign-in, registration, payment notifications and jobs, which start before an account is known.
import { AsyncResource } from 'node:async_hooks';
import { PrismaPg } from '@prisma/adapter-pg';
import pg from 'pg';
import { PrismaClient } from '../generated/prisma/client.ts';
import { type DatabaseAccess, sessionSettings } from './database-access.ts';
import { pipelinedClient } from './pipelined-client.ts';
import { sessionsChangedBy } from './session-changes.ts';
import { databaseAnswers, watchSilence } from './silence-watch.ts';
import { createStatementNames } from './statement-names.ts';

export { Prisma } from '../generated/prisma/client.ts';
export {
  type AccountDatabase,
  type AccountTransaction,
  nameAccount,
  scopedAccount,
  scopeToAccount,
  TenancyError,
} from './database-scope.ts';

export interface PoolOptions {
  /** Maximum number of connections; further requests wait up to five seconds for one. */
  poolSize?: number;
  /** Called when an idle connection breaks; the pool replaces it automatically. */
  onError?: (error: Error) => void;
}

/** A pool of connections that save round trips. */
export interface Pool extends pg.Pool {
  /** How many statements were sent so far that may end a session or change what it may do. */
  sessionWrites(): number;
}

// Only read if a query asks for them with `select` or `omit: { passwordHash: false }`.
const omit = {
  user: { passwordHash: true, pendingPasswordHash: true },
  device: { search: true },
  customer: { search: true },
  category: { search: true },
  service: { search: true },
  serviceDevice: { countedDate: true, isRepair: true },
  customerContact: { search: true },
  visit: { search: true },
  todo: { search: true },
  incident: { search: true },
} as const;

/** The raw client: every account, every table. */
export type Database = PrismaClient<never, typeof omit>;

/**
 * Opens a pool with timeouts: connecting 5 s, a statement 30 s, a lock 10 s, an idle transaction 30 s. For code that
 * needs PostgreSQL without Prisma; pass it to openDatabase to share it. A database that says nothing fails all statements
 * within ten seconds, and the next ones at once until it answers again.
 * @param access an address alone: without a pooler
 */
export function openPool(
  access: string | DatabaseAccess,
  { poolSize = 10, onError = () => undefined }: PoolOptions = {},
): Pool {
  const way: DatabaseAccess =
    typeof access === 'string' ? { databaseUrl: access, prepareStatements: true } : access;
  const { databaseUrl: url, databaseDirectUrl, prepareStatements } = way;
  let sessionWrites = 0;
  const silence = watchSilence(() => databaseAnswers(way));
  const pool = new pg.Pool({
    Client: pipelinedClient({
      nameOf: prepareStatements ? createStatementNames() : null,
      sessionsChangedBy(text, values) {
        const changed = sessionsChangedBy(text, values);
        if (changed !== undefined) sessionWrites++;
        return changed;
      },
      silence,
    }),
    connectionString: url,
    max: poolSize,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    application_name: 'servicebook',
    // A pooler refuses them; there, they belong to the user (platform/database-access.ts).
    ...(databaseDirectUrl === undefined && sessionSettings),
  });
  pool.on('error', (error: Error & { client?: unknown }) => {
    // During shutdown the server may close connections first; nothing is lost.
    if (pool.ending) return;
    // The pool attaches the whole connection, which would fill pages of the log.
    delete error.client;
    onError(error);
  });
  // Whoever gives a connection back starts the work that has waited for it, which still belongs to its own request.
  const connectNow = pool.connect.bind(pool) as (callback?: Callback) => unknown;
  const connect = (callback?: Callback) => connectNow(callback && keepContext(callback));
  const endPool: () => Promise<void> = pool.end.bind(pool);
  // The watch ends last: the pool waits for statements, which a silent database never answers.
  const end = () => endPool().finally(silence.stop);
  return Object.assign(pool, {
    sessionWrites: () => sessionWrites,
    connect: connect as typeof pool.connect,
    end,
  });
}

type Callback = (...answer: unknown[]) => void;

/**
 * Like AsyncResource.bind, whose functions are linked, one to the next: they keep what earlier statements answered in memory
 * until the next full collection (docs/decisions/0076-short-collections.md).
 */
function keepContext(callback: Callback): Callback {
  const context = new AsyncResource('pool.connect');
  return (...answer) => context.runInAsyncScope(callback, undefined, ...answer);
}

/**
 * Opens the raw client over a new pool or a given one. It connects with the first query; `$disconnect`
 * closes a new pool and leaves a given one open.
 */
export function openDatabase(urlOrPool: string | pg.Pool, options: PoolOptions = {}): Database {
  const isOwnPool = typeof urlOrPool === 'string';
  const pool = isOwnPool ? openPool(urlOrPool, options) : urlOrPool;
  return new PrismaClient({
    adapter: new PrismaPg(pool, { disposeExternalPool: isOwnPool }),
    omit,
    transactionOptions: { maxWait: 5_000, timeout: 15_000 },
    errorFormat: 'minimal',
  });
}
