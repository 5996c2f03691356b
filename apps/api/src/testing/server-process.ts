/** The real server in a process of its own, as it runs for customers: without demo data, on loopback only. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

/** @param nodeOptions limits of its memory, for example; by default those of the machine */
export async function startServer(
  port: number,
  databaseUrl: string,
  dataDir: string,
  nodeOptions: string[] = [],
): Promise<ChildProcess> {
  const server = fork(fileURLToPath(new URL('../start.ts', import.meta.url)), [], {
    execArgv: nodeOptions,
    env: {
      PATH: process.env.PATH,
      PORT: String(port),
      HOST: '127.0.0.1',
      DATA_DIR: dataDir,
      DATABASE_URL: databaseUrl,
      SMTP_URL: 'smtp://127.0.0.1:1',
      DEMO_DATA: 'false',
      PAYMENTS_ENABLED: 'false',
      LOG_LEVEL: 'fatal',
    },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
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
