/** A company of the bench: what its calls name. */
import type pg from 'pg';
import type { Account } from './dataset.ts';

/** The columns that the form of a machine writes. */
export interface Machine {
  id: number;
  name: string;
  status: string;
  category_id: number;
  customer_id: number;
  own_number: string;
  manufacturer: string;
  model: string;
  serial_number: string;
  source_power: string;
  year_built: number;
  transfer_date: string;
  warranty: string;
  warranty_length: number;
  street_address: string;
  zip_code: string;
  city: string;
  country: string;
  inspection_period_in_months: number;
}

export interface Company extends Account {
  headers: Record<string, string>;
  machines: Machine[];
  /** Those that stand alone. */
  todos: number[];
  /** Not signed yet; each is signed once. */
  unsigned: number[];
  emails: string[];
}

/** @param token of a session */
export async function readCompany(client: pg.Client, account: Account, token: string): Promise<Company> {
  const read = async <Row extends pg.QueryResultRow>(statement: string) =>
    (await client.query<Row>(statement, [account.accountId])).rows;
  const ids = async (statement: string) => (await read<{ id: number }>(statement)).map(({ id }) => id);
  return {
    ...account,
    headers: {
      'X-Requested-With': 'XMLHttpRequest',
      'Content-Type': 'application/json',
      Cookie: `servicebook=${token}`,
    },
    machines: await read<Machine>(
      `SELECT id, name, status, category_id, customer_id, own_number, manufacturer, model, serial_number, source_power,
              year_built, transfer_date::text, warranty, warranty_length, street_address, zip_code, city, country,
              inspection_period_in_months
         FROM device WHERE account_id = $1 ORDER BY id LIMIT 500`,
    ),
    todos: await ids(
      'SELECT id FROM todo WHERE account_id = $1 AND service_id IS NULL ORDER BY id LIMIT 500',
    ),
    unsigned: await ids(`SELECT id FROM service WHERE account_id = $1 AND state = 'NEW' ORDER BY id DESC`),
    emails: (
      await read<{ email: string }>(
        'SELECT email FROM app_user WHERE account_id = $1 AND NOT is_admin ORDER BY id',
      )
    ).map(({ email }) => email),
  };
}
