/**
 * `pnpm bench`: how near the application comes to bare node:http and pg with the same statements, in one run on one
 * machine. Prints ratios of throughput (1.00 is the floor); absolute figures of a shared machine mean nothing.
 * `pnpm bench --account large --rounds 3 inspections map` takes one account, fewer rounds, and only calls with these
 * words in their titles; `--explain` prints the plans of the overviews' statements instead. Before that it draws and
 * seals documents; `pnpm bench documents` does this alone.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { Agent, type IncomingMessage, request } from 'node:http';
import { loadavg, tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { applyMigrations } from '@servicebook/prisma/migrate';
import pg from 'pg';
import { readConfig } from '../src/config.ts';
import type { Deps } from '../src/deps.ts';
import { type ReadyConfig, startServer } from '../src/main.ts';
import { startEmbeddedPostgres } from '../src/platform/embedded-postgres.ts';
import { createSession } from '../src/platform/session.ts';
import { cpuSeconds } from './cpu.ts';
import { type Account, fillAccount, type Size, sizes } from './dataset.ts';
import { measureDocuments } from './documents.ts';
import { type Floor, startFloor } from './floor.ts';
import { overviewCalls, recordStatements, type Statement } from './overviews.ts';
import { fillVisits, mondayOfThisWeek } from './visits.ts';

const { values: options, positionals: words } = parseArgs({
  options: {
    account: { type: 'string' },
    rounds: { type: 'string', default: '9' },
    explain: { type: 'boolean', default: false },
  },
  allowPositionals: true,
});
const isWanted = (title: string): boolean => words.every((word) => title.includes(word));
const rounds = Number(options.rounds);
const roundMilliseconds = 500;
const concurrency = 4;
/** Nobody asks for more machines than this at once. */
const fullListUpTo = 10_000;
const agent = new Agent({ keepAlive: true, maxSockets: concurrency });

interface Call {
  url: string;
  method?: string;
  body?: string;
  headers?: Record<string, string>;
  /** The answer expected, 200 when not given. */
  status?: number;
}

interface Answer {
  headers: IncomingMessage['headers'];
  /** The bytes received. */
  bytes: number;
}

const send = ({ url, method = 'GET', body, headers = {}, status = 200 }: Call) =>
  new Promise<Answer>((resolve, reject) => {
    const outgoing = request(url, { method, agent, headers }, (response) => {
      let bytes = 0;
      response.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
      });
      response.once('end', () => {
        if (response.statusCode === status) resolve({ headers: response.headers, bytes });
        else reject(new Error(`${url} answered ${response.statusCode}`));
      });
    });
    outgoing.once('error', reject).end(body);
  });

/** Calls a second of the clock and of the processors, several at once, for one round. */
async function throughput(call: Call): Promise<{ clock: number; processors: number }> {
  let done = 0;
  const cpuBefore = cpuSeconds(databasePid);
  const start = performance.now();
  await Promise.all(
    Array.from({ length: concurrency }, async () => {
      while (performance.now() - start < roundMilliseconds) {
        await send(call);
        done++;
      }
    }),
  );
  return {
    clock: (done / (performance.now() - start)) * 1000,
    processors: done / (cpuSeconds(databasePid) - cpuBefore),
  };
}

const median = (values: number[]): string =>
  (values.toSorted((a, b) => a - b)[values.length >> 1] as number).toFixed(2);

/**
 * Medians of ratios taken in turn, so that a slow moment of the machine meets both sides. Where others want the
 * processors too, whoever spreads its work over more processes gets more of them: the second ratio does not see that.
 */
async function compare(title: string, ours: Call, floor: Call): Promise<void> {
  if (options.explain || !isWanted(title)) return;
  await throughput(ours);
  await throughput(floor);
  const clock: number[] = [];
  const processors: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const [one, other] = [await throughput(ours), await throughput(floor)];
    clock.push(one.clock / other.clock);
    processors.push(one.processors / other.processors);
  }
  console.log(`| ${title} | ${median(clock)} | ${median(processors)} | ${loadavg()[0]?.toFixed(1)} |`);
}

/**
 * How long a caller waits, one call at a time, and the processor time of a call in all processes. The second does not
 * depend on what else runs: on a quiet machine, a caller waits about as long.
 */
async function waitingTimes(title: string, call: Call): Promise<void> {
  if (options.explain || !isWanted(title)) return;
  for (let count = 0; count < 20; count++) await send(call);
  const times: number[] = [];
  const cpuBefore = cpuSeconds(databasePid);
  for (let count = 0; count < 200; count++) {
    const start = performance.now();
    await send(call);
    times.push(performance.now() - start);
  }
  const processors = ((cpuSeconds(databasePid) - cpuBefore) / times.length) * 1000;
  times.sort((a, b) => a - b);
  const at = (part: number) => (times[Math.floor(times.length * part)] as number).toFixed(1);
  console.log(
    `| ${title} | p50 ${at(0.5)} ms | p95 ${at(0.95)} ms, ${processors.toFixed(1)} ms of CPU | ${loadavg()[0]?.toFixed(1)} |`,
  );
}

async function explain(title: string, statements: Statement[]): Promise<void> {
  for (const { text, values } of statements) {
    const { rows } = await client.query<{ 'QUERY PLAN': string }>(
      `EXPLAIN (ANALYZE, BUFFERS) ${text}`,
      values,
    );
    console.log([`\n${title}`, ...rows.map((row) => row['QUERY PLAN'])].join('\n'));
  }
}

