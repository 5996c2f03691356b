/**
 * `pnpm bench:import`: how long an import takes, what memory it needs, and what another company notices meanwhile. Starts
 * the real server in a process of its own with a database of its own; prints a table. `--rows 5000 --customers 500`
 * takes a smaller file, `--existing 100000` a company that has machines already; `--until check` ends after
 * that step.
 * `--kills 20` instead kills the server so often while it writes, and compares the result with an undisturbed run.
 */
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { applyMigrations } from '@servicebook/prisma/migrate';
import type { Import } from '@servicebook/shared/import';
import pg from 'pg';
import { startEmbeddedPostgres } from '../src/platform/embedded-postgres.ts';
import { hashPassword } from '../src/platform/password.ts';
import { importWhileKilled } from '../src/testing/killed-import.ts';
import { processesOf, startServer } from '../src/testing/server-process.ts';
import { databaseCpuSeconds, memoryOf, processorSeconds } from './cpu.ts';
import { emailOf, fillAccount } from './dataset.ts';

const { values: options } = parseArgs({
  options: {
    rows: { type: 'string', default: '50000' },
    customers: { type: 'string', default: '5000' },
    existing: { type: 'string', default: '0' },
    port: { type: 'string', default: '4231' },
    until: { type: 'string' },
    kills: { type: 'string' },
  },
});
const [rows, customers, existing] = [
  Number(options.rows),
  Number(options.customers),
  Number(options.existing),
];
const base = `http://127.0.0.1:${options.port}`;
const password = 'a bench, no secret';

type Headers = Record<string, string>;

async function signIn(client: pg.Client, name: string, machines: number): Promise<Headers> {
  const { userId } = await fillAccount(client, name, { machines, protocols: 10, todos: 0 });
  await client.query('UPDATE app_user SET password_hash = $2 WHERE id = $1', [
    userId,
    await hashPassword(password),
  ]);
  const xhr = { 'X-Requested-With': 'XMLHttpRequest' };
  const credentials = Buffer.from(`${emailOf(name)}:${password}`).toString('base64');
  const answer = await fetch(`${base}/api/user/auth`, {
    headers: { ...xhr, Authorization: `Basic ${credentials}` },
  });
  const [cookie = ''] = answer.headers.getSetCookie()[0]?.split(';') ?? [];
  if (answer.status !== 200) throw new Error(`sign-in answered ${answer.status}: ${await answer.text()}`);
  return { ...xhr, Cookie: cookie };
}

async function call<Answer>(
  headers: Headers,
  method: string,
  address: string,
  body?: object | FormData,
): Promise<Answer> {
  const isForm = body instanceof FormData;
  const answer = await fetch(base + address, {
    method,
    headers: isForm || !body ? headers : { ...headers, 'Content-Type': 'application/json' },
    ...(body && { body: isForm ? body : JSON.stringify(body) }),
  });
  const text = await answer.text();
  if (answer.status !== 200) throw new Error(`${address} answered ${answer.status}: ${text.slice(0, 500)}`);
  return JSON.parse(text) as Answer;
}

const header =
  'Customer number;Customer;Street;Postal code;City;Country;Category;Machine;Manufacturer;Model;Serial number;Year built;Handover date;Inspection interval (months);Last inspection';
/** A company's list as a file. */
const list = (): Blob =>
  new Blob([
    header,
    ...Array.from({ length: rows }, (_, row) => {
      const customer = row % customers;
      const month = String((row % 12) + 1).padStart(2, '0');
      const place = `Long Street ${customer};10${String(customer % 1000).padStart(3, '0')};Berlin;DE`;
      return `\nK${customer};Customer no. ${customer};${place};Category ${row % 30};Machine ${row};Maker ${row % 50};M-${row % 200};SN-${row}-X${row * 7};${2000 + (row % 25)};15.${month}.2020;12;20.${month}.2025`;
    }),
  ]);

async function untilSettled(headers: Headers, id: number): Promise<Import> {
  for (;;) {
    const found = await call<Import>(headers, 'GET', `/api/import/findById/${id}`);
    if (!['CHECKING', 'RUNNING', 'UNDOING'].includes(found.state)) return found;
    await sleep(250);
  }
}

/** The memory of the largest process that the server has started. */
async function memoryOfWork(server: ChildProcess): Promise<number> {
  return Math.max(0, ...(await processesOf(server)).map(memoryOf));
}

