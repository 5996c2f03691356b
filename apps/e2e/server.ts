// Runs the application like `pnpm start`, on a free port and with separate data.
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '../..');

export interface AppServer {
  url: string;
  /** Stops the server and everything it started, and removes its data. */
  stop: () => Promise<void>;
}

/** @throws with the server's output, if it does not start. */
export async function startAppServer(settings: Record<string, string> = {}): Promise<AppServer> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'servicebook-e2e-'));
  const port = await findFreePort();
  const url = `http://localhost:${port}`;
  const env = {
    ...process.env,
    ...blank,
    PORT: String(port),
    DATA_DIR: dataDir,
    LOG_LEVEL: 'warn',
    ...settings,
  };
  const output: string[] = [];
  const server = spawn(process.execPath, ['apps/api/src/start.ts'], {
    cwd: root,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  for (const stream of [server.stdout, server.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => output.push(text));
  }
  const stop = async () => {
    await endProcess(server);
    await rm(dataDir, { recursive: true, force: true });
  };
  try {
    await waitUntilReady(server, output);
  } catch (error) {
    await stop();
    throw new Error(`The application did not start:\n${output.join('')}`, { cause: error });
  }
  return { url, stop };
}

/** Settings of the machine that could point the tests to real data; empty counts as not set. */
const blank = Object.fromEntries(
  [
    'NODE_ENV',
    'DATABASE_URL',
    'SMTP_URL',
    'PUBLIC_URL',
    'SITE_URL',
    'HOST',
    'APP_UNLOCK_REQUIRED',
    'PAYMENTS_ENABLED',
    'P24_HOST',
    'P24_MERCHANT_ID',
    'P24_POS_ID',
    'P24_REPORT_KEY',
    'P24_CRC',
    'GOOGLE_CLIENT_ID',
    'GOOGLE_CLIENT_SECRET',
    'GOOGLE_REDIRECT_URI',
  ].map((name) => [name, '']),
);

async function waitUntilReady(server: ChildProcess, output: string[]): Promise<void> {
  // The first start draws the PDFs of the demo company.
  const deadline = Date.now() + 180_000;
  while (!output.some((text) => text.includes('Servicebook runs at'))) {
    if (server.exitCode !== null || server.signalCode !== null) {
      throw new Error(`It ended with ${server.exitCode ?? server.signalCode}`);
    }
    if (Date.now() > deadline) throw new Error('It was not ready after three minutes');
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

async function endProcess(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return;
  const ended = new Promise((resolve) => server.once('exit', resolve));
  server.kill('SIGTERM');
  const timer = setTimeout(() => server.kill('SIGKILL'), 40_000);
  await ended;
  clearTimeout(timer);
}

function findFreePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer().once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}
