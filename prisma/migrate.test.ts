import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { MigrationList, SchemaEngine } from '@prisma/schema-engine-wasm/schema_engine_bg';
import pg from 'pg';
import { afterEach, beforeEach, expect, inject, test, vi } from 'vitest';
import { applyMigrations, listMigrations, migrationsDir, readMigration, requireServer } from './migrate.ts';
import { diffFromDatabase, readSchema } from './schema-diff.ts';
import { withSchemaEngine } from './schema-engine.ts';
import { statementsOf } from './sql-statements.ts';

let admin: pg.Client;
let url: string;
const name = `migrate_${process.pid}`;

beforeEach(async () => {
  const server = inject('databaseServer').url;
  admin = new pg.Client({ connectionString: server });
  await admin.connect();
  await admin.query(`DROP DATABASE IF EXISTS ${name}`);
  await admin.query(`CREATE DATABASE ${name}`);
  const address = new URL(server);
  address.pathname = `/${name}`;
  url = address.href;
});

afterEach(async () => {
  await admin.query(`DROP DATABASE ${name} WITH (FORCE)`);
  await admin.end();
});

async function query<Row extends pg.QueryResultRow>(sql: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row>(sql)).rows;
  } finally {
    await client.end();
  }
}

test('migrations result in the schema of the schema files', async () => {
  await applyMigrations(url);
  expect(await diffFromDatabase(url)).toBe('');
});

test('a database that a later version has migrated is left alone', async () => {
  await applyMigrations(url);
  await query(`INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at)
    VALUES ('later', '', '99990101000000_later', now())`);
  await expect(applyMigrations(url)).rejects.toThrow(
    'of a later version of Servicebook, with 99990101000000_later',
  );
});

test('an old PostgreSQL is refused', () => {
  expect(() => requireServer('17.6 (Debian 17.6-1)')).toThrow(
    'needs PostgreSQL 18 or later. This one is 17.6',
  );
  for (const version of ['18.4', '18beta2', '19.0']) expect(() => requireServer(version)).not.toThrow();
});

test('a difference is detected', async () => {
  await applyMigrations(url);
  await query('ALTER TABLE service DROP COLUMN is_paid; DROP INDEX device_account_id_search_idx');
  const difference = await diffFromDatabase(url);
  expect(difference).toContain('ADD COLUMN     "is_paid"');
  expect(difference).toContain('CREATE INDEX "device_account_id_search_idx"');
});

// The schema language cannot express these, so the comparison above does not see them; check them by name.
test('the hand-written parts exist', async () => {
  await applyMigrations(url);
  const names = async (sql: string) => (await query<{ name: string }>(sql)).map((row) => row.name);
  expect(
    await names(
      `SELECT indexname AS name FROM pg_indexes WHERE schemaname = 'public' AND indexdef LIKE '%lower(%' ORDER BY 1`,
    ),
  ).toEqual(['category_account_id_name_key', 'customer_account_id_short_name_key', 'saved_view_name_key']);
  expect(
    await names(
      `SELECT indexname AS name FROM pg_indexes WHERE schemaname = 'public' AND indexdef LIKE '% UNIQUE % WHERE %' ORDER BY 1`,
    ),
  ).toEqual([
    'archive_working_key',
    'customer_own_number_key',
    'device_own_number_key',
    'import_writing_key',
    'login_identity_claimed_key',
    'login_identity_waiting_key',
    'sign_request_open',
  ]);
  expect(
    await names(`SELECT DISTINCT tgname AS name FROM pg_trigger WHERE NOT tgisinternal ORDER BY 1`),
  ).toEqual([
    'account_refresh_inspections',
    'account_revise_itself',
    'app_user_refresh_services',
    'category_fill_search',
    'category_refresh_devices',
    'customer_contact_deleted_end_access',
    'customer_contact_fill_search',
    'customer_contact_moved_end_access',
    'customer_end_access',
    'customer_fill_search',
    'customer_refresh_devices',
    'customer_refresh_services',
    'device_fill_search',
    'device_refresh_services',
    'past_service_added_refresh',
    'past_service_changed_refresh',
    'past_service_removed_refresh',
    'revise_account',
    'service_action_added_refresh_search',
    'service_action_removed_refresh_search',
    'service_device_added_refresh_search',
    'service_device_fill_counted',
    'service_device_refresh_inspection',
    'service_device_removed_refresh_search',
    'service_fill_search',
    'service_keep_signed_number',
    'service_keep_withdrawn',
    'service_part_added_refresh_search',
    'service_part_removed_refresh_search',
    'service_performer_added_refresh_search',
    'service_performer_removed_refresh_search',
    'service_refresh_counted',
    'service_refresh_inspections',
    'service_version_refuse_change',
    'stored_file_add_to_storage',
    'stored_file_take_from_storage',
  ]);
  expect(await names(`SELECT attname AS name FROM pg_attribute WHERE attgenerated = 's' ORDER BY 1`)).toEqual(
    ['next_inspection_date', 'search', 'search', 'search', 'search', 'status_weight', 'warranty_end_date'],
  );
  const checks = await names(
    `SELECT conname AS name FROM pg_constraint WHERE contype = 'c' AND connamespace = 'public'::regnamespace`,
  );
  expect(checks).toHaveLength(70);
});

