// The command behind `pnpm dev`: the API, restarted on every change, with Vite in front of it. Stops both together.
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { onEndSignal } from './platform/end-signals.ts';

const root = path.resolve(import.meta.dirname, '../../..');
const envFile = path.join(root, '.env');
if (existsSync(envFile)) process.loadEnvFile(envFile);

const port = process.env.PORT || '3000';
const apiPort = process.env.API_PORT || '3001';

const run = (args: string[], cwd: string, env: Record<string, string>): ChildProcess =>
  spawn(process.execPath, args, { cwd, stdio: 'inherit', env: { ...process.env, ...env } });

const parts = [
  run(['--watch', '--watch-preserve-output', 'apps/api/src/start.ts'], root, {
    PORT: apiPort,
    PUBLIC_URL: process.env.PUBLIC_URL || `http://localhost:${port}`,
  }),
  run(['node_modules/vite/bin/vite.js', '--strictPort'], path.join(root, 'apps/web'), {
    PORT: port,
    API_PORT: apiPort,
  }),
];

let stopping = false;
function stop(): void {
  if (stopping) return;
  stopping = true;
  for (const part of parts) part.kill('SIGTERM');
}

onEndSignal(stop);
const codes = await Promise.all(
  parts.map(
    (part) =>
      new Promise<number>((resolve) => {
        part.once('exit', (code) => {
          const failed = !stopping;
          stop();
          resolve(failed ? (code ?? 1) || 1 : 0);
        });
      }),
  ),
);
process.exit(Math.max(...codes));
