/**
 * Tables find their place on a cluster. CITUS_URL names an empty database of a real one, whose tables are removed again;
 * without it, a stand-in refuses what the trial of Citus has refused.
 */
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { citusStandIn } from '../apps/api/src/testing/citus-stand-in.ts';
import {
  createBareDatabase,
  createTestDatabase,
  type TestDatabase,
} from '../apps/api/src/testing/database.ts';
import { distribute } from './distribute.ts';
import { applyMigrations, listMigrations } from './migrate.ts';
import {
  inSequence,
  placeTables,
  placingStatements,
  readPlaced,
  readPlaces,
  requirePlaces,
} from './places.ts';

const everywhere = ['account_plan', 'login_identity', 'seal_certificate'];
const coordinator = ['_prisma_migrations', 'invoice', 'invoice_counter', 'payment_session', 'throttle'];

let database: TestDatabase;
let client: pg.Client;
const open = async (from: Promise<TestDatabase>) => {
  database = await from;
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
};
afterEach(async () => {
  await client.end();
  await database.drop();
});

describe('on a plain PostgreSQL', () => {
  beforeEach(() => open(createTestDatabase()));

  test('every table has a place, by its keys', async () => {
    const places = await readPlaces(client);
    expect(() => requirePlaces(places)).not.toThrow();
    expect(places).toMatchObject({ everywhere, coordinator });
    expect(places.spread.get('account')).toBe('id');
    const columns = new Set(
      [...places.spread].flatMap(([name, column]) => (name === 'account' ? [] : [column])),
    );
    expect(columns).toEqual(new Set(['account_id']));
    const { rows } = await client.query(`SELECT FROM pg_tables WHERE schemaname = 'public'`);
    expect(places.spread.size + everywhere.length + coordinator.length).toBe(rows.length);
  });

  test('a new table without an account has none until the program says where it belongs', async () => {
    const required = async () => requirePlaces(await readPlaces(client));
    await client.query('CREATE TABLE weather (day date PRIMARY KEY)');
    await expect(required()).rejects.toThrow('The table weather has no place');
    // An account in a column, but not in the key.
    await client.query('CREATE TABLE tune (id int PRIMARY KEY, account_id int NOT NULL); DROP TABLE weather');
    await expect(required()).rejects.toThrow('The table tune has no place');
    // A row of an account refers to it.
    await client.query('ALTER TABLE category ADD COLUMN tune_id int REFERENCES tune (id)');
    expect((await readPlaces(client)).everywhere).toEqual([...everywhere, 'tune']);
  });

  test('statements move what is missing, without the foreign keys in their way', async () => {
    const places = await readPlaces(client);
    const placed = new Set([...places.spread.keys(), ...everywhere]);
    const moves = async (...missing: string[]) => {
      const there = new Set([...placed].filter((name) => !missing.includes(name)));
      const statements = await placingStatements(client, places, there);
      return statements.filter((each) => !/_text\b/.test(each));
    };
    expect(await moves()).toEqual([]);
    expect(await moves('visit_note')).toEqual([
      'ALTER TABLE visit_note DROP CONSTRAINT visit_note_account_id_fkey',
      'ALTER TABLE visit_note DROP CONSTRAINT visit_note_account_id_user_created_id_fkey',
      'ALTER TABLE visit_note DROP CONSTRAINT visit_note_account_id_visit_id_fkey',
      `SELECT create_distributed_table('visit_note', 'account_id', colocate_with => 'account')`,
      'ALTER TABLE visit_note ADD CONSTRAINT visit_note_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE',
      'ALTER TABLE visit_note ADD CONSTRAINT visit_note_account_id_user_created_id_fkey FOREIGN KEY (account_id, user_created_id) REFERENCES app_user(account_id, id)',
      'ALTER TABLE visit_note ADD CONSTRAINT visit_note_account_id_visit_id_fkey FOREIGN KEY (account_id, visit_id) REFERENCES visit(account_id, id) ON DELETE CASCADE',
    ]);
    const all = await moves(...placed);
    expect(all.filter((each) => each.startsWith('SELECT'))).toEqual([
      ...everywhere.map((name) => `SELECT create_reference_table('${name}')`),
      `SELECT create_distributed_table('account', 'id', colocate_with => 'none')`,
      ...[...places.spread.keys()].flatMap((name) =>
        name === 'account'
          ? []
          : [`SELECT create_distributed_table('${name}', 'account_id', colocate_with => 'account')`],
      ),
    ]);
    const { rows } = await client.query(
      `SELECT FROM pg_constraint WHERE contype = 'f' AND connamespace = 'public'::regnamespace AND conrelid <> 'invoice'::regclass`,
    );
    expect(all.filter((each) => each.includes('DROP CONSTRAINT')).length).toBe(rows.length);
    expect(all.filter((each) => each.includes('ADD CONSTRAINT')).length).toBe(rows.length);
  });

  test('nothing is done, and it says why', async () => {
    await expect(distribute(database.url)).rejects.toThrow('This is a plain PostgreSQL: it has no Citus');
  });
});