test('every name leaves room for the number of a shard', async () => {
  await applyMigrations(url);
  // PostgreSQL cuts names at 63 bytes. Citus appends up to nine to a name, and the program matches names in errors.
  const long = await query(
    `SELECT name FROM (SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace
                        UNION SELECT conname FROM pg_constraint WHERE connamespace = 'public'::regnamespace) AS all_names (name)
      WHERE octet_length(name) > 54 ORDER BY 1`,
  );
  expect(long).toEqual([]);
});

test('servers that start simultaneously apply each migration once', async () => {
  const runs = await Promise.all([1, 2, 3].map(() => applyMigrations(url)));
  const [{ count }] = (await query<{ count: string }>('SELECT count(*) FROM _prisma_migrations')) as [
    { count: string },
  ];
  expect(runs.flat()).toHaveLength(Number(count));
  expect(await applyMigrations(url)).toEqual([]);
});

test('the statements of a migration are sent one by one', async () => {
  const sent = vi.spyOn(pg.Client.prototype, 'query');
  const [initial = ''] = await listMigrations();
  await applyMigrations(url, [initial]);
  const texts = sent.mock.calls.map(([text]) => String(text));
  sent.mockRestore();
  expect(texts).toEqual(expect.arrayContaining(statementsOf(await readMigration(initial))));
});

test('a failing migration leaves nothing behind and is retried', async () => {
  await query('CREATE FUNCTION search_text(value text) RETURNS integer LANGUAGE sql RETURN 1');
  await expect(applyMigrations(url)).rejects.toThrow('search_text');
  expect(await query(`SELECT 1 FROM pg_type WHERE typname = 'device_status'`)).toEqual([]);
  expect(await query('SELECT 1 FROM _prisma_migrations')).toEqual([]);
  await query('DROP FUNCTION search_text');
  expect(await applyMigrations(url)).toContain('20261121020000_initial');
});

test('tables of another application are left alone', async () => {
  await query('CREATE TABLE customer (id integer)');
  await expect(applyMigrations(url)).rejects.toThrow('it has a table "customer"');
  expect(await query(`SELECT tablename FROM pg_tables WHERE schemaname = 'public'`)).toHaveLength(1);
});

const columnsOfHistory = () =>
  query(
    `SELECT column_name, data_type, character_maximum_length, is_nullable, column_default
       FROM information_schema.columns WHERE table_name = '_prisma_migrations' ORDER BY ordinal_position`,
  );

test("Prisma's engine reads our history, checksums included", async () => {
  await applyMigrations(url);
  const history = await withEngine((engine, migrationsList) =>
    engine.diagnoseMigrationHistory({ migrationsList, optInToShadowDatabase: false, filters }),
  );
  expect(history).toEqual({
    editedMigrationNames: [],
    failedMigrationNames: [],
    hasMigrationsTable: true,
    history: null,
  });
});

