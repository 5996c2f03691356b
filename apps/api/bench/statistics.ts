/** 60,000 protocols of six years, and the calls that count them. */
import type pg from 'pg';
import type { Account } from './dataset.ts';

export const protocols = 60_000;

const lastYear = () => {
  const now = Date.now();
  const day = (moment: number) => new Date(moment).toISOString().slice(0, 10);
  return `dateFrom=${day(now - 365 * 864e5)}&dateTo=${day(now)}`;
};

/** What is asked for most: the home page, and a year of figures. */
export const statisticsCalls = {
  'the home page': '/api/statistics/home',
  'a year by employee': `/api/statistics/servicesUsers?${lastYear()}`,
  'a year’s overview': `/api/statistics/overview?${lastYear()}`,
};

/** Protocols spread over the account's machines: every second a repair, nine of ten signed, some on two machines. */
export async function fillProtocols(client: pg.Client, { accountId, userId }: Account): Promise<void> {
  // What the triggers keep of each protocol (inspections, searched text) is not what is measured here.
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
  await client.query('VACUUM (ANALYZE) service');
  await client.query('VACUUM (ANALYZE) service_device');
}
