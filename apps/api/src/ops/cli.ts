// pnpm ops COMMAND: looks after an installation while its servers run. Without a command it prints them all.
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline/promises';
import { ConfigError, readConfig } from '../config.ts';
import { AppError } from '../platform/app-error.ts';
import { openPool } from '../platform/database.ts';
import { directUrlOf } from '../platform/database-access.ts';
import { findRunningPostgres } from '../platform/embedded-postgres.ts';
import { startJobs } from '../platform/jobs.ts';
import { createLogs } from '../platform/logger.ts';
import { createDatabases } from '../platform/tenancy.ts';
import { createThrottle } from '../platform/throttle.ts';
import { isUnavailable } from '../platform/unavailable.ts';
import { type OpsDeps, OpsProblem, runCommand, usage } from './run-command.ts';
import { showOutcome } from './show-outcome.ts';

const envFile = path.resolve(import.meta.dirname, '../../../../.env');
if (existsSync(envFile)) process.loadEnvFile(envFile);

try {
  if (process.argv.length === 2) throw new OpsProblem(usage);
  await withInstallation(async (deps) => {
    const { outcome, format } = await runCommand(deps, process.argv.slice(2), ask);
    process.stdout.write(showOutcome(outcome, format));
  });
} catch (error) {
  const known = error instanceof OpsProblem || error instanceof ConfigError || error instanceof AppError;
  if (!known && !isUnavailable(error)) throw error;
  process.stderr.write(
    `${known ? error.message : `The database cannot be used: ${(error as Error).message}`}\n`,
  );
  process.exitCode = 1;
}

/** With the database of DATABASE_URL, or the embedded one of a running server. */
async function withInstallation(work: (deps: OpsDeps) => Promise<void>): Promise<void> {
  const config = readConfig(process.env);
  const databaseUrl =
    config.databaseUrl ?? (await findRunningPostgres(path.join(path.resolve(config.dataDir), 'postgres')));
  if (!databaseUrl)
    throw new OpsProblem('Set DATABASE_URL to the database of the server, or start the server.');
  const access = { ...config, databaseUrl };
  const log = createLogs(config.logLevels, { destination: process.stderr });
  const onError = (error: Error) => log.database.warn({ err: error }, 'lost a database connection');
  const db = createDatabases(openPool(access, { poolSize: 2, onError }));
  const jobs = await startJobs(directUrlOf(access), log.jobs, { works: false });
  const throttle = createThrottle(access, log.database);
  try {
    const own = { ...config, dataDir: path.resolve(config.dataDir) };
    await work({ db, jobs, throttle, log, config: own, clock: () => new Date() });
  } finally {
    await throttle.close();
    await jobs.stop();
    await db.close();
  }
}

/** An input that has ended answers nothing, which is no consent. */
async function ask(question: string): Promise<string> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return await Promise.race([terminal.question(question), once(terminal, 'close').then(() => '')]);
  } finally {
    terminal.close();
  }
}
