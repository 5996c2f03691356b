// pnpm invoice:correct FV/2026/11/0007 "Refund of 2 December 2026"
// Issues the correction of an invoice after a manual refund in the provider's panel. It writes to the database of
// DATABASE_URL; the server of that database draws and mails the correction.
import { existsSync } from 'node:fs';
import path from 'node:path';
import { ConfigError, readConfig } from './config.ts';
import { CorrectionProblem, issueCorrection } from './features/invoice/invoice.service.ts';
import { openPool } from './platform/database.ts';
import { directUrlOf } from './platform/database-access.ts';
import { startJobs } from './platform/jobs.ts';
import { createLogs } from './platform/logger.ts';
import { createDatabases } from './platform/tenancy.ts';

const envFile = path.resolve(import.meta.dirname, '../../../.env');
if (existsSync(envFile)) process.loadEnvFile(envFile);

const [number, reason, ...rest] = process.argv.slice(2);

try {
  const config = readConfig(process.env);
  const { databaseUrl } = config;
  if (!number || !reason?.trim() || rest.length > 0) fail('Usage: pnpm invoice:correct NUMBER "REASON"');
  else if (!databaseUrl) fail('Set DATABASE_URL to the database of the server.');
  else {
    const log = createLogs(config.logLevels);
    const onError = (error: Error) => log.database.warn({ err: error }, 'lost a database connection');
    const db = createDatabases(openPool({ ...config, databaseUrl }, { poolSize: 2, onError }));
    const jobs = await startJobs(directUrlOf({ ...config, databaseUrl }), log.jobs);
    try {
      const deps = { config, db, jobs, clock: () => new Date() };
      const correction = await issueCorrection(deps, { number, reason: reason.trim() });
      process.stdout.write(`Issued ${correction}, which corrects ${number}.\n`);
    } finally {
      await jobs.stop();
      await db.close();
    }
  }
} catch (error) {
  if (!(error instanceof CorrectionProblem || error instanceof ConfigError)) throw error;
  fail(error.message);
}

function fail(line: string): void {
  process.stderr.write(`${line}\n`);
  process.exitCode = 1;
}
