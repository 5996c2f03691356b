/** Accounts with machines, protocols and to-dos, made by the database itself; the largest in less than a minute. */
import assert from 'node:assert/strict';
import pg from 'pg';

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

const parts = 2;

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

/** Adds one account with its records. */
export async function fillAccount(client: pg.Client, name: string, size: Size): Promise<Account> {
  const [account] = await fillAccounts(client, { [name]: size });
  return account as Account;
}

/**
 * Adds accounts with their records. Machines and protocols are written without triggers and without most indexes; what
 * triggers keep is written by the same functions, and for some rows compared with the triggers' work.
 */
export async function fillAccounts(client: pg.Client, wanted: Record<string, Size>): Promise<Account[]> {
  const accounts: Account[] = [];
  await withoutIndexes(client, ['device', 'service', 'service_device', 'todo'], async () => {
    for (const [name, size] of Object.entries(wanted)) {
      const account = await insertAccount(client, name);
      const names = await fillNames(client, account, size);
      await client.query('SET session_replication_role = replica');
      const machine = await fillMachines(client, account, size, names);
      const protocol = await fillProtocols(client, account, size, machine);
      await fillTodos(client, account, size, protocol);
      await client.query('RESET session_replication_role');
      accounts.push(account);
    }
  });
  for (const account of accounts) await compareWithTriggers(client, account);
  // Otherwise the database would do this in the background while calls are measured.
  await client.query('VACUUM (ANALYZE)');
  await client.query('CHECKPOINT');
  return accounts;
}

/** An account that was added before. */
export async function findAccount(client: pg.Client, name: string): Promise<Account | undefined> {
  const { rows } = await client.query<Account>(
    'SELECT account_id AS "accountId", id AS "userId" FROM app_user WHERE email = $1',
    [emailOf(name)],
  );
  return rows[0];
}

/** Indexes are quicker built once than kept with every row. Keys stay. */
async function withoutIndexes(client: pg.Client, tables: string[], work: () => Promise<void>): Promise<void> {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `SELECT indexrelid::regclass AS name, pg_get_indexdef(indexrelid) AS definition
       FROM pg_index WHERE indrelid = ANY($1::regclass[])
        AND NOT EXISTS (SELECT FROM pg_constraint WHERE conindid = indexrelid)`,
    [tables],
  );
  for (const { name } of rows) await client.query(`DROP INDEX ${name}`);
  await work();
  await client.query(`SET maintenance_work_mem = '256MB'`);
  for (const { definition } of rows) await client.query(definition);
  await client.query('RESET maintenance_work_mem');
}

/**
 * Runs a statement on several connections at once, each for a part of the rows: making words of texts takes most of the
 * time. Triggers and key checks are off.
 * @param statement its last two parameters are the first and the last row
 */
async function inParts(client: pg.Client, rows: number, statement: string, values: unknown[]): Promise<void> {
  const { host, port, user, database, password } = client;
  const size = Math.ceil(rows / parts);
  await Promise.all(
    Array.from({ length: parts }, async (_, part) => {
      const own = new pg.Client({ host, port, user, database, password });
      await own.connect();
      await own.query('SET session_replication_role = replica');
      await own.query(statement, [...values, part * size + 1, Math.min(rows, (part + 1) * size)]);
      await own.end();
    }),
  );
}

/** Takes ids in a row, so that records can name each other by counting. @returns the one before the first */
async function reserveIds(client: pg.Client, table: string, count: number): Promise<number> {
  const { rows } = await client.query<{ before: number }>(
    `SELECT (setval(ids, nextval(ids) + $2) - $2 - 1)::int AS before FROM pg_get_serial_sequence($1, 'id') AS ids`,
    [table, count],
  );
  return rows[0]?.before as number;
}

interface Names {
  customers: number;
  /** The ids before the first. */
  customer: number;
  category: number;
}

/** 20 categories, and a customer for every 50 machines. */
async function fillNames(client: pg.Client, { accountId }: Account, { machines }: Size): Promise<Names> {
  const customers = Math.max(1, Math.floor(machines / 50));
  const customer = await reserveIds(client, 'customer', customers);
  const category = await reserveIds(client, 'category', 20);
  await client.query(
    `INSERT INTO category (account_id, id, name) SELECT $1, $2::int + n, 'Kategoria ' || n FROM generate_series(1, 20) n`,
    [accountId, category],
  );
  await client.query(
    `INSERT INTO customer (account_id, id, short_name, full_name, city)
     SELECT $1, $2::int + n, 'Klient ' || n, 'Przedsiębiorstwo Usługowe nr ' || n, 'Łódź' FROM generate_series(1, $3::int) n`,
    [accountId, customer, customers],
  );
  return { customers, customer, category };
}

