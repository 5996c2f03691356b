/** A database and servers that a fault may end without asking. */
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startEmbeddedPostgres } from '../../src/platform/embedded-postgres.ts';
import { freePort } from '../../src/testing/free-port.ts';
import { forkServer } from '../../src/testing/server-process.ts';

/** Whatever is still there at the end of the run. */
const started: ChildProcess[] = [];
export const endAll = (): void => {
  for (const each of started) if (each.exitCode === null && each.signalCode === null) each.kill('SIGKILL');
};

export interface Server {
  /** What it has written to standard error. */
  complaints: string[];
  ended: Promise<{ code: number | null; seconds: number }>;
  /** Asks it to end. */
  end(): void;
  kill(): Promise<void>;
}

/** Starts a server with the demo company, and waits until it says where it runs. */
export async function startServer(port: number, settings: Record<string, string>): Promise<Server> {
  const server = forkServer({ PORT: String(port), DEMO_DATA: 'true', ...settings }, [
    'ignore',
    'pipe',
    'pipe',
    'ipc',
  ]);
  started.push(server);
  const complaints: string[] = [];
  server.stderr?.setEncoding('utf8').on('data', (text: string) => complaints.push(text));
  let endedAt = 0;
  const ended = once(server, 'exit').then(([code]) => ({ code, seconds: (Date.now() - endedAt) / 1000 }));
  let said = '';
  server.stdout?.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  while (!said.includes('Servicebook runs at')) {
    if (server.exitCode !== null) throw new Error(`The server ended: ${complaints.join('')}`);
    await sleep(20);
  }
  return {
    complaints,
    ended,
    end() {
      endedAt = Date.now();
      server.kill('SIGTERM');
    },
    async kill() {
      server.kill('SIGKILL');
      await ended;
    },
  };
}

export interface Database {
  url: string;
  stop(): Promise<void>;
  /** Ends PostgreSQL as a power cut would, and waits until it is gone. */
  kill(): Promise<void>;
  start(): Promise<void>;
}

/** A database that comes back at the same address. @param dir created if missing */
export async function openDatabase(dir: string): Promise<Database> {
  const options = { dataDir: dir, port: await freePort() };
  let running = await startEmbeddedPostgres(options);
  return {
    url: running.url,
    stop: () => running.stop(),
    async kill() {
      const [pid] = (await readFile(path.join(dir, 'cluster/postmaster.pid'), 'utf8')).split('\n');
      process.kill(Number(pid), 'SIGKILL');
      await running.stop();
    },
    async start() {
      running = await startEmbeddedPostgres(options);
    },
  };
}

/** What most faults need: a database, a folder for files, and a port for the server. */
export interface Installation {
  folder: string;
  port: number;
  database: Database;
  /** Of its server. */
  settings: { DATA_DIR: string; DATABASE_URL: string };
}

export async function openInstallation(folder: string, port: number): Promise<Installation> {
  const database = await openDatabase(path.join(folder, 'postgres'));
  const settings = { DATA_DIR: path.join(folder, 'server'), DATABASE_URL: database.url };
  return { folder, port, database, settings };
}
