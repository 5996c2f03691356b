import { loadModule, parsePlPgSQLSync, parseSync } from 'libpg-query';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { objectionsTo, readSchema, type Schema } from './account-statements.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';

let database: TestDatabase;
let client: pg.Client;
let schema: Schema;

beforeAll(async () => {
  await loadModule();
  database = await createTestDatabase();
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
  schema = await readSchema(client);
});

afterAll(async () => {
  await client.end();
  await database.drop();
});

const objections = (sql: string) => objectionsTo(parseSync(sql), schema);

test.for([
  'SELECT name FROM device WHERE account_id = $1',
  'SELECT name FROM "public"."device" WHERE ("public"."device"."account_id" = $1 AND id = $2)',
  'SELECT name FROM device WHERE account_id IN ($1, $2)',
  'SELECT name FROM device WHERE account_id = ANY ($1::int[])',
  'SELECT name FROM device WHERE (account_id = $1 AND id = $2) OR (account_id = $3 AND id = $4)',
  'SELECT name FROM device WHERE (account_id, id) = ($1, $2)',
  'SELECT name FROM device WHERE (account_id, id) IN (($1, $2), ($1, $3))',
  'SELECT FROM device d JOIN customer c ON c.account_id = d.account_id AND c.id = d.customer_id WHERE d.account_id = $1',
  'SELECT FROM device d LEFT JOIN customer c ON c.account_id = d.account_id AND c.id = d.customer_id WHERE d.account_id = $1',
  'SELECT FROM device d LEFT JOIN customer c ON c.account_id = $1 AND c.id = d.customer_id WHERE d.account_id = $1',
  'SELECT FROM device d JOIN customer c USING (account_id) WHERE d.account_id = $1',
  'SELECT FROM account WHERE id = $1',
  'SELECT FROM (SELECT id FROM device WHERE account_id = $1) AS d',
  'WITH device AS (SELECT 1) SELECT FROM device',
  'SELECT name FROM account_plan',
  'SELECT email FROM login_identity',
  'UPDATE device d SET name = c.short_name FROM customer c WHERE d.account_id = $1 AND c.account_id = d.account_id AND c.id = $2',
  'UPDATE device SET updated_at = now() WHERE account_id = $1',
  'DELETE FROM device WHERE account_id = $1',
  'INSERT INTO customer (short_name, account_id) VALUES ($1, $2::int), ($3, $2)',
  'INSERT INTO customer (short_name, account_id) SELECT name, $2 FROM device WHERE account_id = $2',
  'SELECT FROM pgboss.job WHERE id = $1',
])('one server answers: %s', (sql) => {
  expect(objections(sql)).toEqual([]);
});

test.for([
  ['SELECT name FROM device WHERE id = $1', 'device without a value for account_id'],
  ['SELECT name FROM device WHERE account_id = $1 OR id = $2', 'device without a value for account_id'],
  ['SELECT name FROM device WHERE account_id > $1', 'device without a value for account_id'],
  ['SELECT FROM account', 'account without a value for id'],
  [
    'SELECT (SELECT count(*) FROM device d WHERE d.account_id = c.account_id) FROM customer c WHERE account_id = $1',
    'd without a value for account_id',
  ],
  [
    'SELECT FROM customer c LEFT JOIN LATERAL (SELECT FROM device d WHERE d.account_id = c.account_id) x ON true WHERE account_id = $1',
    'd without a value for account_id',
  ],
  [
    'SELECT FROM device d LEFT JOIN customer c ON c.account_id = $1 AND d.account_id = $1',
    'd without a value for account_id',
  ],
  [
    'SELECT FROM device d LEFT JOIN customer c ON c.account_id = d.account_id WHERE c.account_id IS NULL',
    'd without a value for account_id',
  ],
  [
    'SELECT FROM device d JOIN customer c ON c.account_id = d.account_id WHERE d.account_id IN ($1, $2)',
    'c without a value for account_id',
  ],
  ['SELECT 1 UNION SELECT id FROM device', 'device without a value for account_id'],
  ['WITH a AS (SELECT id FROM device) SELECT FROM a', 'device without a value for account_id'],
  ['WITH a AS (DELETE FROM device) SELECT FROM account_plan', 'device without a value for account_id'],
  ['SELECT FROM device WHERE (account_id, id) IN (SELECT $1, 2)', 'device without a value for account_id'],
  ['INSERT INTO customer (short_name) VALUES ($1)', 'INSERT INTO customer without a value for account_id'],
  [
    'INSERT INTO customer (account_id) SELECT account_id FROM device',
    'device without a value for account_id',
  ],
  [
    'UPDATE account SET revision = gen_random_uuid() WHERE id = $1',
    'gen_random_uuid() in an UPDATE or DELETE',
  ],
  ['UPDATE device SET name = $1', 'device without a value for account_id'],
] as const)('not one server answers: %s', ([sql, objection]) => {
  expect(objections(sql)).toContain(objection);
});