async function measure(
  title: string,
  account: Account & Size,
  application: { url: string; cookie: string; deps: Deps },
  floor: Floor,
): Promise<void> {
  const headers = {
    'X-Requested-With': 'XMLHttpRequest',
    'Content-Type': 'application/json',
    Cookie: application.cookie,
  };
  const search = (text: string): Call => ({
    url: `${application.url}/api/device/search`,
    method: 'POST',
    body: JSON.stringify({ text, size: 50 }),
    headers,
  });
  const cases: [string, string][] = [
    ['first 50', ''],
    ['first 50, rare text', 'SN-c4ca4238'],
    ['first 50, a customer’s name', 'klient 77'],
    ['first 50, nothing found', 'żółw'],
  ];
  for (const [name, text] of cases) {
    await compare(`${title}: ${name}`, search(text), {
      url: `${floor.url}/search?text=${encodeURIComponent(text)}`,
    });
  }
  const { rows } = await client.query<{ id: number }>(
    'SELECT min(id) AS id FROM device WHERE account_id = $1',
    [account.accountId],
  );
  const id = rows[0]?.id;
  await compare(
    `${title}: one by id`,
    { url: `${application.url}/api/device/findById/${id}`, headers },
    { url: `${floor.url}/one/${id}` },
  );
  for (const [name, [path, body]] of Object.entries(overviewCalls)) {
    if (!isWanted(`${title}: ${name}`)) continue;
    const call: Call = {
      url: `${application.url}${path}`,
      headers,
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
    };
    // The first call leaves the session remembered, so that its look-up is not among the statements.
    await send(call);
    const statements = await recordStatements(application.deps, () => send(call));
    if (options.explain) await explain(`${title}: ${name}`, statements);
    await compare(`${title}: ${name}`, call, { url: floor.serve(statements) });
    if (name.startsWith('search everything')) await waitingTimes(`${title}: ${name}`, call);
  }
  if (account.machines > fullListUpTo) return;
  const list: Call = { url: `${application.url}/api/device/findAll`, headers };
  const all: Call = { url: `${floor.url}/all` };
  await compare(`${title}: all of them`, list, all);
  const zipped: Call = { ...list, headers: { ...headers, 'Accept-Encoding': 'gzip' } };
  const [plain, small] = [await send(list), await send(zipped)];
  if (small.headers['content-encoding'] !== 'gzip') throw new Error('the list was not compressed');
  await compare(
    `${title}: all of them, gzip (${(plain.bytes / small.bytes).toFixed(0)} times smaller)`,
    zipped,
    all,
  );
  const known = { ...headers, 'If-None-Match': String(plain.headers.etag) };
  await compare(`${title}: all of them, unchanged`, { ...list, headers: known, status: 304 }, all);
}

/** The server process: the parent of the one that serves this connection. */
async function readDatabasePid(): Promise<number> {
  const { rows } = await client.query<{ pid: number }>(
    `SELECT (regexp_match(pg_read_file('postmaster.pid'), '^\\d+'))[1]::int AS pid`,
  );
  return rows[0]?.pid as number;
}

if (!options.explain && isWanted('documents')) await measureDocuments();
// Everything below measures calls, and needs minutes to fill its accounts.
if (words.includes('documents')) process.exit();

const dataDir = await mkdtemp(path.join(tmpdir(), 'servicebook-bench-'));
const postgres = await startEmbeddedPostgres({ dataDir: path.join(dataDir, 'postgres') });
const client = new pg.Client({ connectionString: postgres.url });
let databasePid = 0;
try {
  await applyMigrations(postgres.url);
  const config = readConfig({
    NODE_ENV: 'test',
    PORT: '0',
    HOST: '127.0.0.1',
    DATA_DIR: dataDir,
    DATABASE_URL: postgres.url,
    SMTP_URL: 'smtp://127.0.0.1:1',
    LOG_LEVEL: 'fatal',
  });
  const server = await startServer(config as ReadyConfig);
  await client.connect();
  databasePid = await readDatabasePid();
  await client.query('ALTER SYSTEM SET autovacuum = off');
  await client.query('SELECT pg_reload_conf()');
  console.log('| call | per second | per second of CPU | load |\n|---|---|---|---|');
  for (const [name, size] of Object.entries(sizes)) {
    if (options.account && options.account !== name) continue;
    const account = await fillAccount(client, name, size);
    await fillVisits(postgres.url, account.accountId, mondayOfThisWeek());
    const caller = { language: 'en', timezone: 'UTC', requestId: '', ip: '', userAgent: 'bench' } as const;
    const token = await createSession(server.deps, caller, {
      accountId: account.accountId,
      id: account.userId,
    });
    const floor = await startFloor(postgres.url, account);
    const title = `${size.machines.toLocaleString('en')} machines`;
    await measure(
      title,
      { ...account, ...size },
      { url: server.url, cookie: `servicebook=${token}`, deps: server.deps },
      floor,
    );
    await floor.stop();
  }
  agent.destroy();
  await server.stop();
} finally {
  await client.end();
  await postgres.stop();
  await rm(dataDir, { recursive: true, force: true });
}
