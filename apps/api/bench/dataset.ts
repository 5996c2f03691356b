/** 100,000 machines in one account and 10,000 in another, made by the database itself in some seconds. */
import type pg from 'pg';

export const sizes = { large: 100_000, small: 10_000 } as const;

export interface Account {
  accountId: number;
  userId: number;
}

async function insertAccount(client: pg.Client, name: string): Promise<Account> {
  const email = `${name}@bench.example.com`;
  const { rows } = await client.query<{ id: number }>(
    `INSERT INTO account (company_name, language, timezone) VALUES ($1, 'en', 'UTC') RETURNING id`,
    [name],
  );
  const accountId = rows[0]?.id as number;
  await client.query('INSERT INTO login_identity (email, account_id) VALUES ($1, $2)', [email, accountId]);
  const user = await client.query<{ id: number }>(
    `INSERT INTO app_user (account_id, email, first_name, last_name, active, activated_at, is_admin, account_plan_id)
     SELECT $1, $2, 'Bench', 'User', TRUE, now(), TRUE, id FROM account_plan WHERE code = 'FREE' AND language = 'en'
     RETURNING id`,
    [accountId, email],
  );
  return { accountId, userId: user.rows[0]?.id as number };
}

/** Fills one account with machines, a category for every 20 and a customer for every 50 of them. */
export async function fillAccount(client: pg.Client, name: string, machines: number): Promise<Account> {
  const account = await insertAccount(client, name);
  const { accountId } = account;
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
     INSERT INTO device (account_id, name, status, category_id, customer_id, serial_number, source_power, city, country,
                         street_address, zip_code, warranty, transfer_date, warranty_length)
     SELECT $1, 'Maszyna ' || n, (enum_range(NULL::device_status))[1 + n % 8], c.ids[1 + n % 20],
            k.ids[1 + n % array_length(k.ids, 1)], 'SN-' || md5(n::text), '400 V', 'Warszawa', 'PL',
            'ul. Długa ' || n % 300, '00-' || lpad((n % 1000)::text, 3, '0'), 'production', DATE '2024-01-01' + n % 700, 24
       FROM generate_series(1, $2::int) n, c, k`,
    [accountId, machines],
  );
  await client.query('VACUUM (ANALYZE) device');
  await client.query('ANALYZE');
  return account;
}