/** How PostgreSQL narrows each mention of a table, by the plan. */
async function conditions(sql: string): Promise<string[]> {
  const { rows } = await client.query<{ 'QUERY PLAN': string }>(`EXPLAIN (GENERIC_PLAN, COSTS OFF) ${sql}`);
  return rows.flatMap(({ 'QUERY PLAN': line }) => (/(?:Filter|Cond): /.test(line) ? [line.trim()] : []));
}

test('PostgreSQL carries a value along the equations of a query, but not into a subquery', async () => {
  const customers = 'customer c ON c.account_id = d.account_id AND c.id = d.customer_id';
  const joined = [
    `SELECT c.id FROM device d JOIN ${customers} WHERE d.account_id = $1`,
    `SELECT c.id FROM device d LEFT JOIN ${customers} WHERE d.account_id = $1`,
    'SELECT d.id FROM device d JOIN customer c USING (account_id) WHERE c.account_id = $1',
  ];
  for (const sql of joined) {
    const bound = (await conditions(sql)).filter((line) => line.includes('account_id = $1'));
    expect(bound, sql).toHaveLength(2);
  }
  const correlated =
    'SELECT (SELECT count(*) FROM device d WHERE d.account_id = c.account_id) FROM customer c';
  expect((await conditions(`${correlated} WHERE account_id = $1`)).sort()).toEqual([
    expect.stringContaining('(account_id = $1)'),
    expect.stringContaining('(account_id = c.account_id)'),
  ]);
});

interface Expression {
  query: string;
  parseMode: number;
}

/** The statements of a function, and its expressions as such. */
function statementsOf(definition: string): string[] {
  const statements: string[] = [];
  JSON.stringify(parsePlPgSQLSync(definition), (_key, value: Expression | undefined) => {
    if (typeof value?.query === 'string')
      statements.push(
        value.parseMode === 0 ? value.query : `SELECT ${value.query.replace(/^[\w.]+ := /, '')}`,
      );
    return value;
  });
  return statements;
}

test('functions and triggers name the account, and change no row with what differs from call to call', async () => {
  const { rows } = await client.query<{ name: string; definition: string }>(`
    SELECT proname AS name, pg_get_functiondef(p.oid) AS definition FROM pg_proc p JOIN pg_language l ON l.oid = prolang
     WHERE lanname = 'plpgsql' AND pronamespace = 'public'::regnamespace`);
  const all = rows.flatMap(({ name, definition }) => statementsOf(definition).map((sql) => ({ name, sql })));
  expect(all.filter(({ sql }) => /\b(?:FROM|UPDATE)\b/.test(sql)).length).toBeGreaterThan(20);
  const refused = all.flatMap(({ name, sql }) =>
    objectionsTo(parseSync(sql), schema, { ofFunction: true }).map((objection) => `${name}: ${objection}`),
  );
  expect(refused).toEqual([]);
});
