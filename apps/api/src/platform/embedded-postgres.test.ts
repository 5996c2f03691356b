import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres.ts';

let folder: string;
let dataDir: string;
let running: (EmbeddedPostgres | undefined)[];

beforeEach(async () => {
  // Under this name the next run clears it away should this one be killed.
  folder = await mkdtemp(path.join(tmpdir(), `servicebook-test-${process.pid}-`));
  dataDir = path.join(folder, 'postgres');
  running = [];
});

afterEach(async () => {
  for (const server of running) await server?.stop();
  await rm(folder, { recursive: true });
});

async function start(durable = false): Promise<EmbeddedPostgres> {
  const server = await startEmbeddedPostgres({ dataDir, durable });
  running.push(server);
  return server;
}

async function query(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

/** The process id of the running server, from the lock file it keeps. */
async function serverPid(): Promise<number> {
  return Number((await readFile(path.join(dataDir, 'cluster/postmaster.pid'), 'utf8')).split('\n')[0]);
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

async function waitUntilGone(pid: number): Promise<void> {
  for (let waited = 0; isAlive(pid) && waited < 10_000; waited += 50) await sleep(50);
}

test('starts, keeps its data after a stop, and leaves no process', async () => {
  const first = await start();
  expect(new URL(first.url).hostname).toBe('127.0.0.1');
  await query(first.url, 'CREATE TABLE kept (id int)');
  const pid = await serverPid();
  await Promise.all([first.stop(), first.stop()]);
  expect(isAlive(pid)).toBe(false);

  const second = await start();
  expect(await query(second.url, 'SELECT * FROM kept')).toEqual([]);
});

test('listens only locally, with a password that only its owner may read', async () => {
  const { url } = await start();
  const [row] = await query(
    url,
    `SELECT current_setting('listen_addresses') AS addresses, current_setting('unix_socket_directories') AS sockets`,
  );
  expect(row).toEqual({ addresses: '127.0.0.1', sockets: '' });
  expect((await stat(path.join(dataDir, 'password'))).mode & 0o777).toBe(0o600);
  const stranger = new URL(url);
  stranger.password = 'guess';
  await expect(query(stranger.href, 'SELECT 1')).rejects.toThrow('password authentication failed');
});

test('supports characters beyond ASCII, and sorts by language on request', async () => {
  const { url } = await start();
  const [row] = await query(url, `SELECT lower('ŁÓDŹ') AS polish, 'МОСКВА' ILIKE 'москва' AS cyrillic`);
  expect(row).toEqual({ polish: 'łódź', cyrillic: true });
  const sorted = await query(
    url,
    `SELECT name FROM unnest(ARRAY['Zebra', 'Łódź', 'Lublin']) name ORDER BY name COLLATE "pl-x-icu"`,
  );
  expect(sorted.map(({ name }) => name)).toEqual(['Lublin', 'Łódź', 'Zebra']);
});

test('refuses a folder used by another running server, and leaves that server alone', async () => {
  const { url } = await start();
  await expect(startEmbeddedPostgres({ dataDir })).rejects.toThrow(/in use by another running server/);
  expect(await query(url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
});

test('dies with the process that started it, even a killed one, and starts again at once', async () => {
  const program = `
    import { startEmbeddedPostgres } from ${JSON.stringify(path.join(import.meta.dirname, 'embedded-postgres.ts'))};
    const { url } = await startEmbeddedPostgres({ dataDir: ${JSON.stringify(dataDir)}, durable: false });
    console.log(url);
    setInterval(() => undefined, 1000);`;
  const child: ChildProcess = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    const [url] = (await once(child.stdout as NodeJS.ReadableStream, 'data')) as [Buffer];
    await query(String(url).trim(), 'CREATE TABLE kept (id int)');
    const pid = await serverPid();
    child.kill('SIGKILL');
    await once(child, 'exit');

    const { url: nextUrl } = await start();
    expect(await query(nextUrl, 'SELECT * FROM kept')).toEqual([]);
    expect(isAlive(pid)).toBe(false);
  } finally {
    child.kill('SIGKILL');
  }
});

test('recovers after the server itself was killed', async () => {
  const { url } = await start(true);
  await query(url, 'CREATE TABLE kept (id int)');
  const pid = await serverPid();
  process.kill(pid, 'SIGKILL');
  await waitUntilGone(pid);
  const { url: nextUrl } = await start();
  expect(await query(nextUrl, 'SELECT * FROM kept')).toEqual([]);
});

test('does not mistake another process with the same id for the old server', async () => {
  const { stop } = await start();
  const lock = path.join(dataDir, 'cluster/postmaster.pid');
  const lines = await readFile(lock, 'utf8');
  await stop();
  await writeFile(lock, lines.replace(/^\d+/, String(process.pid)));
  const { url } = await start();
  expect(await query(url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
});

test('two simultaneous first starts end with one server and one clear error', async () => {
  const results = await Promise.allSettled([start(), start()]);
  expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  const [{ url } = { url: '' }] = running.filter((server) => server !== undefined);
  expect(await query(url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
});