test("a database migrated by Prisma's engine can continue, even after a migration that failed there", async () => {
  const [newest = '', ...older] = (await listMigrations()).reverse();
  await migrate({ before: newest });
  await withEngine(async (engine, migrationsList) => {
    for (const migrationName of older.reverse()) {
      await engine.markMigrationApplied({ migrationName, migrationsList });
    }
  });
  await query(`INSERT INTO _prisma_migrations (id, checksum, migration_name, logs)
    VALUES ('1', 'any', '${newest}', 'the disk was full')`);
  const columns = await columnsOfHistory();
  expect(await applyMigrations(url)).toEqual([newest]);
  expect(await diffFromDatabase(url)).toBe('');

  await query('DROP SCHEMA public CASCADE; CREATE SCHEMA public');
  await applyMigrations(url);
  expect(await columnsOfHistory()).toEqual(columns);
}, 60_000);

const filters = { externalTables: [], externalEnums: [] };

async function withEngine<T>(
  work: (engine: SchemaEngine, migrationsList: MigrationList) => Promise<T>,
): Promise<T> {
  const names = await listMigrations();
  const lockfile = path.join(migrationsDir, 'migration_lock.toml');
  const migrationsList: MigrationList = {
    baseDir: migrationsDir,
    lockfile: { path: lockfile, content: await readFile(lockfile, 'utf8') },
    shadowDbInitScript: '',
    migrationDirectories: await Promise.all(
      names.map(async (name) => ({
        path: name,
        migrationFile: { path: 'migration.sql', content: { tag: 'ok', value: await readMigration(name) } },
      })),
    ),
  };
  return withSchemaEngine(url, await readSchema(), (engine) => work(engine, migrationsList));
}

test('every table of an account renews its revision, except those that no list and no phone shows', async () => {
  await applyMigrations(url);
  const silent = await query<{ name: string }>(
    `SELECT table_name AS name FROM information_schema.columns
      WHERE table_schema = 'public' AND column_name = 'account_id' AND NOT EXISTS (
        SELECT FROM pg_trigger WHERE tgname = 'revise_account' AND tgrelid = table_name::regclass)
      ORDER BY 1`,
  );
  // What a phone takes along is none of these either.
  expect(silent.map(({ name }) => name)).toEqual([
    'absence',
    'account_storage',
    'activation_token',
    'archive',
    'archive_part',
    'audit_log',
    'bin_entry',
    'bin_row',
    'bin_user',
    'bulk_action',
    'bulk_record',
    'calendar_feed',
    'customer_link',
    'customer_page',
    'customer_session',
    'document_hash',
    'export',
    'idempotency_key',
    'import',
    'import_change',
    'import_mapping',
    'import_row',
    'login_identity',
    'notification',
    'price_list',
    'saved_view',
    'sent_reminder',
    'service_counter',
    'session',
    'sign_in_unlock',
    'signed_counter',
    'visit_announcement',
  ]);
});

