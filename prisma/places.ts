/**
 * Where each table is in a database that is spread over servers by account (Citus). See
 * docs/decisions/0071-placing-the-tables.md.
 */
import type pg from 'pg';

/** The database cannot be spread; the message says why, and what to do. */
export class PlacingRefused extends Error {}

/** Names of tables, in the order of the alphabet. */
export interface Places {
  /** Spread, with the column that holds the account. */
  spread: Map<string, string>;
  /** Copied to every server, for rows that refer to them. */
  everywhere: string[];
  /** On the coordinator alone. */
  coordinator: string[];
  /** Copied to every server, although no row of an account refers to them. */
  astray: string[];
}

/** Tables without an account to which no row of an account refers. */
const ofNoAccount = ['_prisma_migrations', 'invoice', 'invoice_counter', 'payment_session', 'throttle'];

/**
 * Reads from the tables where they belong. A table is spread if each of its unique keys holds the account: no server could
 * tell whether another one has the same key.
 */
export async function readPlaces(client: pg.Client): Promise<Places> {
  const { rows } = await client.query<{ name: string; account: string | null; targets: string[] }>(`
    SELECT t.relname AS name,
           CASE WHEN NOT EXISTS (
             SELECT FROM pg_index WHERE indrelid = t.oid AND indisunique AND a.attnum <> ALL (indkey)
           ) THEN a.attname::text END AS account,
           ARRAY (SELECT f.relname::text FROM pg_constraint JOIN pg_class f ON f.oid = confrelid
                   WHERE contype = 'f' AND conrelid = t.oid) AS targets
      FROM pg_class t
      LEFT JOIN pg_attribute a ON a.attrelid = t.oid AND a.attnotnull
       AND a.attname = CASE t.relname WHEN 'account' THEN 'id' ELSE 'account_id' END
     WHERE t.relkind = 'r' AND t.relnamespace = 'public'::regnamespace
     ORDER BY t.relname`);
  const spread = new Map(rows.flatMap(({ name, account }) => (account ? [[name, account] as const] : [])));
  const others = rows.map(({ name }) => name).filter((name) => !spread.has(name));
  // By name, because a migration makes the table first, and then the foreign keys that lead to it.
  const everywhere = others.filter((name) => !ofNoAccount.includes(name));
  const targets = new Set(rows.flatMap((row) => (row.account ? row.targets : [])));
  return {
    spread,
    everywhere,
    coordinator: others.filter((name) => ofNoAccount.includes(name)),
    astray: everywhere.filter((name) => !targets.has(name)),
  };
}

/** @throws PlacingRefused if nothing says where a table belongs, so that nobody forgets it */
export function requirePlaces({ astray: [table] }: Places): void {
  if (table)
    throw new PlacingRefused(
      `The table ${table} has no place: not all of its unique keys hold the account, no row of an account refers to it, and prisma/places.ts does not name it.`,
    );
}

/** Whether the database has Citus. */
export async function isCluster(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ found: boolean }>(
    `SELECT to_regproc('create_distributed_table') IS NOT NULL AS found`,
  );
  return rows[0]?.found ?? false;
}

/** The tables of a cluster that have their place already: spread, or everywhere. */
export async function readPlaced(client: pg.Client): Promise<Set<string>> {
  const { rows } = await client.query<{ name: string }>(`
    SELECT relname AS name FROM pg_dist_partition JOIN pg_class ON oid = logicalrelid
     WHERE relnamespace = 'public'::regnamespace AND (partmethod = 'h' OR repmodel = 't')`);
  return new Set(rows.map(({ name }) => name));
}

/**
 * The statements that put tables where they belong; none if all are there. All of them belong into one transaction:
 * foreign keys of tables that move are set aside, because a moved table and one that is still to be moved refuse them.
 * @param placed tables that have their place already
 */
export async function placingStatements(
  client: pg.Client,
  { spread, everywhere }: Pick<Places, 'spread' | 'everywhere'>,
  placed: ReadonlySet<string>,
): Promise<string[]> {
  const isMissing = (name: string) => !placed.has(name);
  const copies = everywhere.filter(isMissing);
  const parts = [...spread].filter(([name]) => isMissing(name) && name !== 'account');
  const moving = [...copies, ...parts.map(([name]) => name), ...['account'].filter(isMissing)];
  const keys = await readForeignKeys(client, moving);
  return [
    ...keys.map(({ table, name }) => `ALTER TABLE ${table} DROP CONSTRAINT ${name}`),
    ...copies.map((name) => `SELECT create_reference_table('${name}')`),
    ...(isMissing('account')
      ? [`SELECT create_distributed_table('account', 'id', colocate_with => 'none')`]
      : []),
    ...parts.map(
      ([name, column]) =>
        `SELECT create_distributed_table('${name}', '${column}', colocate_with => 'account')`,
    ),
    ...keys.map(({ table, name, definition }) => `ALTER TABLE ${table} ADD CONSTRAINT ${name} ${definition}`),
    ...(await castsOfEnums(client)),
  ];
}

async function readForeignKeys(client: pg.Client, tables: string[]) {
  const { rows } = await client.query<{ table: string; name: string; definition: string }>(
    `SELECT quote_ident(t.relname) AS table, quote_ident(conname) AS name, pg_get_constraintdef(c.oid) AS definition
       FROM pg_constraint c JOIN pg_class t ON t.oid = conrelid JOIN pg_class f ON f.oid = confrelid
      WHERE contype = 'f' AND connamespace = 'public'::regnamespace
        AND (t.relname = ANY ($1) OR f.relname = ANY ($1))
      ORDER BY t.relname, conname`,
    [tables],
  );
  return rows;
}

/**
 * Prisma asks for the enums of a written row as text. A cluster refuses that in RETURNING, unless the cast says that it
 * always answers the same.
 */
async function castsOfEnums(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(`
    SELECT typname AS name FROM pg_type t
     WHERE typtype = 'e' AND typnamespace = 'public'::regnamespace
       AND NOT EXISTS (SELECT FROM pg_cast WHERE castsource = t.oid AND casttarget = 'text'::regtype)
     ORDER BY 1`);
  return rows.flatMap(({ name }) => [
    `CREATE OR REPLACE FUNCTION "${name}_text"(value "${name}") RETURNS text LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE
       AS $$ BEGIN RETURN format('%s', value); END $$`,
    `CREATE CAST ("${name}" AS text) WITH FUNCTION "${name}_text"("${name}") AS ASSIGNMENT`,
  ]);
}

/** Statements of a cluster that reach many parts of a table go through one connection, as foreign keys want it. */
export const inSequence = `SET LOCAL citus.multi_shard_modify_mode = 'sequential'`;

/**
 * Puts the tables of a cluster where they belong that are not there, within the transaction of the caller. It must begin
 * with `inSequence`.
 * @returns what was missing
 */
export async function placeTables(
  client: pg.Client,
): Promise<Pick<Places, 'everywhere'> & { spread: string[] }> {
  const places = await readPlaces(client);
  const placed = await readPlaced(client);
  for (const statement of await placingStatements(client, places, placed)) await client.query(statement);
  const isNew = (name: string) => !placed.has(name);
  return { everywhere: places.everywhere.filter(isNew), spread: [...places.spread.keys()].filter(isNew) };
}
