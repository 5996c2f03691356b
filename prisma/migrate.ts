// Applies the migrations: plain SQL in Prisma's folder layout, with Prisma's own table of applied migrations.
// See docs/decisions/0005-migrations.md.
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type pg from 'pg';
import { inSequence, isCluster, placeTables, readPlaced } from './places.ts';
import { statementsOf } from './sql-statements.ts';
import { withLock } from './with-lock.ts';

export const migrationsDir = path.join(import.meta.dirname, 'migrations');

/** Held while migrations are applied, and while tables are placed. */
export const MIGRATION_LOCK = 7_205_316_041;

/** The database is none to migrate; the message says what to do. */
export class MigrationRefused extends Error {}

/** The major version that the tests run on. An older one may lack what a migration or a statement uses. */
const oldestServer = 18;

/** @throws MigrationRefused */
export function requireServer(version: string): void {
  if (Number.parseInt(version, 10) < oldestServer)
    throw new MigrationRefused(
      `Servicebook needs PostgreSQL ${oldestServer} or later. This one is ${version}.`,
    );
}

/**
 * Applies all pending migrations and returns their names. Servers that start at the same time wait for each other.
 * Throws the database's error of a failing statement; that migration is rolled back completely, so the next start
 * retries it. Throws MigrationRefused if the database is not Servicebook's, was migrated by a later version, or PostgreSQL is
 * too old.
 * @param only those to apply; all by default
 */
export async function applyMigrations(databaseUrl: string, only?: readonly string[]): Promise<string[]> {
  return withLock(databaseUrl, MIGRATION_LOCK, async (client) => {
    const { rows } = await client.query<{ server_version: string }>('SHOW server_version');
    requireServer(rows[0]?.server_version ?? '');
    await prepareHistory(client);
    const applied = await readApplied(client);
    const known = await listMigrations();
    const later = [...applied].filter((name) => !known.includes(name));
    if (later.length > 0)
      throw new MigrationRefused(
        `The database is of a later version of Servicebook, with ${later.join(', ')}. Start that version, or restore a backup from before the upgrade.`,
      );
    const missing = known.filter((name) => !applied.has(name) && (only?.includes(name) ?? true));
    const isSpread = (await isCluster(client)) && (await readPlaced(client)).has('account');
    for (const name of missing) await apply(client, name, isSpread);
    return missing;
  });
}

/** The names of all migrations, oldest first. */
export async function listMigrations(): Promise<string[]> {
  const entries = await readdir(migrationsDir, { withFileTypes: true });
  return entries
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort();
}

export const readMigration = (name: string): Promise<string> =>
  readFile(path.join(migrationsDir, name, 'migration.sql'), 'utf8');

/** Creates Prisma's table, with the same columns, in an empty database. */
async function prepareHistory(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    'SELECT tablename AS name FROM pg_tables WHERE schemaname = current_schema()',
  );
  if (rows.some(({ name }) => name === '_prisma_migrations')) return;
  const [stranger] = rows;
  if (stranger) {
    throw new MigrationRefused(
      `The database is not empty and not Servicebook's: it has a table "${stranger.name}".`,
    );
  }
  await client.query(`
    CREATE TABLE _prisma_migrations (
      id                  VARCHAR(36) PRIMARY KEY NOT NULL,
      checksum            VARCHAR(64) NOT NULL,
      finished_at         TIMESTAMPTZ,
      migration_name      VARCHAR(255) NOT NULL,
      logs                TEXT,
      rolled_back_at      TIMESTAMPTZ,
      started_at          TIMESTAMPTZ NOT NULL DEFAULT now(),
      applied_steps_count INTEGER NOT NULL DEFAULT 0
    )`);
}

/** Prisma's engine records failed migrations and then refuses to continue. Ours are rolled back, so they may be retried. */
async function readApplied(client: pg.Client): Promise<Set<string>> {
  await client.query(
    'UPDATE _prisma_migrations SET rolled_back_at = now() WHERE finished_at IS NULL AND rolled_back_at IS NULL',
  );
  const { rows } = await client.query<{ name: string }>(
    'SELECT migration_name AS name FROM _prisma_migrations WHERE rolled_back_at IS NULL',
  );
  return new Set(rows.map(({ name }) => name));
}

/**
 * Applies a migration and records it in one transaction. A failure ends the session and rolls the transaction back. In a
 * database that is spread, a new table gets its place before a foreign key leads from it to another one.
 */
async function apply(client: pg.Client, name: string, isSpread: boolean): Promise<void> {
  const sql = await readMigration(name);
  const checksum = createHash('sha256').update(sql).digest('hex');
  try {
    await client.query('BEGIN');
    if (isSpread) await client.query(inSequence);
    for (const statement of statementsOf(sql)) {
      if (isSpread && /\bREFERENCES\b/i.test(statement)) await placeTables(client);
      await client.query(statement);
    }
    if (isSpread) await placeTables(client);
    await client.query(
      `INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at, applied_steps_count)
       VALUES (gen_random_uuid(), $1, $2, clock_timestamp(), 1)`,
      [checksum, name],
    );
    await client.query('COMMIT');
  } catch (cause) {
    throw new Error(`Migration ${name} failed: ${(cause as Error).message}`, { cause });
  }
}
