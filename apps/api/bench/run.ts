/**
 * `pnpm bench`: how near the application comes to bare node:http and pg, in one run on one machine. Both are processes of
 * their own beside one embedded PostgreSQL, on loopback only. Prints tables; ends after about twenty minutes on two quiet
 * cores, and after an hour whatever happens.
 *
 * - `pnpm bench --account small --rounds 3 to-dos` takes one account, fewer rounds, and only what has these words in its
 *   title. `reads`, `writes`, `protocols`, `neighbours` and `documents` take one of the tables.
 * - `--keep DIR` keeps the filled database there, and uses it again. Writes stay in it.
 * - `--explain` prints the plans of the reads' statements instead.
 */
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { applyMigrations } from '@servicebook/prisma/migrate';
import pg from 'pg';
import { createApp } from '../src/app.ts';
import { readConfig } from '../src/config.ts';
import type { Deps } from '../src/deps.ts';
import { openDeps, type ReadyConfig } from '../src/main.ts';
import { startEmbeddedPostgres } from '../src/platform/embedded-postgres.ts';
import { onEndSignal } from '../src/platform/end-signals.ts';
import { hashPassword } from '../src/platform/password.ts';
import { createSession } from '../src/platform/session.ts';
import { startServer } from '../src/testing/server-process.ts';
import { type Company, readCompany } from './company.ts';
import { databaseCpuSeconds } from './cpu.ts';
import { type Account, fillAccounts, findAccount, type Size, sizes } from './dataset.ts';
import { measureDocuments } from './documents.ts';
import { type Floor, startFloor } from './floor.ts';
import { type Call, closeConnections, compare, comparedColumns, loads, send, table } from './measure.ts';
import { measureNeighbours } from './neighbours.ts';
import { measureProtocols, untilDrawn } from './protocols.ts';
import { type Read, readsOf, recordStatements, type Statement } from './reads.ts';
import { fillVisits, mondayOfThisWeek } from './visits.ts';
import { password, writeConcurrency, writesOf } from './writes.ts';

const { values: options, positionals: words } = parseArgs({
  options: {
    account: { type: 'string' },
    rounds: { type: 'string', default: '5' },
    keep: { type: 'string' },
    explain: { type: 'boolean', default: false },
  },
  allowPositionals: true,
});
const isWanted = (title: string): boolean => words.every((word) => title.includes(word));
const rounds = Number(options.rounds);
const longestMinutes = 60;
/** Nobody asks for more machines than this at once. */
const fullListUpTo = 10_000;

/** Ten companies of the usual size, one of which is also the one that notices others. */
const companySizes = Object.fromEntries(
  Array.from({ length: 10 }, (_, at) => [`company-${at}`, { machines: 200, protocols: 1000, todos: 100 }]),
);
const mainSizes = Object.fromEntries(
  Object.entries(sizes).filter(([name]) => !options.account || options.account === name),
);
const titleOf = ({ machines }: Size) => `${machines.toLocaleString('en')} machines`;

/** Stopped in reverse order. */
const running: (() => Promise<unknown>)[] = [];
let stopping: Promise<void> | undefined;
function stopAll(): Promise<void> {
  stopping ??= (async () => {
    closeConnections();
    for (let stop = running.pop(); stop; stop = running.pop()) await stop();
  })();
  return stopping;
}
const giveUp = (why: string) => {
  console.error(why);
  stopAll().finally(() => process.exit(1));
};
onEndSignal((signal) => giveUp(`ended by ${signal}`));
setTimeout(() => giveUp('took too long'), longestMinutes * 60_000).unref();

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
}

interface Server {
  url: string;
  pid: number;
  stop(): Promise<unknown>;
}

/** The application in a process of its own, as it runs for customers. */
async function startApplication(databaseUrl: string, dataDir: string): Promise<Server> {
  const port = await freePort();
  const server: ChildProcess = await startServer(port, databaseUrl, dataDir);
  const stop = async () => {
    if (server.exitCode !== null || server.signalCode !== null) return;
    server.kill('SIGTERM');
    await once(server, 'exit');
  };
  return { url: `http://127.0.0.1:${port}`, pid: server.pid as number, stop };
}

/** Fills what is not there yet. */
async function openAccounts(
  client: pg.Client,
  url: string,
  databasePid: number,
): Promise<Record<string, Account & Size>> {
  const wanted = { ...companySizes, ...mainSizes };
  const found: Record<string, Account & Size> = {};
  const missing: Record<string, Size> = {};
  for (const [name, size] of Object.entries(wanted)) {
    const account = await findAccount(client, name);
    if (account) found[name] = { ...account, ...size };
    else missing[name] = size;
  }
  const start = performance.now();
  const processorsBefore = databaseCpuSeconds(databasePid);
  const names = Object.keys(missing);
  for (const [at, account] of (names.length > 0 ? await fillAccounts(client, missing) : []).entries()) {
    const name = names[at] as string;
    found[name] = { ...account, ...(missing[name] as Size) };
    if (name in mainSizes) await fillVisits(url, account.accountId, mondayOfThisWeek());
  }
  // Nobody is limited to ten protocols a month here.
  await client.query(
    'UPDATE account_plan SET signed_protocols_per_month = NULL, storage_megabytes = 1000000',
  );
  await client.query('UPDATE app_user SET password_hash = $1', [await hashPassword(password)]);
  const seconds = ((performance.now() - start) / 1000).toFixed(0);
  const processors = (databaseCpuSeconds(databasePid) - processorsBefore).toFixed(0);
  if (names.length > 0) console.log(`filled in ${seconds} s, ${processors} s of CPU`);
  return found;
}

