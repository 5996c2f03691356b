/** An import during which the real server, or its process for it, is killed again and again, and the same one left in peace, to be compared. */
import type { ChildProcess } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Import } from '@servicebook/shared/import';
import type { ImportField } from '@servicebook/shared/import-fields';
import pg from 'pg';
import { isAlive } from '../platform/embedded-postgres-lock.ts';
import { hashPassword } from '../platform/password.ts';
import { freePort } from './free-port.ts';
import { processesOf, startServer } from './server-process.ts';

export interface KilledImport {
  /** Rows that were done when the server was killed, each time. */
  deaths: number[];
  /** What both companies have then: all rows of all tables that an import writes, without ids and times. */
  killed: string[];
  undisturbed: string[];
  /** The finished import, and its entries in the log. */
  made: Import;
  logged: number;
  /** Processes that are alive after the server was stopped, as an operator stops it. */
  left: number[];
}

const password = 'a test, no secret';
const fields: ImportField[] = [
  ...(['customer.shortName', 'customer.city', 'contact.name', 'category.name', 'action.name'] as const),
  ...(['machine.name', 'machine.serialNumber', 'machine.note', 'past.lastInspection'] as const),
  'todo.text',
];
/** Machines with and without a serial number; only the order of the rows tells the latter apart. */
const rowOf = (row: number) => [
  ...[`Customer ${row % 90}`, 'Łódź', `Person ${row % 180}`, `Kind ${row % 12}`, `Look at ${row % 30}`],
  ...[row % 3 ? `Machine ${row}` : `Machine ${row % 50}`, row % 3 ? `SN-${100_000 + row}` : ''],
  ...[row % 4 ? '' : `Note ${row}`, '2026-02-10', row % 7 ? '' : `Order ${row}`],
];

/**
 * @param kills how often the victim dies while it writes
 * @param victim the server, or only the process in which it runs the import
 */
export async function importWhileKilled(
  databaseUrl: string,
  { rows, kills, victim = 'server' }: { rows: number; kills: number; victim?: 'server' | 'process' },
): Promise<KilledImport> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'servicebook-killed-'));
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const port = await freePort();
  let server: ChildProcess | undefined;
  const start = async () => {
    server = await startServer(port, databaseUrl, dataDir);
  };
  const end = async (signal: 'SIGKILL' | 'SIGTERM') => {
    const ended = server && once(server, 'exit');
    server?.kill(signal);
    await ended;
  };
  const die = async () => {
    if (victim === 'server') {
      await end('SIGKILL');
      await start();
      return;
    }
    const processes = server ? await processesOf(server) : [];
    if (processes.length === 0) throw new Error('the import runs in no process of its own');
    for (const pid of processes) process.kill(pid, 'SIGKILL');
  };
  try {
    await start();
    const peaceful = await prepared(client, port, 'peaceful', rows);
    await call<Import>(peaceful, 'POST', `run/${peaceful.id}`);
    await settled(peaceful);
    const dying = await prepared(client, port, 'dying', rows);
    await call<Import>(dying, 'POST', `run/${dying.id}`);
    const deaths: number[] = [];
    while (deaths.length < kills) {
      await untilDone(client, dying.id, Math.floor((rows * deaths.length) / kills));
      // Anywhere in a batch: while it is planned, written or committed.
      await sleep(randomInt(0, 150));
      await die();
      deaths.push((await progress(client, dying.id)).done);
      await hurry(client);
    }
    const made = await settled(dying, () => hurry(client));
    const log = await client.query(
      `SELECT count(*)::int AS count FROM audit_log WHERE account_id = $1 AND kind = 'IMPORTED'`,
      [dying.accountId],
    );
    const processes = server ? await processesOf(server) : [];
    await end('SIGTERM');
    return {
      ...{ deaths, made, logged: log.rows[0]?.count, left: processes.filter(isAlive) },
      killed: await contentOf(client, dying.accountId),
      undisturbed: await contentOf(client, peaceful.accountId),
    };
  } finally {
    if (server?.exitCode === null && server.signalCode === null) await end('SIGKILL');
    await client.end();
    await rm(dataDir, { recursive: true, force: true });
  }
}

interface Prepared {
  port: number;
  cookie: string;
  accountId: number;
  id: number;
}

