/**
 * `pnpm bench:working-set`: what a phone takes along of accounts of three sizes, first and after one change: bytes, time,
 * and how long the server answers nobody else meanwhile. Prints a table. Times on a shared machine mean little.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import path from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { applyMigrations } from '@servicebook/prisma/migrate';
import type { WorkingSet } from '@servicebook/shared/offline';
import pg from 'pg';
import { readConfig } from '../src/config.ts';
import { type ReadyConfig, startServer } from '../src/main.ts';
import { startEmbeddedPostgres } from '../src/platform/embedded-postgres.ts';
import { createSession } from '../src/platform/session.ts';
import { cpuSeconds } from './cpu.ts';
import { type Account, fillAccount } from './dataset.ts';
import { fillVisits, mondayOfThisWeek } from './visits.ts';

const dataDir = await mkdtemp(path.join(tmpdir(), 'servicebook-bench-'));
const postgres = await startEmbeddedPostgres({ dataDir: path.join(dataDir, 'postgres') });
const client = new pg.Client({ connectionString: postgres.url });

/** Ten actions of a category, six of them with values on every protocol, contacts, and a note on every second machine. */
async function fillWork({ accountId, userId }: Account): Promise<void> {
  await client.query(
    `UPDATE category SET service_review_operations = ARRAY(
       SELECT json_build_object('name', 'Kontrola zespołu nr ' || n, 'fields',
         json_build_array(json_build_object('name', 'Wartość', 'unit', 'mm')))::text FROM generate_series(1, 10) n)
      WHERE account_id = $1`,
    [accountId],
  );
  await client.query(
    `INSERT INTO service_action (account_id, service_id, device_id, position, name, quantity, fields)
     SELECT $1, sd.service_id, sd.device_id, n, 'Kontrola zespołu nr ' || n, 1,
            json_build_array(json_build_object('name', 'Wartość', 'unit', 'mm', 'value', (sd.service_id * n % 97)::text))
       FROM service_device sd, generate_series(1, 6) n WHERE sd.account_id = $1`,
    [accountId],
  );
  await client.query(
    `INSERT INTO customer_contact (account_id, customer_id, name, role, phone, email, is_main)
     SELECT $1, id, 'Osoba ' || id, 'Kierownik', '+48 600 ' || id, 'osoba' || id || '@example.com', TRUE
       FROM customer WHERE account_id = $1`,
    [accountId],
  );
  await client.query(
    `INSERT INTO device_note (account_id, device_id, text, user_created_id, user_updated_id, updated_at)
     SELECT $1, id, 'Klucz do pomieszczenia nr ' || id || ' jest w portierni.', $2, $2, now()
       FROM device WHERE account_id = $1 AND id % 2 = 0`,
    [accountId, userId],
  );
  await client.query('VACUUM (ANALYZE)');
}

const stored = new Map<string, string>();
let revision: string | null = null;
const delay = monitorEventLoopDelay({ resolution: 5 });

/** Asks until the phone has everything. */
async function refresh(url: string, cookie: string, title: string): Promise<void> {
  let [answers, raw, gzip, brotli, seconds, sent, longest, asked] = [0, 0, 0, 0, 0, 0, 0, 0];
  const cpuBefore = cpuSeconds(databasePid);
  let cpuOfCaller = 0;
  do {
    const body = JSON.stringify({ revision, have: Object.fromEntries(stored) });
    asked += body.length;
    const start = performance.now();
    delay.reset();
    delay.enable();
    const answer = await fetch(`${url}/api/offline/workingSet`, {
      method: 'POST',
      headers: {
        ...{ 'X-Requested-With': 'XMLHttpRequest', Cookie: cookie },
        ...{ 'Content-Type': 'application/json', 'Accept-Encoding': 'identity' },
      },
      body,
    });
    const text = await answer.text();
    delay.disable();
    if (answer.status !== 200) throw new Error(`${answer.status}: ${text.slice(0, 500)}`);
    seconds += (performance.now() - start) / 1000;
    longest = Math.max(longest, delay.max / 1e6);
    const usage = process.cpuUsage();
    answers++;
    raw += Buffer.byteLength(text);
    gzip += gzipSync(text, { level: 1 }).length;
    brotli += brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }).length;
    const { set, ...last } = JSON.parse(text) as WorkingSet;
    revision = last.revision;
    const before = new Map(stored);
    if (set) stored.clear();
    for (const { key, hash, records } of set?.chunks ?? []) {
      if (records) sent++;
      if (records || before.get(key) === hash) stored.set(key, hash);
    }
    const own = process.cpuUsage(usage);
    cpuOfCaller += (own.user + own.system) / 1e6;
  } while (revision === null);
  const cpu = cpuSeconds(databasePid) - cpuBefore - cpuOfCaller;
  const kb = (bytes: number) => Math.round(bytes / 100) / 10;
  console.log(
    `| ${title} | ${answers} | ${sent} of ${stored.size} | ${kb(asked)} | ${kb(raw)} | ${kb(gzip)} | ${kb(brotli)} | ${seconds.toFixed(2)} | ${cpu.toFixed(2)} | ${longest.toFixed(0)} | ${loadavg()[0]?.toFixed(1)} |`,
  );
}

