/** Two accounts with machines, protocols and to-dos, made by the database itself in a minute or two. */
import type pg from 'pg';

export interface Size {
  machines: number;
  protocols: number;
  todos: number;
}

export const sizes: Record<string, Size> = {
  large: { machines: 100_000, protocols: 300_000, todos: 20_000 },
  small: { machines: 10_000, protocols: 60_000, todos: 2_000 },
};

export interface Account {
  accountId: number;
  userId: number;
}

export const emailOf = (name: string): string => `${name}@bench.example.com`;

async function insertAccount(client: pg.Client, name: string): Promise<Account> {
  const email = emailOf(name);
  const { rows } = await client.query<{ id: number }>(
    `INSERT INTO account (company_name, language, timezone) VALUES ($1, 'en', 'UTC') RETURNING id`,
    [name],
  );
  const accountId = rows[0]?.id as number;
  await client.query('INSERT INTO login_identity (email, account_id, claimed_at) VALUES ($1, $2, now())', [
    email,
    accountId,
  ]);
  const user = await client.query<{ id: number }>(
    `INSERT INTO app_user (account_id, email, first_name, last_name, active, activated_at, is_admin, account_plan_id)
     SELECT $1, $2, 'Bench', 'User', TRUE, now(), TRUE, id FROM account_plan WHERE code = 'FREE' AND language = 'en'
     RETURNING id`,
    [accountId, email],
  );
  return { accountId, userId: user.rows[0]?.id as number };
}

export async function fillAccount(client: pg.Client, name: string, size: Size): Promise<Account> {
  const account = await insertAccount(client, name);
  await withoutTextIndexes(client, async () => {
    await fillMachines(client, account, size);
    await fillProtocols(client, account, size);
    await fillTodos(client, account, size);
  });
  // Otherwise the database would do this in the background while calls are measured.
  await client.query('VACUUM (ANALYZE)');
  await client.query('CHECKPOINT');
  return account;
}

/** They are quicker built once than kept with every row. */
async function withoutTextIndexes(client: pg.Client, work: () => Promise<void>): Promise<void> {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `SELECT indexname AS name, indexdef AS definition FROM pg_indexes WHERE indexdef LIKE '%gin_trgm_ops%'`,
  );
  for (const { name } of rows) await client.query(`DROP INDEX "${name}"`);
  await work();
  for (const { definition } of rows) await client.query(definition);
}

/** A customer for every 50 machines, one of 20 categories, and a place for two of three. */
async function fillMachines(client: pg.Client, { accountId }: Account, { machines }: Size): Promise<void> {
  await client.query(
    `INSERT INTO category (account_id, name) SELECT $1, 'Kategoria ' || n FROM generate_series(1, 20) n`,
    [accountId],
  );
  await client.query(
    `INSERT INTO customer (account_id, short_name, full_name, city)
     SELECT $1, 'Klient ' || n, 'Przedsiębiorstwo Usługowe nr ' || n, 'Łódź' FROM generate_series(1, $2::int / 50) n`,
    [accountId, machines],
  );
  await client.query(
    `WITH c AS (SELECT array_agg(id) AS ids FROM category WHERE account_id = $1),
          k AS (SELECT array_agg(id) AS ids FROM customer WHERE account_id = $1)
     INSERT INTO device (account_id, name, status, category_id, customer_id, manufacturer, model, serial_number, year_built, source_power, city, country,
                         street_address, zip_code, gps_latitude, gps_longitude, warranty, transfer_date, warranty_length,
                         inspection_period_in_months)
     SELECT $1, 'Maszyna ' || n, (enum_range(NULL::device_status))[1 + n % 8], c.ids[1 + n % 20],
            k.ids[1 + n % array_length(k.ids, 1)], 'Wytwórnia ' || n % 40, 'M-' || n % 300, 'SN-' || md5(n::text),
            1990 + n % 36, '400 V', 'Warszawa', 'PL',
            'ul. Długa ' || n % 300, '00-' || lpad((n % 1000)::text, 3, '0'),
            CASE WHEN n % 3 > 0 THEN 49 + n % 571 / 100.0 END, CASE WHEN n % 3 > 0 THEN 14 + n % 997 / 100.0 END,
            'production', DATE '2024-01-01' + n % 700, 24, 12 * (1 + n % 4)
       FROM generate_series(1, $2::int) n, c, k`,
    [accountId, machines],
  );
  // Whatever comes next asks by keys: without statistics it would read whole tables.
  await client.query('VACUUM (ANALYZE)');
}

