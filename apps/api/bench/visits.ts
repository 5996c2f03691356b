/** A full planning board, made by the database itself. */
import { addDays } from '@servicebook/shared/calendar';
import pg from 'pg';

const technicians = 60;
const visitsOfWeek = 500;
const withoutDay = 5_000;

export function mondayOfThisWeek(): string {
  const today = new Date();
  return addDays(today.toISOString().slice(0, 10), -((today.getUTCDay() + 6) % 7));
}

/**
 * Adds 60 technicians with 500 visits of the account's machines from Monday to Friday of one week, and 5,000 visits
 * without a day.
 * @param monday YYYY-MM-DD
 */
export async function fillVisits(url: string, accountId: number, monday: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(
      `WITH identity AS (
         INSERT INTO login_identity (email, account_id, claimed_at)
         SELECT 'technician-' || $1::int || '-' || n || '@bench.example.com', $1::int, now()
           FROM generate_series(1, ${technicians}) n
       )
       INSERT INTO app_user (account_id, email, first_name, last_name, position, active, activated_at, account_plan_id)
       SELECT $1::int, 'technician-' || $1::int || '-' || n || '@bench.example.com', 'Technician', 'No. ' || n, 'Service', TRUE,
              now(), p.id
         FROM account_plan p, generate_series(1, ${technicians}) n WHERE p.code = 'FREE' AND p.language = 'en'`,
      [accountId],
    );
    await client.query(
      `WITH k AS (
         SELECT (SELECT array_agg(id ORDER BY id) FROM app_user
                  WHERE account_id = $1 AND email LIKE 'technician-%@bench.example.com') AS technicians,
                (SELECT array_agg(id ORDER BY id) FROM device WHERE account_id = $1) AS devices
       ), planned AS MATERIALIZED (
         SELECT nextval(pg_get_serial_sequence('visit', 'id')) AS id, n,
                k.devices[1 + n % cardinality(k.devices)] AS device, k.technicians[1 + n / 5 % ${technicians}] AS technician,
                CASE WHEN n < ${visitsOfWeek} THEN $2::date + n % 5 END AS day
           FROM k, generate_series(0, ${visitsOfWeek + withoutDay - 1}) n
       ), visits AS (
         INSERT INTO visit (account_id, id, customer_id, types, text, state, day, minutes, user_created_id)
         SELECT $1::int, p.id, d.customer_id, '{PERIODIC_INSPECTION}', 'Yearly inspection',
                CASE WHEN p.day IS NULL THEN 'TO_PLAN' ELSE 'PLANNED' END::visit_state, p.day, 60, p.technician
           FROM planned p JOIN device d ON d.account_id = $1 AND d.id = p.device
       ), machines AS (
         INSERT INTO visit_device (account_id, visit_id, device_id) SELECT $1, id, device FROM planned
       )
       INSERT INTO visit_technician (account_id, visit_id, user_id)
       SELECT $1, id, technician FROM planned WHERE day IS NOT NULL`,
      [accountId, monday],
    );
    await client.query('VACUUM (ANALYZE)');
  } finally {
    await client.end();
  }
}
