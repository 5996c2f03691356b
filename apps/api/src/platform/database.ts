// The one place that opens the database. Features get the scoped client of scopeToAccount; the raw client is for
// sign-in, registration, payment notifications and jobs, which start before an account is known.
import { PrismaPg } from '@prisma/adapter-pg';
import pg from 'pg';
import { PrismaClient } from '../generated/prisma/client.ts';

export { Prisma } from '../generated/prisma/client.ts';
export {
  type AccountDatabase,
  type AccountTransaction,
  assertNamesAccount,
  scopeToAccount,
  TenancyError,
} from './database-scope.ts';

export interface PoolOptions {
  /** Connections held at most; more requests than that wait their turn for up to five seconds. */
  poolSize?: number;
  /** Called when an idle connection breaks; the pool replaces it by itself. */
  onError?: (error: Error) => void;
}

// Never read unless a query asks for them by `select`, or by `omit: { passwordHash: false }`.
const omit = {
  user: { passwordHash: true, pendingPasswordHash: true },
  device: { search: true },
  customer: { search: true },
  category: { search: true },
  service: { search: true },
} as const;

/** The raw client: every account, every table. */
export type Database = PrismaClient<never, typeof omit>;

/**
 * Opens a pool whose waits all end: connecting after 5 s, a statement after 30 s, a lock after 10 s and a forgotten
 * transaction after 30 s. For those who need PostgreSQL without Prisma; hand it to openDatabase to share it.
 */
export function openPool(
  url: string,
  { poolSize = 10, onError = () => undefined }: PoolOptions = {},
): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max: poolSize,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    application_name: 'servicebook',
    statement_timeout: 30_000,
    lock_timeout: 10_000,
    idle_in_transaction_session_timeout: 30_000,
  });
  return pool.on('error', (error: Error & { client?: unknown }) => {
    // On the way out the server may be the quicker one; nothing is lost then.
    if (pool.ending) return;
    // The pool hangs the whole connection on it: pages of a log.
    delete error.client;
    onError(error);
  });
}

/**
 * Opens the raw client over a pool of its own, or over a given one. It connects with the first query; `$disconnect`
 * closes its own pool and leaves a given one open.
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
