import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { freePort } from '../../src/testing/free-port.ts';
import type { Installation } from './installation.ts';
import { killServer } from './killed-server.ts';
import type { Outcome } from './outcome.ts';

/** PgBouncer's version. @returns null if there is no such program */
async function versionOf(program: string): Promise<string | null> {
  try {
    const { stdout } = await promisify(execFile)(program, ['--version']);
    return /PgBouncer (\S+)/.exec(stdout)?.[1] ?? null;
  } catch {
    return null;
  }
}

async function untilListening(port: number): Promise<void> {
  for (;;) {
    const socket = connect(port, '127.0.0.1');
    const isOpen = await once(socket, 'connect').then(
      () => true,
      () => false,
    );
    socket.destroy();
    if (isOpen) return;
    await sleep(100);
  }
}

/**
 * The server is killed behind PgBouncer, which gives each transaction another connection.
 * @returns null if there is no PgBouncer
 */
export async function killServerBehindPooler(
  installation: Installation,
  { program, rounds }: { program: string; rounds: number },
): Promise<Outcome | null> {
  const version = await versionOf(program);
  if (!version) return null;
  const { folder, database } = installation;
  const { username, password, port: databasePort, pathname } = new URL(database.url);
  const port = await freePort();
  const ini = path.join(folder, 'pgbouncer.ini');
  await writeFile(
    ini,
    `[databases]
* = host=127.0.0.1 port=${databasePort} user=${username} password=${decodeURIComponent(password)}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = 8
max_client_conn = 500
`,
  );
  // It does not run as root, and reads its settings as somebody else.
  const asRoot = process.getuid?.() === 0;
  if (asRoot)
    for (const [place, mode] of [
      [folder, 0o711],
      [ini, 0o644],
    ] as const)
      await chmod(place, mode);
  const pooler = spawn(program, [...(asRoot ? ['-u', 'nobody'] : []), '-q', ini], { stdio: 'ignore' });
  try {
    await Promise.race([
      untilListening(port),
      once(pooler, 'exit').then(([code]) => {
        throw new Error(`PgBouncer ended with code ${code}`);
      }),
    ]);
    return await killServer(installation, {
      rounds,
      fault: `kill -9 of the server behind PgBouncer ${version}`,
      more: {
        DATABASE_URL: `postgresql://${username}@127.0.0.1:${port}${pathname}`,
        DATABASE_DIRECT_URL: database.url,
        DATABASE_PREPARE_STATEMENTS: 'false',
      },
    });
  } finally {
    pooler.kill('SIGTERM');
  }
}