/** A company at work, as the first release stored it: a row in each table that its users fill. */
const rowsOfTheFirstRelease = `
  BEGIN;
  INSERT INTO account_plan (id, code, type, language, name, month_net_price, year_net_price, vat_rate)
    VALUES (1, 'FREE', 'FREE', 'en', 'Free', 0, 0, 23);
  INSERT INTO account (id, company_name, timezone, default_plan_id) VALUES (1, 'Pump Service', 'Europe/Warsaw', 1);
  INSERT INTO login_identity (email, account_id) VALUES ('owner@x', 1);
  INSERT INTO app_user (account_id, id, email, active, activated_at, is_admin, account_plan_id)
    VALUES (1, 1, 'owner@x', true, '2026-01-05', true, 1);
  INSERT INTO session (account_id, user_id, token_hash, expires_at) VALUES (1, 1, repeat('b', 64), '2027-01-05');
  INSERT INTO branch (account_id, name, latitude, longitude) VALUES (1, 'Branch', 51.1, 17);
  INSERT INTO device_hotel (account_id, name, latitude, longitude) VALUES (1, 'Hotel', 51.1, 17);
  INSERT INTO category (account_id, id, name, service_review_operations) VALUES (1, 1, 'Pumps', '{Oil}');
  INSERT INTO customer (account_id, id, short_name, city) VALUES (1, 1, 'Water Works', 'Wrocław');
  INSERT INTO device (account_id, id, name, category_id, customer_id, serial_number, city, transfer_date,
      warranty_length, inspection_period_in_months)
    VALUES (1, 1, 'Pump 1', 1, 1, 'GA-1', 'Wrocław', '2025-03-01', 24, 12), (1, 2, 'Pump 2', 1, 1, '', '', NULL, NULL, NULL);
  INSERT INTO device_note (account_id, device_id, text, user_created_id, user_updated_id) VALUES (1, 1, 'Loud', 1, 1);
  INSERT INTO part (account_id, device_id, name, user_created_id) VALUES (1, 1, 'Seal', 1);
  INSERT INTO service (account_id, id, number, year, month, date, types, state, user_id, customer_id, current_version, period)
    VALUES (1, 1, 1, 2026, 3, '2026-03-01 23:30Z', '{PERIODIC_INSPECTION}', 'NEW', 1, 1, 1, 12),
           (1, 2, 2, 2026, 3, '2026-03-05', '{REPAIR}', 'NEW', 1, 1, 0, NULL);
  INSERT INTO service_device (account_id, service_id, device_id) VALUES (1, 1, 1), (1, 2, 1), (1, 2, 2);
  INSERT INTO service_action (account_id, service_id, device_id, name, done) VALUES (1, 1, 1, 'Oil', true);
  INSERT INTO service_version (account_id, id, service_id, version, snapshot, snapshot_sha256, user_created_id)
    VALUES (1, 1, 1, 1, '{"version":1}', repeat('a', 64), 1);
  INSERT INTO service_signature (account_id, service_version_id, kind, signed_at, user_created_id)
    VALUES (1, 1, 'PAPER', '2026-03-02', 1);
  UPDATE service SET state = 'SIGNED' WHERE id = 1;
  INSERT INTO incident (account_id, device_id, service_id, user_id, date, text)
    VALUES (1, 1, 1, 1, '2026-03-02', 'Stood still');
  INSERT INTO stored_file (account_id, id, key, kind, filename, content_type, size, sha256, device_id, user_created_id)
    VALUES (1, 1, 'key', 'MACHINE_FILE', 'plan.pdf', 'application/pdf', 1, repeat('c', 64), 1, 1);
  INSERT INTO todo (account_id, description, service_id, user_created_id) VALUES (1, 'Order a seal', 2, 1);
  INSERT INTO audit_log (account_id, kind, user_id, entity, entity_id) VALUES (1, 'CREATED', 1, 'DEVICE', 1);
  INSERT INTO purchase (account_id, id, user_id, total_net_amount, total_vat_amount, total_gross_amount, currency)
    VALUES (1, 1, 1, 100, 23, 123, 'PLN');
  INSERT INTO order_line (account_id, order_id, user_id, email, account_plan_id, plan_name, period, quantity,
      unit_net_price, vat_rate, net_amount, vat_amount, gross_amount)
    VALUES (1, 1, 1, 'owner@x', 1, 'Premium', 'MONTH', 1, 100, 23, 100, 23, 123);
  INSERT INTO payment_session (session_id, account_id, order_id, amount, currency) VALUES ('p', 1, 1, 123, 'PLN');
  INSERT INTO invoice (seller_nip, year, month, sequence, number, account_id, order_id, issued_at, sold_at, language,
      seller, buyer, lines, total_net_amount, total_vat_amount, total_gross_amount, currency)
    VALUES ('1', 2026, 3, 1, '1/2026', 1, 1, '2026-03-02', '2026-03-02', 'en', '{}', '{}', '[]', 100, 23, 123, 'PLN');
  COMMIT;`;

/** Applies the migrations from one (inclusive) to another (exclusive). */
async function migrate({ from = '', before = '~' }: { from?: string; before?: string }) {
  const names = (await listMigrations()).filter((each) => each >= from && each < before);
  for (const each of names) await query(await readMigration(each));
}
/** Inserts rows without the rows they refer to. */
const insert = (sql: string) => query(`SET session_replication_role = replica; ${sql}`);