/** Of all statuses and categories, a place for two of three. @returns the id before the first */
async function fillMachines(
  client: pg.Client,
  { accountId }: Account,
  { machines }: Size,
  { customers, customer, category }: Names,
): Promise<number> {
  const machine = await reserveIds(client, 'device', machines);
  await inParts(
    client,
    machines,
    `INSERT INTO device (account_id, id, name, status, category_id, customer_id, manufacturer, model, serial_number, year_built,
                         source_power, city, country, street_address, zip_code, gps_latitude, gps_longitude, warranty,
                         transfer_date, warranty_length, inspection_period_in_months, search)
     SELECT $1, d.id, d.name, d.status, c.id, k.id, d.manufacturer, d.model, d.serial, d.year_built, '400 V', 'Warszawa', 'PL',
            d.street, d.zip, CASE WHEN n % 3 > 0 THEN 49 + n % 571 / 100.0 END, CASE WHEN n % 3 > 0 THEN 14 + n % 997 / 100.0 END,
            'production', DATE '2024-01-01' + n % 700, 24, 12 * (1 + n % 4),
            search_column(concat_ws(' ', d.id, d.year_built, 'production', 'PL', c.name),
              ARRAY[d.name, d.manufacturer || ' ' || d.model, d.serial, '400 V', d.street, d.zip || ' Warszawa', k.short_name,
                    k.full_name])
       FROM generate_series($6::int, $7::int) n
      CROSS JOIN LATERAL (SELECT $2::int + n AS id, 'Maszyna ' || n AS name, (enum_range(NULL::device_status))[1 + n % 8] AS status,
              'Wytwórnia ' || n % 40 AS manufacturer, 'M-' || n % 300 AS model, 'SN-' || md5(n::text) AS serial,
              1990 + n % 36 AS year_built, 'ul. Długa ' || n % 300 AS street, '00-' || lpad((n % 1000)::text, 3, '0') AS zip) AS d
       JOIN category c ON c.account_id = $1 AND c.id = $3::int + 1 + n % 20
       JOIN customer k ON k.account_id = $1 AND k.id = $4::int + 1 + n % $5::int`,
    [accountId, machine, category, customer, customers],
  );
  return machine;
}

/**
 * Six years of protocols: every second a repair, nine of ten signed, some on two machines of one customer.
 * @param machine the id before that of the first machine
 * @returns the id before the first
 */
