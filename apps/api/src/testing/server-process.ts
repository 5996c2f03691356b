/** The real server in a process of its own, on loopback only. */
import { type ChildProcess, execFile, fork, type StdioOptions } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

/** Measurements ask as fast as they can, for one company. */
const pace = { ACCOUNT_REQUESTS_PER_SECOND: '100000' };

/** Starts what `pnpm start` starts, on loopback only. */
export const forkServer = (settings: Record<string, string>, stdio: StdioOptions): ChildProcess =>
  fork(fileURLToPath(new URL('../start.ts', import.meta.url)), [], {
    execArgv: ['--max-semi-space-size=4'],
    env: { PATH: process.env.PATH, HOST: '127.0.0.1', LOG_LEVEL: 'fatal', ...pace, ...settings },
    stdio,
  });

/** As it runs for customers: without demo data. */
export async function startServer(port: number, databaseUrl: string, dataDir: string): Promise<ChildProcess> {
  const settings = {
    PORT: String(port),
    DATA_DIR: dataDir,
    DATABASE_URL: databaseUrl,
    SMTP_URL: 'smtp://127.0.0.1:1',
    DEMO_DATA: 'false',
    PAYMENTS_ENABLED: 'false',
  };
  const server = forkServer(settings, ['ignore', 'ignore', 'inherit', 'ipc']);
  const ended = once(server, 'exit').then(() => {
    throw new Error('the server ended');
  });
  const answers = async () => {
    while (!(await fetch(`http://127.0.0.1:${port}/api/user/check-auth`).catch(() => null))) await sleep(200);
  };
  await Promise.race([answers(), ended]);
  ended.catch(() => {});
  return server;
}

/** The processes that a server has started and that are alive. */
export async function processesOf({ pid }: ChildProcess): Promise<number[]> {
  const { stdout } = await promisify(execFile)('ps', ['-A', '-o', 'pid=,ppid=']);
  const pairs = stdout.split('\n').map((line) => line.trim().split(/\s+/).map(Number));
  return pairs.flatMap(([own = 0, parent]) => (parent === pid ? own : []));
}