let databasePid = 0;
try {
  await applyMigrations(postgres.url);
  const server = await startServer(
    readConfig({
      NODE_ENV: 'test',
      PORT: '0',
      HOST: '127.0.0.1',
      DATA_DIR: dataDir,
      DATABASE_URL: postgres.url,
      SMTP_URL: 'smtp://127.0.0.1:1',
      LOG_LEVEL: 'fatal',
    }) as ReadyConfig,
  );
  await client.connect();
  const { rows } = await client.query<{ pid: number }>(
    `SELECT (regexp_match(pg_read_file('postmaster.pid'), '^\\d+'))[1]::int AS pid`,
  );
  databasePid = rows[0]?.pid ?? 0;
  console.log(
    '| account | answers | chunks sent | kB asked | kB | gzip | Brotli | seconds | seconds of CPU | longest pause, ms | load |\n|---|---|---|---|---|---|---|---|---|---|---|',
  );
  for (const machines of [60, 1_000, 5_000]) {
    const size = { machines, protocols: machines * 6, todos: machines / 5 };
    const account = await fillAccount(client, `phone-${machines}`, size);
    await fillVisits(postgres.url, account.accountId, mondayOfThisWeek());
    await fillWork(account);
    const { rows: technicians } = await client.query<{ id: number }>(
      'SELECT user_id AS id FROM visit_technician WHERE account_id = $1 ORDER BY user_id LIMIT 1',
      [account.accountId],
    );
    const { accountId } = account;
    const caller = { language: 'en', timezone: 'UTC', requestId: '', ip: '', userAgent: 'bench' } as const;
    const token = await createSession(server.deps, caller, {
      accountId,
      id: technicians[0]?.id ?? account.userId,
    });
    stored.clear();
    revision = null;
    const cookie = `servicebook=${token}`;
    const title = `${machines.toLocaleString('en')} machines`;
    await refresh(server.url, cookie, `${title}, first`);
    await refresh(server.url, cookie, 'unchanged');
    const oneMachine = `SELECT id FROM device WHERE account_id = ${accountId} ORDER BY id OFFSET ${machines / 2} LIMIT 1`;
    await client.query(`UPDATE device SET city = 'Gdańsk' WHERE account_id = $1 AND id = (${oneMachine})`, [
      accountId,
    ]);
    await refresh(server.url, cookie, 'one machine changed');
    await client.query(
      `UPDATE service SET remarks = 'Uwaga' WHERE account_id = $1 AND id = (
         SELECT s.id FROM service s JOIN service_device sd ON sd.account_id = s.account_id AND sd.service_id = s.id
          WHERE s.account_id = $1 AND sd.device_id = (${oneMachine}) ORDER BY s.date DESC, s.id DESC LIMIT 1)`,
      [accountId],
    );
    await refresh(server.url, cookie, 'one protocol changed');
  }
  await server.stop();
  await client.end();
} finally {
  await postgres.stop();
  await rm(dataDir, { recursive: true, force: true });
}