interface Recorded extends Read {
  call: Call;
  statements: Statement[];
}

interface Measured {
  account: Account & Size;
  company: Company;
  reads: Recorded[];
}

/** Signs in, and finds out by which statements the application answers its reads. It runs here only for that. */
async function prepare(
  client: pg.Client,
  config: ReadyConfig,
  accounts: Record<string, Account & Size>,
): Promise<Record<string, Measured>> {
  const { deps, close } = await openDeps(config);
  const server = createServer(createApp(deps)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const prepared: Record<string, Measured> = {};
  for (const [name, account] of Object.entries(accounts)) {
    const caller = { language: 'en', timezone: 'UTC', requestId: '', ip: '', userAgent: 'bench' } as const;
    const token = await createSession(deps, caller, { accountId: account.accountId, id: account.userId });
    const company = await readCompany(client, account, token);
    const reads = name in mainSizes ? await recordReads(deps, url, account, company) : [];
    prepared[name] = { account, company, reads };
  }
  server.close();
  server.closeAllConnections();
  await close();
  return prepared;
}

async function recordReads(
  deps: Deps,
  url: string,
  account: Account & Size,
  company: Company,
): Promise<Recorded[]> {
  const recorded: Recorded[] = [];
  const list: Read = { title: 'all of them', path: '/api/device/findAll' };
  const reads = readsOf({ ...account, machine: company.machines[0]?.id ?? 0 });
  for (const read of account.machines > fullListUpTo
    ? reads
    : [...reads, ...(await fullListReads(url, company, list))]) {
    if (!isWanted(`reads ${titleOf(account)}: ${read.title}`)) continue;
    const { path: url_, body, headers, status } = read;
    const call: Call = {
      ...{ url: url_, headers: { ...company.headers, ...headers } },
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
      ...(status && { status }),
    };
    // An answer that was not computed has no statements: the floor reads everything.
    const asked = { ...call, url: url + (status ? list.path : url_), headers: company.headers, status: 200 };
    // The first call leaves the session remembered, so that its look-up is not among the statements.
    await send(asked);
    const statements = await recordStatements(deps, () => send(asked));
    recorded.push({ ...read, call, statements });
  }
  return recorded;
}

/** The full list: as it is, compressed, and unchanged since it was last asked for. */
async function fullListReads(url: string, company: Company, list: Read): Promise<Read[]> {
  const call = { url: url + list.path, headers: company.headers };
  const [plain, zipped] = [
    await send(call),
    await send({ ...call, headers: { ...company.headers, 'Accept-Encoding': 'gzip' } }),
  ];
  if (zipped.headers['content-encoding'] !== 'gzip') throw new Error('the list was not compressed');
  const times = (plain.body.length / zipped.body.length).toFixed(0);
  return [
    list,
    { ...list, title: `all of them, gzip (${times} times smaller)`, headers: { 'Accept-Encoding': 'gzip' } },
    {
      ...list,
      title: 'all of them, unchanged',
      headers: { 'If-None-Match': String(plain.headers.etag) },
      status: 304,
    },
  ];
}

async function explain(client: pg.Client, title: string, statements: Statement[]): Promise<void> {
  for (const { text, values } of statements) {
    const { rows } = await client.query<{ 'QUERY PLAN': string }>(
      `EXPLAIN (ANALYZE, BUFFERS) ${text}`,
      values,
    );
    console.log([`\n${title}`, ...rows.map((row) => row['QUERY PLAN'])].join('\n'));
  }
}

/** The server process: the parent of the one that serves this connection. */
async function readDatabasePid(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ pid: number }>(
    `SELECT (regexp_match(pg_read_file('postmaster.pid'), '^\\d+'))[1]::int AS pid`,
  );
  return rows[0]?.pid as number;
}

interface Bench {
  client: pg.Client;
  databasePid: number;
  application: Server;
  floor: Floor;
}

const printCompared = table(comparedColumns);

async function measureReads(
  { application, floor, databasePid }: Bench,
  { account, reads }: Measured,
): Promise<void> {
  for (const { title, call, statements, concurrency = [4] } of reads) {
    const url = await floor.serve(statements);
    const ours = { pids: [application.pid], call: () => ({ ...call, url: application.url + call.url }) };
    const twin = { pids: [floor.pid], call: () => ({ url }) };
    for (const atOnce of concurrency)
      printCompared(
        await compare(`${titleOf(account)}: ${title}`, {
          ...{ ours, floor: twin, concurrency: atOnce, rounds, databasePid },
        }),
      );
  }
}