test('every migration applies to a database in use and keeps its rows', async () => {
  const [initial = '', second = ''] = await listMigrations();
  await migrate({ before: second });
  await query(rowsOfTheFirstRelease);
  const tables = await query<{ name: string }>(
    `SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' ORDER BY 1`,
  );
  const count = async () =>
    (
      await query<Record<string, string>>(
        `SELECT ${tables.map(({ name }) => `(SELECT count(*) FROM "${name}") AS "${name}"`).join()}`,
      )
    )[0];
  const before = await count();
  expect(before).toMatchObject({ device: '2', service: '2', service_version: '1', stored_file: '1' });

  await migrate({ from: `${initial}~` });
  expect(await count()).toEqual(before);
  expect(await diffFromDatabase(url)).toBe('');
  expect(
    await query(
      `SELECT serial_number AS serial, last_service_date::text AS service, last_inspection_date::text AS inspection,
              search LIKE '%wroclaw%' AS found FROM device ORDER BY id`,
    ),
  ).toEqual([
    { serial: 'GA-1', service: '2026-03-02', inspection: '2026-03-02', found: true },
    { serial: '', service: null, inspection: null, found: true },
  ]);
  expect(await query(`SELECT search FROM service ORDER BY id`)).toEqual([
    { search: ' 1 1032026 132026 ga1 oil pump pump1 water waterworks works wroclaw ' },
    { search: ' 1 2 2032026 232026 ga1 pump pump1 pump2 water waterworks works wroclaw ' },
  ]);
  expect(await query(`SELECT snapshot, snapshot_sha256 FROM service_version`)).toEqual([
    { snapshot: '{"version":1}', snapshot_sha256: 'a'.repeat(64) },
  ]);
  expect(
    await query(`SELECT notify_by_mail::text AS mail, notify_in_app::text AS app FROM app_user`),
  ).toEqual([
    {
      mail: '{ASSIGNED,CHANGED,TAKEN,CANCELLED,LEFT,SIGNED}',
      app: '{ASSIGNED,CHANGED,TAKEN,CANCELLED,NOTE,LEFT,SIGNED}',
    },
  ]);
});

test('files attached before a signature belong to its version', async () => {
  await migrate({ before: '20261122074953_signed_files' });
  const file = (id: number, at: string, kind = 'SERVICE_FILE') =>
    `(1, ${id}, '${kind}', 7, 'key ${id}', 'file', 1, 'text/plain', repeat('a', 64), '2026-03-01 ${at}')`;
  await insert(`
    INSERT INTO account (id) VALUES (1);
    INSERT INTO service_version (account_id, id, service_id, version, snapshot, snapshot_sha256, user_created_id, created_at)
      VALUES (1, 3, 7, 1, '{}', repeat('a', 64), 1, '2026-03-01 12:00');
    INSERT INTO stored_file (account_id, id, kind, service_id, key, filename, size, content_type, sha256, created_at)
      VALUES ${[file(1, '11:00'), file(2, '12:00:03'), file(3, '12:01'), file(4, '11:00', 'MACHINE_FILE')].join()};
  `);
  await migrate({ from: '20261122074953_signed_files' });
  expect(await query('SELECT service_version_id, file_id FROM service_version_file ORDER BY 2')).toEqual([
    { service_version_id: 3, file_id: 1 },
    { service_version_id: 3, file_id: 2 },
  ]);
});

