/** How the database is reached, also behind a pooler that gives each transaction another connection. */
import { withLock } from '@servicebook/prisma/with-lock';
import pg from 'pg';

/** How a database is reached. */
export interface DatabaseAccess {
  databaseUrl: string;
  /** The way past the pooler. Not set: there is none. */
  databaseDirectUrl?: string | undefined;
  /** False behind a pooler that knows nothing of prepared statements. */
  prepareStatements: boolean;
}

/** The address for what needs a session of its own: notifications, locks of sessions, migrations. */
export const directUrlOf = ({
  databaseUrl,
  databaseDirectUrl,
}: Pick<DatabaseAccess, 'databaseUrl' | 'databaseDirectUrl'>): string => databaseDirectUrl ?? databaseUrl;

/** How long a session may take for what it does, in milliseconds, by the names of PostgreSQL. */
const limits = {
  statement_timeout: 30_000,
  lock_timeout: 10_000,
  idle_in_transaction_session_timeout: 30_000,
};

/** A statement is the work of one process, and is not compiled: docs/decisions/0078-one-process-per-statement.md. */
const execution = { max_parallel_workers_per_gather: 0, jit: 'off' };

/** What a connection asks for that no pooler is in front of. */
export const sessionSettings = {
  ...limits,
  options: Object.entries(execution)
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' '),
};

const settingsLock = 7_205_316_043;

/** The addresses do not fit together; the message says how. */
export class AccessProblem extends Error {}

/**
 * Gives the settings to the database's user, because a pooler passes none on. What the operator has set, for the user or the
 * database, stays.
 * @throws AccessProblem if the pooler uses another user, whose statements would have no limit
 */
export async function setUserSettings(databaseUrl: string, directUrl: string): Promise<void> {
  const user = await userOf(directUrl);
  const pooled = await userOf(databaseUrl);
  if (pooled !== user)
    throw new AccessProblem(
      `DATABASE_URL leads to the user ${pooled} of the database, and DATABASE_DIRECT_URL to ${user}. Both must be one: it has the time limits.`,
    );
  const wanted = { ...limits, ...execution };
  // Two servers that change a user at once fail.
  await withLock(directUrl, settingsLock, async (client) => {
    // What a session has without asking for more, and without what this one has lifted.
    const { rows } = await client.query<{ sql: string }>(
      `SELECT format('ALTER ROLE %I IN DATABASE %I SET %I = %L', current_user, current_database(), name, wanted) AS sql
         FROM unnest($1::text[], $2::text[]) AS wish (name, wanted) JOIN pg_settings USING (name)
        WHERE reset_val = boot_val AND NOT EXISTS (
          SELECT FROM pg_db_role_setting s, unnest(s.setconfig) AS known
           WHERE s.setrole IN (0, (SELECT oid FROM pg_roles WHERE rolname = current_user))
             AND s.setdatabase IN (0, (SELECT oid FROM pg_database WHERE datname = current_database()))
             AND split_part(known, '=', 1) = name)`,
      [Object.keys(wanted), Object.values(wanted)],
    );
    for (const { sql } of rows) await client.query(sql);
  });
}

async function userOf(url: string): Promise<string> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: 10_000,
    query_timeout: 10_000,
  });
  client.on('error', () => undefined);
  await client.connect();
  try {
    const { rows } = await client.query<{ user: string }>('SELECT current_user AS user');
    return rows[0]?.user ?? '';
  } finally {
    await client.end();
  }
}