/** How long the other company waits for its calls until the work is over, in milliseconds, and the most memory. */
async function watch(headers: Headers, server: ChildProcess, work: Promise<unknown>) {
  let isOver = false;
  const end = () => {
    isOver = true;
  };
  work.then(end, end);
  const taken: number[] = [];
  let [memory, workMemory] = [0, 0];
  while (!isOver) {
    memory = Math.max(memory, memoryOf(server.pid));
    if (taken.length % 5 === 0) workMemory = Math.max(workMemory, await memoryOfWork(server));
    const start = performance.now();
    await call(headers, 'POST', '/api/device/search', { text: 'klient 7', size: 50 });
    taken.push(performance.now() - start);
    await sleep(100);
  }
  return { taken: taken.sort((one, other) => one - other), memory, workMemory };
}

const share = (taken: number[], part: number): string =>
  (taken[Math.min(taken.length - 1, Math.floor(taken.length * part))] ?? 0).toFixed(1);

const dataDir = await mkdtemp(path.join(tmpdir(), 'servicebook-bench-'));
const postgres = await startEmbeddedPostgres({ dataDir: path.join(dataDir, 'postgres') });
const client = new pg.Client({ connectionString: postgres.url });

async function dieAgainAndAgain(kills: number): Promise<void> {
  const { deaths, killed, undisturbed, made, logged } = await importWhileKilled(postgres.url, {
    ...{ rows: Math.min(rows, 10_000), kills },
  });
  const different = killed.filter((row, index) => row !== undisturbed[index]).length;
  console.log(`killed ${deaths.length} times, after ${deaths.join(', ')} of ${made.total} rows`);
  console.log(`${made.state}, ${made.counts.rowsDone} rows done, ${logged} entry in the log`);
  console.log(
    `${killed.length} records, ${undisturbed.length} of an undisturbed run, ${different} of them different`,
  );
}

async function measure(running: ChildProcess): Promise<void> {
  const { rows: postmaster } = await client.query<{ pid: number }>(
    `SELECT (regexp_match(pg_read_file('postmaster.pid'), '^\\d+'))[1]::int AS pid`,
  );
  const databasePid = postmaster[0]?.pid ?? 0;
  const other = await signIn(client, 'other', 2000);
  const mine = await signIn(client, 'importing', Math.max(1000, existing));
  console.log(`${rows} rows, ${customers} customers, ${existing} machines there before`);
  console.log(
    '| step | seconds | seconds of CPU | of these the database | p50 ms of others | p95 ms of others | server MB | its process MB | load |\n|---|---|---|---|---|---|---|---|---|',
  );
  const step = async <Result>(name: string, work: () => Promise<Result>): Promise<Result> => {
    const start = performance.now();
    const used = () =>
      [processorSeconds([running.pid ?? 0], databasePid), databaseCpuSeconds(databasePid)] as const;
    const [allBefore, databaseBefore] = used();
    const working = work();
    const { taken, memory, workMemory } = await watch(other, running, working);
    const result = await working;
    const seconds = ((performance.now() - start) / 1000).toFixed(1);
    const [all, database] = used();
    const cpu = `${(all - allBefore).toFixed(1)} | ${(database - databaseBefore).toFixed(1)}`;
    console.log(
      `| ${name} | ${seconds} | ${cpu} | ${share(taken, 0.5)} | ${share(taken, 0.95)} | ${memory} | ${workMemory} | ${loadavg()[0]?.toFixed(1)} |`,
    );
    return result;
  };
  await step('quiet', () => sleep(10_000));
  // Made before, because the calls that are measured wait for it.
  const file = list();
  const uploaded = await step('upload', () => {
    const form = new FormData();
    form.append('file', file, 'list.csv');
    return call<Import>(mine, 'POST', '/api/import/upload', form);
  });
  const { id } = uploaded;
  const work = async (name: string) => {
    await call(mine, 'POST', `/api/import/${name}/${id}`);
    return untilSettled(mine, id);
  };
  const checked = await step('check', () => work('check'));
  console.log(`<!-- fields ${uploaded.sheets[0]?.columns.map(({ field }) => field).join(' ')} -->`);
  console.log(`<!-- ${JSON.stringify(checked.counts)} -->`);
  if (options.until === 'check') return;
  const done = await step('run', () => work('run'));
  console.log(`<!-- ${done.state} ${done.counts.rowsDone} rows -->`);
  const undone = await step('undo', () => work('undo'));
  await step('quiet again', () => sleep(10_000));
  console.log(`<!-- ${undone.state} ${JSON.stringify(undone.undone)} -->`);
}

async function measureServer(): Promise<void> {
  const server = await startServer(Number(options.port), postgres.url, dataDir);
  await client.connect();
  try {
    await measure(server);
  } finally {
    if (server.exitCode === null) {
      server.kill('SIGTERM');
      await once(server, 'exit');
    }
    await client.end();
  }
}

try {
  await applyMigrations(postgres.url);
  await (options.kills ? dieAgainAndAgain(Number(options.kills)) : measureServer());
} finally {
  await postgres.stop();
  await rm(dataDir, { recursive: true, force: true });
}