test('users who were ever activated keep their addresses; a pending registration stays pending', async () => {
  await migrate({ before: '20261122075945_claimed_addresses' });
  const user = (id: number, email: string, active: boolean, activated: string | null) =>
    `(1, ${id}, '${email}', ${active}, ${activated ? `'${activated}'` : 'NULL'}, 1, '2026-01-05')`;
  await insert(`
    INSERT INTO account (id) VALUES (1);
    INSERT INTO login_identity (email, account_id) VALUES ('owner@x', 1), ('employee@x', 1), ('left@x', 1), ('waiting@x', 1);
    INSERT INTO app_user (account_id, id, email, active, activated_at, account_plan_id, created_at) VALUES
      ${[
        user(1, 'owner@x', true, '2026-01-06'),
        user(2, 'employee@x', true, null),
        user(3, 'left@x', false, '2026-01-07'),
        user(4, 'waiting@x', false, null),
      ].join()};
  `);
  await migrate({ from: '20261122075945_claimed_addresses' });
  expect(
    await query(`SELECT email, invited, claimed_at::date::text AS claimed FROM login_identity ORDER BY 1`),
  ).toEqual([
    { email: 'employee@x', invited: false, claimed: '2026-01-05' },
    { email: 'left@x', invited: false, claimed: '2026-01-07' },
    { email: 'owner@x', invited: false, claimed: '2026-01-06' },
    { email: 'waiting@x', invited: false, claimed: null },
  ]);
});

test('protocols planned as an open to-do become visits', async () => {
  const name = (await listMigrations()).find((each) => each.endsWith('_add_visits')) ?? '';
  await migrate({ before: name });
  const service = (id: number, state: string) =>
    `(1, ${id}, ${id}, 2026, 3, '2026-03-01', '{REPAIR}', '${state}', ${state === 'SIGNED' ? 1 : 0}, 4, 4, 9)`;
  const todo = (
    id: number,
    date: string | null,
    status: string,
    serviceId: number | null,
    assignee: number | null,
  ) =>
    `(1, ${id}, ${date ? `'${date}'` : 'NULL'}, 'Task ${id}', '${status}', ${serviceId}, 4, ${assignee}, now(), now())`;
  await insert(`
    INSERT INTO account (id) VALUES (1);
    INSERT INTO app_user (account_id, id, email, account_plan_id) VALUES (1, 4, 'a@x', 1), (1, 5, 'b@x', 1);
    INSERT INTO customer (account_id, id, short_name) VALUES (1, 9, 'Bakery');
    INSERT INTO device (account_id, id, name, category_id, customer_id) VALUES (1, 7, 'Press', 1, 9), (1, 8, 'Saw', 1, 9);
    INSERT INTO service (account_id, id, number, year, month, date, types, state, current_version, user_id, user_created_id, customer_id)
      VALUES ${[service(1, 'NEW'), service(2, 'NEW'), service(3, 'SIGNED'), service(4, 'NEW')].join()};
    INSERT INTO service_device (account_id, service_id, device_id, position) VALUES (1, 1, 7, 0), (1, 1, 8, 1), (1, 2, 7, 0);
    INSERT INTO todo (account_id, id, date, description, status, service_id, user_created_id, assignee_id, created_at, updated_at)
      VALUES ${[
        todo(1, '2026-03-09', 'TODO', 1, 5),
        todo(2, null, 'TODO', 2, null),
        todo(3, '2026-03-09', 'TODO', 3, 5),
        todo(4, '2026-03-09', 'DONE', 4, 5),
        todo(5, '2026-03-09', 'TODO', null, 5),
      ].join()};
  `);
  await migrate({ from: name });
  expect(
    await query(`SELECT s.id, v.state, v.day::text, v.text, v.source_service_id AS source,
        (SELECT array_agg(device_id ORDER BY position) FROM visit_device d WHERE d.visit_id = v.id) AS machines,
        (SELECT array_agg(user_id) FROM visit_technician t WHERE t.visit_id = v.id) AS technicians
      FROM service s JOIN visit v ON v.id = s.visit_id ORDER BY 1`),
  ).toEqual([
    {
      id: 1,
      state: 'PLANNED',
      day: '2026-03-09',
      text: 'Task 1',
      source: null,
      machines: [7, 8],
      technicians: [5],
    },
    { id: 2, state: 'TO_PLAN', day: null, text: 'Task 2', source: null, machines: [7], technicians: null },
  ]);
  expect(await query('SELECT count(*)::int AS visits FROM visit')).toEqual([{ visits: 2 }]);
});

