/** The office's overviews over 60,000 protocols, and the statements they run, for the floor to run again. */
import type pg from 'pg';
import type { Deps } from '../src/context.ts';
import { assertNamesAccount } from '../src/platform/database.ts';
import type { Account } from './dataset.ts';

export const protocols = 60_000;

export interface Statement {
  text: string;
  values: unknown[];
}

const lastYear = () => {
  const now = Date.now();
  const day = (moment: number) => new Date(moment).toISOString().slice(0, 10);
  return `dateFrom=${day(now - 365 * 864e5)}&dateTo=${day(now)}`;
};

/** Path and, where it is a search, body. */
export const overviewCalls: Record<string, [path: string, body?: object]> = {
  'home page': ['/api/statistics/home'],
  'a year by employee': [`/api/statistics/servicesUsers?${lastYear()}`],
  'a year’s statistics': [`/api/statistics/overview?${lastYear()}`],
  'inspections, first 50': ['/api/device/periodicInspections/search', { size: 50 }],
  'inspections after warranty hidden': [
    '/api/device/periodicInspections/search',
    { size: 50, onlyActual: true },
  ],
  'inspections of a month': [
    '/api/device/periodicInspections/calendar',
    { month: new Date().toISOString().slice(0, 7) },
  ],
  'service events, first 50': ['/api/service/search', { size: 50 }],
  'service events, a machine’s name': ['/api/service/search', { size: 50, text: 'maszyna 77' }],
  'to-dos, first 50': ['/api/todo/search', { size: 50 }],
};

/**
 * The reads a call makes past Prisma. What else it runs (the account's timezone, the to-dos' people) the floor leaves
 * out, so the ratio is the lower one.
 */
export async function recordStatements(deps: Deps, call: () => Promise<unknown>): Promise<Statement[]> {
  const { read } = deps.db;
  const statements: Statement[] = [];
  deps.db.read = (account, statement, name) => {
    const { text, values } = assertNamesAccount(statement, account.accountId);
    statements.push({ text, values: [...values] });
    return read(account, statement, name);
  };
  try {
    await call();
    return statements;
  } finally {
    deps.db.read = read;
  }
}

/** Protocols spread over the account's machines: every second a repair, nine of ten signed, some on two machines. */
export async function fillProtocols(client: pg.Client, { accountId, userId }: Account): Promise<void> {
  // What the triggers keep of each protocol is quicker filled in for all at once.
  for (const table of ['service', 'service_device'])
    await client.query(`ALTER TABLE ${table} DISABLE TRIGGER USER`);
  await client.query(
    `INSERT INTO service (account_id, number, year, month, date, types, state, current_version, user_id, customer_id)
     SELECT $1, n, extract(year FROM at), extract(month FROM at), at,
            ARRAY[CASE WHEN n % 2 = 0 THEN 'REPAIR' ELSE 'PERIODIC_INSPECTION' END]::service_type[],
            CASE WHEN n % 10 = 0 THEN 'NEW' ELSE 'SIGNED' END::service_state, CASE WHEN n % 10 = 0 THEN 0 ELSE 1 END, $2,
            (SELECT min(id) FROM customer WHERE account_id = $1)
       FROM generate_series(1, $3::int) n, LATERAL (SELECT now() - n * interval '52 minutes' AS at) AS moment`,
    [accountId, userId, protocols],
  );
  await client.query(
    `WITH d AS (SELECT array_agg(id) AS ids FROM device WHERE account_id = $1)
     INSERT INTO service_device (account_id, service_id, device_id)
     SELECT $1, s.id, d.ids[1 + (s.number * 7919 + extra) % array_length(d.ids, 1)]
       FROM service s, d, generate_series(0, 1) extra
      WHERE s.account_id = $1 AND (extra = 0 OR s.number % 5 = 0)`,
    [accountId],
  );
  for (const table of ['service', 'service_device'])
    await client.query(`ALTER TABLE ${table} ENABLE TRIGGER USER`);
  // Without statistics every trigger would read whole tables.
  await client.query('VACUUM (ANALYZE) service');
  await client.query('VACUUM (ANALYZE) service_device');
  await client.query(`UPDATE service SET search = '' WHERE account_id = $1`, [accountId]);
  await client.query(
    'SELECT device_refresh_inspection($1::int, array_agg(id)) FROM device WHERE account_id = $1::int',
    [accountId],
  );
  await client.query(
    `INSERT INTO todo (account_id, description, date, user_created_id, updated_at)
     SELECT $1, 'Task ' || n, CURRENT_DATE + n % 60, $2, now() FROM generate_series(1, 2000) n`,
    [accountId, userId],
  );
  await client.query('VACUUM (ANALYZE) device');
  await client.query('VACUUM (ANALYZE) todo');
  await client.query('VACUUM (ANALYZE) service');
}
