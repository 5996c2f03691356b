/** Copies the tables of the application out of a database and into another one, by PostgreSQL's COPY. */
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import copy from 'pg-copy-streams';

export interface Table {
  name: string;
  /** Without those that the database computes. */
  columns: string[];
}

const quoted = pg.escapeIdentifier;

/** All tables but the list of migrations, which is made again by applying them. */
export async function listTables(client: pg.ClientBase): Promise<Table[]> {
  const { rows } = await client.query<Table>(`
    SELECT c.relname::text AS name, array_agg(a.attname::text ORDER BY a.attnum) AS columns
      FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
     WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind = 'r' AND c.relname <> '_prisma_migrations'
       AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
     GROUP BY c.relname ORDER BY c.relname`);
  return rows;
}

/** Until the transaction ends. */
export async function lockTables(
  client: pg.ClientBase,
  tables: readonly Table[],
  mode: 'ACCESS SHARE' | 'ACCESS EXCLUSIVE',
): Promise<void> {
  const names = tables.map(({ name }) => quoted(name));
  await client.query(`LOCK TABLE ${[...names, '_prisma_migrations'].join(', ')} IN ${mode} MODE`);
}

/** Migrations that were applied, the oldest first. */
export async function readMigrations(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    'SELECT migration_name AS name FROM _prisma_migrations WHERE rolled_back_at IS NULL ORDER BY migration_name',
  );
  return rows.map(({ name }) => name);
}

export async function readSequences(client: pg.ClientBase): Promise<Record<string, string | null>> {
  const { rows } = await client.query<{ name: string; last: string | null }>(
    'SELECT sequencename::text AS name, last_value::text AS last FROM pg_sequences WHERE schemaname = current_schema()',
  );
  return Object.fromEntries(rows.map(({ name, last }) => [name, last]));
}

const listOf = ({ name, columns }: Table) => `${quoted(name)} (${columns.map(quoted).join(', ')})`;

/** The rows of a table. The stream has the number of rows when it has ended. */
export const copyFrom = (client: pg.ClientBase, table: Table): Readable & { rowCount: number } =>
  client.query(copy.to(`COPY ${listOf(table)} TO STDOUT`)) as unknown as Readable & { rowCount: number };

/** @returns the number of rows */
export async function copyInto(client: pg.ClientBase, table: Table, rows: Readable): Promise<number> {
  const target = client.query(copy.from(`COPY ${listOf(table)} FROM STDIN`));
  await pipeline(rows, target);
  return target.rowCount;
}

/**
 * Fills all tables in a transaction without foreign keys and triggers: those would look up, count and notify again what is
 * already known. Afterwards the keys are checked for all rows at once.
 */
export async function withoutRules(client: pg.ClientBase, fill: () => Promise<void>): Promise<void> {
  const { rows: keys } = await client.query<{ table: string; name: string; rule: string }>(`
    SELECT conrelid::regclass::text AS table, conname::text AS name, pg_get_constraintdef(oid) AS rule
      FROM pg_constraint WHERE contype = 'f' AND connamespace = current_schema()::regnamespace`);
  const tables = (await listTables(client)).map(({ name }) => quoted(name));
  for (const { table, name } of keys)
    await client.query(`ALTER TABLE ${table} DROP CONSTRAINT ${quoted(name)}`);
  for (const table of tables) await client.query(`ALTER TABLE ${table} DISABLE TRIGGER USER`);
  // Migrations may have written rows, which the backup has too.
  await client.query(`TRUNCATE ${tables.join(', ')}`);
  await fill();
  for (const { table, name, rule } of keys)
    await client.query(`ALTER TABLE ${table} ADD CONSTRAINT ${quoted(name)} ${rule}`);
  for (const table of tables) await client.query(`ALTER TABLE ${table} ENABLE TRIGGER USER`);
}

export async function setSequences(
  client: pg.ClientBase,
  sequences: Record<string, string | null>,
): Promise<void> {
  for (const [name, last] of Object.entries(sequences))
    if (last !== null) await client.query('SELECT setval($1::regclass, $2::bigint)', [quoted(name), last]);
}