/** An empty database of the cluster, or one with the stand-in. */
const databaseName = () => new URL(database.url).pathname.slice(1);

async function openCluster(from: () => Promise<TestDatabase>): Promise<void> {
  const url = process.env.CITUS_URL;
  if (url) {
    await open(Promise.resolve({ url, drop: emptyCluster }));
    const { rowCount } = await client.query(`SELECT FROM pg_tables WHERE schemaname = 'public' LIMIT 1`);
    if (!rowCount) return;
    database.drop = async () => {};
    throw new Error('CITUS_URL must name an empty database: the tests remove all its tables.');
  }
  await open(from());
  await client.query(citusStandIn(databaseName()));
  await client.query('SET search_path = public, citus_stand_in');
}

async function emptyCluster(): Promise<void> {
  const owner = new pg.Client({ connectionString: process.env.CITUS_URL });
  await owner.connect();
  await owner.query('DROP SCHEMA public CASCADE');
  await owner.query('CREATE SCHEMA public');
  await owner.query(`ALTER DATABASE ${databaseName()} RESET citus.enable_unsafe_triggers`);
  await owner.end();
}

const foreignKeys = async () =>
  (
    await client.query(`SELECT conrelid::regclass::text AS table, conname AS name, pg_get_constraintdef(oid) AS definition
      FROM pg_constraint WHERE contype = 'f' AND connamespace = 'public'::regnamespace ORDER BY 1, 2`)
  ).rows;

describe('on a cluster', () => {
  test('tables are put where they belong, once, and keep their foreign keys', async () => {
    await openCluster(createTestDatabase);
    await applyMigrations(database.url);
    const keys = await foreignKeys();
    const [migrated, ...done] = await distribute(database.url);
    const { spread } = await readPlaces(client);
    expect([migrated, ...done]).toEqual([
      'The database is up to date.',
      'Copied to every server: account_plan, login_identity, seal_certificate (3).',
      `Spread by account: ${[...spread.keys()].join(', ')} (${spread.size}).`,
      'Only on the coordinator: _prisma_migrations, invoice, invoice_counter, payment_session, throttle (5).',
    ]);
    expect(await readPlaced(client)).toEqual(new Set([...everywhere, ...spread.keys()]));
    expect(await foreignKeys()).toEqual(keys);
    // A written row answers its enums as text, which needs a cast for each.
    const { rows: casts } = await client.query(`SELECT enum_first(null::todo_status)::text AS first
      FROM pg_cast JOIN pg_type t ON t.oid = castsource JOIN pg_proc p ON p.oid = castfunc
     WHERE casttarget = 'text'::regtype AND typtype = 'e' AND provolatile = 'i'`);
    const enums = await client.query(
      `SELECT FROM pg_type WHERE typtype = 'e' AND typnamespace = 'public'::regnamespace`,
    );
    expect(casts.length).toBe(enums.rows.length);
    expect(casts[0].first).toBe('TODO');
    expect((await distribute(database.url)).slice(1, 3)).toEqual([
      'Copied to every server: nothing new.',
      'Spread by account: nothing new.',
    ]);
  });

  test('new tables of later migrations get their place, before their foreign keys', async () => {
    await openCluster(createBareDatabase);
    const [initial = ''] = await listMigrations();
    await applyMigrations(database.url, [initial]);
    await client.query('BEGIN');
    await client.query(inSequence);
    const first = await placeTables(client);
    await client.query('COMMIT');
    await applyMigrations(database.url);
    const { spread } = await readPlaces(client);
    expect(spread.size).toBeGreaterThan(first.spread.length);
    expect(await readPlaced(client)).toEqual(new Set([...everywhere, ...spread.keys()]));
  });

  test('a database with companies is left alone, and a cluster that refuses triggers too', async () => {
    await openCluster(createBareDatabase);
    const [initial = ''] = await listMigrations();
    await applyMigrations(database.url, [initial]);
    await client.query('INSERT INTO account DEFAULT VALUES');
    await expect(distribute(database.url)).rejects.toThrow('There are companies in this database.');
    expect(await readPlaced(client)).toEqual(new Set());
    const { rows: applied } = await client.query('SELECT migration_name AS name FROM _prisma_migrations');
    expect(applied).toEqual([{ name: initial }]);
    await client.query(`ALTER DATABASE ${databaseName()} SET citus.enable_unsafe_triggers = 'off'`);
    await expect(distribute(database.url)).rejects.toThrow('Set citus.enable_unsafe_triggers = on');
  });
});
