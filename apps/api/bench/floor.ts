/** The floor everything is measured against: bare node:http and pg, the same statements, no framework, no checks. */

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { wordsOf } from '@servicebook/shared/fold-text';
import pg from 'pg';
import type { Account } from './dataset.ts';
import type { Statement } from './overviews.ts';

const columns = `d.id, d.name, d.status, d.status_weight AS "statusWeight", d.own_number AS "ownNumber",
  d.manufacturer, d.model,
  d.serial_number AS "serialNumber", d.year_built AS "yearBuilt",
  d.source_power AS "sourcePower", d.transfer_date::text AS "transferDate", d.warranty,
  d.warranty_length AS "warrantyLength", d.street_address AS "streetAddress", d.zip_code AS "zipCode", d.city, d.country,
  d.gps_latitude AS "gpsLatitude", d.gps_longitude AS "gpsLongitude",
  d.is_periodic_inspection_enabled AS "isPeriodicInspectionEnabled",
  d.inspection_period_in_months AS "inspectionPeriodInMonths", c.id AS "categoryId", c.name AS "categoryName",
  k.id AS "customerId", k.short_name AS "customerShortName", k.full_name AS "customerFullName"`;
const tables = `FROM device d JOIN category c ON c.account_id = d.account_id AND c.id = d.category_id
  JOIN customer k ON k.account_id = d.account_id AND k.id = d.customer_id`;

export interface Floor {
  url: string;
  /** Where these statements are run, one after the other, and their rows answered. */
  serve(statements: Statement[]): string;
  stop(): Promise<void>;
}

export async function startFloor(databaseUrl: string, { accountId }: Account): Promise<Floor> {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 20 });
  const search = async (text: string) => {
    const words = wordsOf(text);
    const match = ['TRUE', ...words.map((_, index) => `d.search LIKE search_pattern($${index + 2})`)].join(
      ' AND ',
    );
    const values = [accountId, ...words];
    const where = `WHERE d.account_id = $1 AND ${match}`;
    const [page, count] = await Promise.all([
      pool.query(`SELECT ${columns} ${tables} ${where} ORDER BY d.status_weight, d.id LIMIT 50`, values),
      pool.query(`SELECT count(*)::int AS count FROM device d ${where}`, values),
    ]);
    return { content: page.rows, totalElements: count.rows[0].count };
  };
  const one = async (id: number) =>
    (await pool.query(`SELECT ${columns} ${tables} WHERE d.account_id = $1 AND d.id = $2`, [accountId, id]))
      .rows[0];
  const all = async () =>
    (
      await pool.query(`SELECT ${columns} ${tables} WHERE d.account_id = $1 ORDER BY d.status_weight, d.id`, [
        accountId,
      ])
    ).rows;

  const served: Statement[][] = [];
  const run = async (statements: Statement[]) => {
    const answers = [];
    for (const { text, values } of statements) answers.push((await pool.query(text, values)).rows);
    return answers;
  };

  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '/', 'http://floor');
    const answer = url.pathname.startsWith('/one/')
      ? await one(Number(url.pathname.slice(5)))
      : url.pathname === '/all'
        ? await all()
        : url.pathname.startsWith('/served/')
          ? await run(served[Number(url.pathname.slice(8))] ?? [])
          : await search(url.searchParams.get('text') ?? '');
    response.setHeader('Content-Type', 'application/json').end(JSON.stringify(answer));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: base,
    serve: (statements) => `${base}/served/${served.push(statements) - 1}`,
    async stop() {
      server.close();
      server.closeAllConnections();
      await pool.end();
    },
  };
}