test('the words that texts are found by stay the same when they are made faster', async () => {
  const name = (await listMigrations()).find((each) => each.endsWith('_search_beside_imports')) ?? '';
  await migrate({ before: name });
  // Every character, at the beginning, in the middle and at the end, in a text and in a number; and what may be missing.
  const words = `
    SELECT code, search_column(concat('a', sign, 'b', sign, ' ', sign), ARRAY[concat('Q', sign, 'w'), concat(sign, 'e r', sign), sign]) AS words
      FROM (SELECT code, chr(code) AS sign FROM generate_series(2, 55000) AS code) AS signs
    UNION ALL SELECT -1, search_column(NULL, ARRAY['GA-2024 1296', NULL, ''])
    UNION ALL SELECT -2, search_column('№7 Хлебозавод', '{}')
    UNION ALL SELECT -3, search_column('', ARRAY['']) ORDER BY code`;
  const before = await query<{ words: string }>(words);
  expect(before[2]?.words).toBe(' 1296 ga2024 ga20241296 ');
  await migrate({ from: name });
  expect(await query(words)).toEqual(before);
});

test('every version of a protocol gets an address of its own that nobody can guess', async () => {
  const former = '20261124190600_former_documents';
  await migrate({ before: former });
  await insert(`
    INSERT INTO service_version (account_id, id, service_id, version, snapshot, snapshot_sha256, user_created_id)
    SELECT 1, n, n, 1, '{}', repeat('a', 64), 1 FROM generate_series(1, 2000) AS n;
    INSERT INTO sealed_document (account_id, kind, token, service_version_id)
    VALUES (1, 'PROTOCOL', '${'a'.repeat(26)}', 7)`);
  await query('ALTER TABLE sealed_document DISABLE TRIGGER ALL');
  await migrate({ from: former });
  const documents = await query<{ token: string; version: number }>(
    'SELECT token, service_version_id AS version FROM sealed_document ORDER BY service_version_id',
  );
  expect(documents.map(({ version }) => version)).toEqual(Array.from({ length: 2000 }, (_, at) => at + 1));
  expect(documents[6]?.token).toBe('a'.repeat(26));
  const made = documents.map(({ token }) => token).filter((_, at) => at !== 6);
  expect(made.every((token) => /^[0-7][0-9a-hjkmnp-tv-z]{25}$/.test(token))).toBe(true);
  for (let place = 0; place < 26; place++)
    expect(new Set(made.map((token) => token[place])).size, `place ${place}`).toBe(place === 0 ? 8 : 32);
});

test('machines get the day and kind of their protocol, and none if it is withdrawn', async () => {
  const added = '20261130180000_machines_counted';
  await migrate({ before: added });
  const service = (id: number, type: string, withdrawn: string) =>
    `(1, ${id}, ${id}, 2026, 3, '2026-03-0${id} 12:00Z', '{INSTALLATION,${type}}', 'SIGNED', 1, 1, 1, 1, ${withdrawn})`;
  await insert(`
    INSERT INTO service (account_id, id, number, year, month, date, types, state, current_version, user_id, user_created_id, customer_id, withdrawn_at, withdrawn_by_id, withdraw_reason)
      VALUES ${[service(1, 'REPAIR', "NULL, NULL, ''"), service(2, 'OPERATOR_TRAINING', "NULL, NULL, ''"), service(3, 'REPAIR', "now(), 1, 'x'")].join()};
    INSERT INTO service_device (account_id, service_id, device_id) VALUES (1, 1, 7), (1, 1, 8), (1, 2, 7), (1, 3, 7);
  `);
  await migrate({ from: added });
  expect(
    await query(
      `SELECT service_id AS service, device_id AS device, (counted_date AT TIME ZONE 'UTC')::date::text AS date, is_repair AS repair
         FROM service_device ORDER BY 1, 2`,
    ),
  ).toEqual([
    { service: 1, device: 7, date: '2026-03-01', repair: true },
    { service: 1, device: 8, date: '2026-03-01', repair: true },
    { service: 2, device: 7, date: '2026-03-02', repair: false },
    { service: 3, device: 7, date: null, repair: true },
  ]);
});