/** A company whose import is checked. */
async function prepared(client: pg.Client, port: number, name: string, rows: number): Promise<Prepared> {
  const email = `${name}@example.com`;
  const account = await client.query(
    `INSERT INTO account (company_name, language, timezone) VALUES ($1, 'en', 'UTC') RETURNING id`,
    [name],
  );
  const accountId = account.rows[0]?.id as number;
  await client.query('INSERT INTO login_identity (email, account_id, claimed_at) VALUES ($1, $2, now())', [
    email,
    accountId,
  ]);
  await client.query(
    `INSERT INTO app_user (account_id, email, first_name, last_name, active, activated_at, is_admin, account_plan_id, password_hash)
     SELECT $1, $2, 'Test', 'User', TRUE, now(), TRUE, id, $3 FROM account_plan WHERE code = 'FREE' AND language = 'en'`,
    [accountId, email, await hashPassword(password)],
  );
  const answer = await fetch(`http://127.0.0.1:${port}/api/user/auth`, {
    headers: {
      'X-Requested-With': 'XMLHttpRequest',
      Authorization: `Basic ${Buffer.from(`${email}:${password}`).toString('base64')}`,
    },
  });
  const [cookie = ''] = answer.headers.getSetCookie()[0]?.split(';') ?? [];
  const own = { port, cookie, accountId, id: 0 };
  const file = new FormData();
  const list = [fields, ...Array.from({ length: rows }, (_, row) => rowOf(row))];
  file.append('file', new Blob([list.map((row) => row.join(';')).join('\n')]), 'list.csv');
  const { id } = await call<Import>(own, 'POST', 'upload', file);
  const columns = fields.map((field) => ({ field, dateOrder: null }));
  await call(own, 'PUT', 'mapping', { id, sheets: [{ headerRow: 1, columns }], options: {} });
  await call(own, 'POST', `check/${id}`);
  const checked = await settled({ ...own, id });
  if (checked.counts.rows.ERROR > 0) throw new Error(`errors: ${JSON.stringify(checked.counts)}`);
  return { ...own, id };
}

async function call<Answer>(
  { port, cookie }: Pick<Prepared, 'port' | 'cookie'>,
  method: string,
  name: string,
  body?: object,
): Promise<Answer> {
  const isForm = body instanceof FormData;
  const answer = await fetch(`http://127.0.0.1:${port}/api/import/${name}`, {
    method,
    headers: {
      ...{ 'X-Requested-With': 'XMLHttpRequest', Cookie: cookie },
      ...(body && !isForm && { 'Content-Type': 'application/json' }),
    },
    ...(body && { body: isForm ? body : JSON.stringify(body) }),
  });
  const text = await answer.text();
  if (answer.status !== 200) throw new Error(`${name} answered ${answer.status}: ${text.slice(0, 500)}`);
  return JSON.parse(text) as Answer;
}

async function settled(made: Prepared, meanwhile = async () => {}): Promise<Import> {
  for (;;) {
    const found = await call<Import>(made, 'GET', `findById/${made.id}`);
    if (!['CHECKING', 'RUNNING'].includes(found.state)) return found;
    await meanwhile();
    await sleep(200);
  }
}

async function progress(client: pg.Client, id: number): Promise<{ state: string; done: number }> {
  const { rows } = await client.query('SELECT state, done FROM import WHERE id = $1', [id]);
  return rows[0];
}

async function untilDone(client: pg.Client, id: number, rows: number): Promise<void> {
  for (;;) {
    const { state, done } = await progress(client, id);
    if (state !== 'RUNNING')
      throw new Error(`the import is ${state} before the server was killed often enough`);
    if (done >= rows) return;
    await hurry(client);
    await sleep(50);
  }
}

/** The time passes at once after which a dead server's work is taken by another one. Living ones keep theirs. */
async function hurry(client: pg.Client): Promise<void> {
  await client.query(
    `UPDATE pgboss.job SET heartbeat_on = heartbeat_on - interval '1 minute'
      WHERE state = 'active' AND heartbeat_on < now() - interval '6 seconds'`,
  );
  await client.query(
    `UPDATE pgboss.job SET start_after = now() WHERE state = 'retry' AND start_after > now()`,
  );
}

/** All rows of a company that an import writes, with the names of what they belong to, sorted. */
async function contentOf(client: pg.Client, accountId: number): Promise<string[]> {
  const customer = `jsonb_build_object('customer', (SELECT short_name FROM customer c WHERE c.account_id = t.account_id AND c.id = t.customer_id))`;
  const category = `jsonb_build_object('category', (SELECT name FROM category c WHERE c.account_id = t.account_id AND c.id = t.category_id))`;
  const machine = `jsonb_build_object('machine', (SELECT d.name || '/' || d.serial_number FROM device d WHERE d.account_id = t.account_id AND d.id = t.device_id))`;
  const parents: Record<string, string> = {
    ...{ customer: `'{}'`, category: `'{}'`, todo: `'{}'`, customer_contact: customer },
    ...{ device: `${customer} || ${category}`, device_note: machine, part: machine, past_service: machine },
  };
  const all: string[] = [];
  for (const [table, parent] of Object.entries(parents)) {
    const { rows } = await client.query<{ row: string }>(
      `SELECT '${table} ' || (to_jsonb(t) - '{account_id,id,customer_id,category_id,device_id,user_created_id,user_updated_id,search,created_at,updated_at}'::text[]
                || ${parent}::jsonb)::text AS row FROM "${table}" t WHERE account_id = $1 ORDER BY 1`,
      [accountId],
    );
    all.push(...rows.map(({ row }) => row));
  }
  return all;
}