async function measureWrites(
  { client, application, floor, databasePid }: Bench,
  { account, company }: Measured,
): Promise<void> {
  for (const { title, ours, floor: twinOf, draws } of writesOf(company)) {
    if (!isWanted(`writes ${titleOf(account)}: ${title}`)) continue;
    let [count, twinCount] = [0, 0];
    const call = (): Call => {
      const one = ours(count++);
      return { ...one, url: application.url + one.url };
    };
    const twin = (): Call => {
      const { name, body, query = '' } = twinOf(twinCount++);
      const content = typeof body === 'string' ? body : JSON.stringify(body);
      return { url: `${floor.url}/write/${name}${query}`, method: 'POST', body: content };
    };
    const settle = draws ? () => untilDrawn(client) : undefined;
    for (const concurrency of writeConcurrency)
      printCompared(
        await compare(`${titleOf(account)}: ${title}`, {
          ours: { pids: [application.pid], call, settle },
          floor: { pids: [floor.pid], call: twin },
          ...{ concurrency, rounds, databasePid },
        }),
      );
  }
}

async function openDataDir(): Promise<string> {
  if (!options.keep) {
    const dataDir = await mkdtemp(path.join(tmpdir(), 'servicebook-bench-'));
    running.push(() => rm(dataDir, { recursive: true, force: true }));
    return dataDir;
  }
  const dataDir = path.resolve(options.keep);
  await mkdir(dataDir, { recursive: true });
  return dataDir;
}

async function measure(): Promise<void> {
  const dataDir = await openDataDir();
  const postgres = await startEmbeddedPostgres({ dataDir: path.join(dataDir, 'postgres') });
  running.push(postgres.stop);
  await applyMigrations(postgres.url);
  const client = new pg.Client({ connectionString: postgres.url });
  await client.connect();
  running.push(() => client.end());
  await client.query('ALTER SYSTEM SET autovacuum = off');
  await client.query('SELECT pg_reload_conf()');
  const databasePid = await readDatabasePid(client);
  const application = await startApplication(postgres.url, dataDir);
  running.push(application.stop);
  const floorDir = path.join(dataDir, 'floor');
  await mkdir(floorDir, { recursive: true });
  const floor = await startFloor(postgres.url, floorDir);
  running.push(floor.stop);
  await client.query(`SELECT pgboss.create_queue('bench', '{"policy": "standard"}')`);

  const config = readConfig({
    ...{ NODE_ENV: 'test', PORT: '0', HOST: '127.0.0.1', DATA_DIR: dataDir, DATABASE_URL: postgres.url },
    ...{ SMTP_URL: 'smtp://127.0.0.1:1', LOG_LEVEL: 'fatal' },
  }) as ReadyConfig;
  const prepared = await prepare(client, config, await openAccounts(client, postgres.url, databasePid));
  const main = Object.keys(mainSizes).map((name) => prepared[name] as Measured);

  if (options.explain) {
    for (const { account, reads } of main)
      for (const { title, statements } of reads)
        await explain(client, `${titleOf(account)}: ${title}`, statements);
    return;
  }

  const bench: Bench = { client, databasePid, application, floor };
  for (const each of main) await measureReads(bench, each);
  const [largest] = main.toSorted((one, other) => other.account.machines - one.account.machines);
  if (!largest) throw new Error(`there is no account ${options.account}`);
  await measureWrites(bench, largest);

  const companies = Object.keys(companySizes).map((name) => (prepared[name] as Measured).company);
  const chains = [1, 2].flatMap((servers) => [1, companies.length].map((some) => ({ servers, some })));
  const titleOfChain = ({ servers, some }: (typeof chains)[number]) =>
    `${some === 1 ? '1 company' : `${some} companies`}, ${servers === 1 ? '1 server' : `${servers} servers`}`;
  for (const chain of chains.filter((each) => isWanted(`protocols ${titleOfChain(each)}`))) {
    const second = chain.servers === 2 ? [await startApplication(postgres.url, dataDir)] : [];
    for (const { stop } of second) running.push(stop);
    const servers = [application, ...second];
    const some = companies.slice(0, chain.some);
    await measureProtocols(titleOfChain(chain), { companies: some, servers, client, databasePid });
    for (const { stop } of second) await stop();
  }

  await measureNeighbours({
    big: largest.company,
    other: companies[0] as Company,
    server: application,
    isWanted,
  });
}

try {
  console.log(`load ${loads()} before`);
  if (!options.explain && isWanted('documents')) await measureDocuments();
  // Everything else measures calls, and needs its accounts.
  if (!words.includes('documents')) await measure();
  console.log(`\nload ${loads()} after`);
} catch (error) {
  // Calls that are broken off by the end do not count.
  if (!stopping) throw error;
} finally {
  await stopAll();
}