/** Six years of protocols: every second a repair, nine of ten signed, some on two machines of one customer. */
async function fillProtocols(
  client: pg.Client,
  { accountId, userId }: Account,
  { machines, protocols }: Size,
): Promise<void> {
  // Without triggers and key checks: filling in their columns for all protocols at once is faster.
  await client.query('SET session_replication_role = replica');
  await client.query(
    `WITH d AS (SELECT array_agg(customer_id ORDER BY id) AS customers FROM device WHERE account_id = $1)
     INSERT INTO service (account_id, number, year, month, date, types, state, current_version, user_id, user_created_id,
                          customer_id, fault_description)
     SELECT $1, n, extract(year FROM at), extract(month FROM at), at,
            ARRAY[CASE WHEN n % 2 = 0 THEN 'REPAIR' ELSE 'PERIODIC_INSPECTION' END]::service_type[],
            CASE WHEN n % 10 = 0 THEN 'NEW' ELSE 'SIGNED' END::service_state, CASE WHEN n % 10 = 0 THEN 0 ELSE 1 END, $2, $2,
            d.customers[1 + abs(hashint4(n) % $4::int)],
            CASE WHEN n % 2 = 0 THEN (ARRAY['Wyciek oleju', 'Brak ciśnienia', 'Hałas łożyska', 'Nie uruchamia się'])[1 + n / 2 % 4] || ', błąd ' || n % 500 ELSE '' END
       FROM d, generate_series(1, $3::int) n, LATERAL (SELECT now() - n * (interval '6 years' / $3) AS at) AS moment`,
    [accountId, userId, protocols, machines],
  );
  await client.query(
    `WITH d AS (SELECT array_agg(id ORDER BY id) AS ids FROM device WHERE account_id = $1)
     INSERT INTO service_device (account_id, service_id, device_id, position)
     SELECT $1, s.id, d.ids[1 + (abs(hashint4(s.number) % $2::int) + other * $2 / 50) % $2], other
       FROM service s, d, generate_series(0, 1) other
      WHERE s.account_id = $1 AND (other = 0 OR s.number % 5 = 0)`,
    [accountId, machines],
  );
  await client.query('RESET session_replication_role');
  await client.query('VACUUM (ANALYZE) service');
  await client.query('VACUUM (ANALYZE) service_device');
  await client.query(`UPDATE service SET search = '' WHERE account_id = $1`, [accountId]);
  await client.query(
    'SELECT device_refresh_inspection($1::int, array_agg(id)) FROM device WHERE account_id = $1::int',
    [accountId],
  );
}

/** Due within the next two months or no day at all; every third planned from a protocol, every second somebody's. */
async function fillTodos(client: pg.Client, { accountId, userId }: Account, { todos }: Size): Promise<void> {
  await client.query(
    `WITH s AS (SELECT array_agg(id ORDER BY id) AS ids FROM service WHERE account_id = $1)
     INSERT INTO todo (account_id, description, status, date, service_id, assignee_id, user_created_id)
     SELECT $1, 'Task ' || n, CASE WHEN n % 4 = 0 THEN 'DONE' ELSE 'TODO' END::todo_status,
            CASE WHEN n % 5 > 0 THEN CURRENT_DATE + n % 60 END, CASE WHEN n % 3 = 0 THEN s.ids[n] END,
            CASE WHEN n % 2 = 0 THEN $2::int END, $2::int
       FROM s, generate_series(1, $3::int) n`,
    [accountId, userId, todos],
  );
}