async function fillProtocols(
  client: pg.Client,
  { accountId, userId }: Account,
  { machines, protocols }: Size,
  machine: number,
): Promise<number> {
  const protocol = await reserveIds(client, 'service', protocols);
  const newest = new Date();
  const at = (now: string, count: string) => `${now}::timestamptz - n * (interval '6 years' / ${count}::int)`;
  await client.query(
    `INSERT INTO service_device (account_id, service_id, device_id, position, counted_date, is_repair)
     SELECT $1, $2::int + n, $3::int + 1 + (abs(hashint4(n) % $4::int) + other * $4 / 50) % $4, other, ${at('$6', '$5')}, n % 2 = 0
       FROM generate_series(1, $5::int) n, generate_series(0, 1) other WHERE other = 0 OR n % 5 = 0`,
    [accountId, protocol, machine, machines, protocols, newest],
  );
  // Each table of the join is just filled, so the database does not know yet how large it is.
  await client.query('ANALYZE device, service_device');
  await inParts(
    client,
    protocols,
    `INSERT INTO service (account_id, id, number, year, month, date, types, state, current_version, user_id, user_created_id,
                          customer_id, fault_description, search)
     SELECT $1, $2::int + n, n, s.year, s.month, at, ARRAY[CASE WHEN n % 2 = 0 THEN 'REPAIR' ELSE 'PERIODIC_INSPECTION' END]::service_type[],
            CASE WHEN n % 10 = 0 THEN 'NEW' ELSE 'SIGNED' END::service_state, CASE WHEN n % 10 = 0 THEN 0 ELSE 1 END, u.id, u.id,
            k.id, s.fault,
            search_column(concat_ws(' ', s.fault, u.first_name, u.last_name, d.city, other.city),
              ARRAY[concat_ws('/', n, lpad(s.month::text, 2, '0'), s.year), concat_ws('/', n, s.month, s.year), k.short_name,
                    k.full_name, k.city, d.name, other.name, d.manufacturer || ' ' || d.model,
                    other.manufacturer || ' ' || other.model, d.serial_number, other.serial_number])
       FROM generate_series($6::int, $7::int) n
      CROSS JOIN LATERAL (SELECT ${at('$5', '$3')} AS at) AS moment
      CROSS JOIN LATERAL (SELECT extract(year FROM at)::int AS year, extract(month FROM at)::int AS month,
              CASE WHEN n % 2 = 0 THEN (ARRAY['Wyciek oleju', 'Brak ciśnienia', 'Hałas łożyska', 'Nie uruchamia się'])[1 + n / 2 % 4]
                || ', błąd ' || n % 500 ELSE '' END AS fault) AS s
       JOIN app_user u ON u.account_id = $1 AND u.id = $4
       JOIN service_device first ON first.account_id = $1 AND first.service_id = $2::int + n AND first.position = 0
       JOIN device d ON d.account_id = $1 AND d.id = first.device_id
       JOIN customer k ON k.account_id = $1 AND k.id = d.customer_id
       LEFT JOIN service_device second ON second.account_id = $1 AND second.service_id = $2::int + n AND second.position = 1
       LEFT JOIN device other ON other.account_id = $1 AND other.id = second.device_id`,
    [accountId, protocol, protocols, userId, newest],
  );
  await client.query('ANALYZE service');
  await client.query(
    `UPDATE device d SET last_service_date = last.service, last_inspection_date = last.inspection
       FROM (SELECT sd.device_id, max(s.date AT TIME ZONE 'UTC')::date AS service,
                    max(s.date AT TIME ZONE 'UTC') FILTER (WHERE 'PERIODIC_INSPECTION' = ANY (s.types))::date AS inspection
               FROM service s JOIN service_device sd ON sd.account_id = s.account_id AND sd.service_id = s.id
              WHERE s.account_id = $1 AND s.state = 'SIGNED' GROUP BY sd.device_id) AS last
      WHERE d.account_id = $1 AND d.id = last.device_id`,
    [accountId],
  );
  return protocol;
}

/** Due within the next two months or no day at all; every third planned from a protocol, every second somebody's. */
async function fillTodos(
  client: pg.Client,
  { accountId, userId }: Account,
  { todos }: Size,
  protocol: number,
): Promise<void> {
  await client.query(
    `INSERT INTO todo (account_id, description, status, date, service_id, assignee_id, user_created_id)
     SELECT $1, 'Task ' || n, CASE WHEN n % 4 = 0 THEN 'DONE' ELSE 'TODO' END::todo_status,
            CASE WHEN n % 5 > 0 THEN CURRENT_DATE + n % 60 END, CASE WHEN n % 3 = 0 THEN $4::int + n END,
            CASE WHEN n % 2 = 0 THEN $2::int END, $2::int
       FROM generate_series(1, $3::int) n`,
    [accountId, userId, todos, protocol],
  );
}

/** What triggers keep, and a change upon which they write it anew. */
const kept = {
  device: {
    columns: 'search, last_service_date, last_inspection_date, last_inspection_period',
    change: `search = '', last_service_date = NULL, last_inspection_date = NULL`,
  },
  service: { columns: 'search', change: `search = ''` },
};

/** @throws if the triggers keep other values than were written here */
async function compareWithTriggers(client: pg.Client, { accountId }: Account): Promise<void> {
  const some = 'account_id = $1 AND id % 499 = 0';
  for (const [table, { columns, change }] of Object.entries(kept)) {
    const read = async () =>
      (await client.query(`SELECT ${columns} FROM ${table} WHERE ${some} ORDER BY id`, [accountId])).rows;
    const written = await read();
    await client.query(`UPDATE ${table} SET ${change} WHERE ${some}`, [accountId]);
    await client.query(
      `SELECT device_refresh_inspection(account_id, array_agg(id)) FROM device WHERE ${some} GROUP BY account_id`,
      [accountId],
    );
    assert.deepEqual(await read(), written, table);
  }
  const { rowCount } = await client.query(
    `SELECT FROM service_device sd JOIN service s ON s.account_id = sd.account_id AND s.id = sd.service_id
      WHERE sd.account_id = $1 AND s.id % 499 = 0
        AND (sd.counted_date, sd.is_repair) IS DISTINCT FROM (s.date, 'REPAIR' = ANY (s.types))`,
    [accountId],
  );
  assert.equal(rowCount, 0, 'service_device');
}
