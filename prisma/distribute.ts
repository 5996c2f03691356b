// Spreads an empty database over the servers of a Citus cluster. See docs/scale.md.
import type pg from 'pg';
import { applyMigrations, MIGRATION_LOCK } from './migrate.ts';
import {
  inSequence,
  isCluster,
  PlacingRefused,
  placeTables,
  readPlaced,
  readPlaces,
  requirePlaces,
} from './places.ts';
import { withLock } from './with-lock.ts';
import { withSession } from './with-session.ts';

/**
 * Migrates a database and puts each table where it belongs. Tables that are there stay as they are.
 * @returns lines that say what was done
 * @throws PlacingRefused if the database is no cluster, is not set up for it, or has companies already
 * @throws MigrationRefused
 */
export async function distribute(databaseUrl: string): Promise<string[]> {
  await withSession(databaseUrl, async (client) => {
    await requireCluster(client);
    await requireNoRows(client);
  });
  const migrations = await applyMigrations(databaseUrl);
  return withLock(databaseUrl, MIGRATION_LOCK, async (client) => {
    requirePlaces(await readPlaces(client));
    await requireNoRows(client);
    await client.query('BEGIN');
    await client.query(inSequence);
    const { everywhere, spread } = await placeTables(client);
    await client.query('COMMIT');
    const { coordinator } = await readPlaces(client);
    return [
      migrations.length ? `Applied ${migrations.length} migrations.` : 'The database is up to date.',
      told('Copied to every server', everywhere),
      told('Spread by account', spread),
      told('Only on the coordinator', coordinator),
    ];
  });
}

const told = (what: string, tables: string[]) =>
  `${what}: ${tables.length ? `${tables.join(', ')} (${tables.length}).` : 'nothing new.'}`;

async function requireCluster(client: pg.Client): Promise<void> {
  if (!(await isCluster(client)))
    throw new PlacingRefused(
      'This is a plain PostgreSQL: it has no Citus, so nothing can be spread. Servicebook runs on it as it is. docs/scale.md tells how to set up a cluster.',
    );
  const { rows } = await client.query<{ allowed: string | null }>(
    `SELECT current_setting('citus.enable_unsafe_triggers', true) AS allowed`,
  );
  if (rows[0]?.allowed !== 'on')
    throw new PlacingRefused(
      'The tables have triggers, which Citus refuses. Set citus.enable_unsafe_triggers = on on every server of the cluster.',
    );
}

async function requireNoRows(client: pg.Client): Promise<void> {
  const { rows } = await client.query(`SELECT FROM pg_class WHERE oid = to_regclass('public.account')`);
  if (rows.length === 0 || (await readPlaced(client)).has('account')) return;
  const { rowCount } = await client.query('SELECT FROM account LIMIT 1');
  if (rowCount)
    throw new PlacingRefused(
      'There are companies in this database. Only an empty one can be spread: moving rows was never tried. docs/scale.md says more.',
    );
}
