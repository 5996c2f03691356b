// One PostgreSQL for all tests of a run, with one migrated template database; see database.ts for how a test gets its
// own copy. The server ends with the run. The next run removes the files of a killed one.
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { applyMigrations } from '@servicebook/prisma/migrate';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../platform/embedded-postgres.ts';
import { makeKeyFile } from '../platform/seal/seal-key-file.ts';

const PREFIX = 'servicebook-test-';
const TEMPLATE = 'servicebook';

declare module 'vitest' {
  interface ProvidedContext {
    /** The server of the test databases and the template they are copied from. */
    databaseServer: { url: string; template: string };
    /** A file with a key for sealing, which takes a while to make. */
    sealKeyFile: string;
  }
}

export default async function startDatabaseServer(project: TestProject): Promise<() => Promise<void>> {
  await removeLeftovers();
  const dataDir = path.join(tmpdir(), `${PREFIX}${process.pid}`);
  await mkdir(dataDir);
  let server: EmbeddedPostgres | undefined;
  const stop = async () => {
    await server?.stop();
    await rm(dataDir, { recursive: true });
  };
  try {
    server = await startEmbeddedPostgres({ dataDir, durable: false, maxConnections: 400 });
    await applyMigrations(server.url);
    const url = await closeTemplate(server.url);
    project.provide('databaseServer', { url, template: TEMPLATE });
    project.provide('sealKeyFile', await makeSealKey(dataDir));
    return stop;
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Of the past, because tests set the clock back. */
async function makeSealKey(dataDir: string): Promise<string> {
  const file = path.join(dataDir, 'seal.p12');
  const owner = { name: 'Test Operator Ltd', country: 'PL' };
  await writeFile(file, await makeKeyFile(owner, '', new Date('2020-01-01')));
  return file;
}

/** A template with a connection cannot be copied, so nobody may connect; answers the address of another database. */
async function closeTemplate(templateUrl: string): Promise<string> {
  const url = new URL(templateUrl);
  url.pathname = '/postgres';
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  await client.query(`ALTER DATABASE ${TEMPLATE} WITH ALLOW_CONNECTIONS false IS_TEMPLATE true`);
  await client.end();
  return url.href;
}

async function removeLeftovers(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    const pid = name.startsWith(PREFIX) ? Number.parseInt(name.slice(PREFIX.length), 10) : Number.NaN;
    if (pid && !isRunning(pid)) {
      await rm(path.join(tmpdir(), name), { recursive: true, force: true });
    }
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
