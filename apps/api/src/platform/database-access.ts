/** How the database is reached, also behind a pooler that gives each transaction another connection. */
import { withLock } from '@servicebook/prisma/with-lock';

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
export const sessionLimits = {
  statement_timeout: 30_000,
  lock_timeout: 10_000,
  idle_in_transaction_session_timeout: 30_000,
};

const limitsLock = 7_205_316_043;

/**
 * Gives the limits to the database's user, because a pooler passes none on. What the operator has set for this user stays.
 * @param directUrl without the pooler
 */
export async function setUserLimits(directUrl: string): Promise<void> {
  // Two servers that change a user at once fail.
  await withLock(directUrl, limitsLock, async (client) => {
    const { rows } = await client.query<{ setting: string }>(`
      SELECT unnest(setconfig) AS setting FROM pg_db_role_setting
       WHERE setrole = (SELECT oid FROM pg_roles WHERE rolname = current_user)
         AND setdatabase IN (0, (SELECT oid FROM pg_database WHERE datname = current_database()))`);
    const known = new Set(rows.map(({ setting }) => setting.split('=')[0]));
    for (const [name, limit] of Object.entries(sessionLimits)) {
      if (known.has(name)) continue;
      const { rows: statements } = await client.query<{ sql: string }>(
        "SELECT format('ALTER ROLE %I IN DATABASE %I SET %I = %L', current_user, current_database(), $1::text, $2::text) AS sql",
        [name, limit],
      );
      for (const { sql } of statements) await client.query(sql);
    }
  });
}
