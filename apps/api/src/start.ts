// The command behind `pnpm start` and the container: provides a missing database or mail server, runs migrations,
// starts the server, and shuts everything down on Ctrl-C or SIGTERM.
import { existsSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { type Config, ConfigError, readConfig } from './config.ts';
import { openDataDir } from './data-dir.ts';
import { endOnCrash } from './platform/crash.ts';
import { AccessProblem, directUrlOf, setUserSettings } from './platform/database-access.ts';
import { onEndSignal } from './platform/end-signals.ts';
import { type Part, stopParts } from './platform/stop-parts.ts';

/** A problem that the operator can fix; the message explains it. */
class StartProblem extends Error {}

const root = path.resolve(import.meta.dirname, '../../..');

/** Server unreachable; wrong user or password; unknown database; too many connections; still starting. */
const connectionProblems = new Set(
  'ECONNREFUSED ECONNRESET EHOSTUNREACH ENOTFOUND EAI_AGAIN ETIMEDOUT 28000 28P01 3D000 53300 57P03'.split(
    ' ',
  ),
);

/** Stopped in reverse order, all of them within 30 seconds. */
const running: Part[] = [];
let stopping: Promise<boolean> | undefined;
/** Waits until failures and traces are reported. */
let flushReports: (() => Promise<void>) | undefined;

onEndSignal(() => {
  console.log('\nStopping …');
  stopAll().then((all) => {
    console.log('Stopped.');
    process.exit(all ? 0 : 1);
  }, fail);
});

try {
  await start();
} catch (error) {
  // Failures during shutdown do not count.
  if (!stopping) {
    await stopAll();
    fail(error);
  }
}

async function start(): Promise<void> {
  const envFile = path.join(root, '.env');
  if (existsSync(envFile)) process.loadEnvFile(envFile);
  const settings = readConfig(process.env);
  const config: Config = { ...settings, dataDir: path.resolve(settings.dataDir) };
  await checkPort(config);
  await openDataDir(config.dataDir);

  const databaseUrl = config.databaseUrl ?? (await startDatabase(config));
  const { smtpUrl, routes } = config.smtpUrl ? { smtpUrl: config.smtpUrl } : await startMailServer(config);
  const przelewy24 = config.przelewy24 ?? (await startPaymentStandIn(config));
  const directUrl = directUrlOf({ ...config, databaseUrl });
  await migrate(directUrl);
  if (config.databaseDirectUrl)
    await setUserSettings(databaseUrl, directUrl).catch((cause: Error) => {
      throw cause instanceof AccessProblem ? new StartProblem(cause.message, { cause }) : cause;
    });

  const { requireKeys } = await import('./seal-keeping.ts');
  await requireKeys(config, directUrl);

  const { startServer } = await import('./main.ts');
  const webDir = path.join(root, 'apps/web/dist');
  const server = await startServer({ ...config, databaseUrl, smtpUrl, przelewy24 }, { webDir, routes });
  // A database of its own stops after it, within the same 30 seconds.
  const seconds = config.databaseUrl ? 24 : 16;
  running.push({ name: 'server', stop: () => server.stop(), seconds });
  flushReports = server.flushReports;
  endOnCrash(server.deps.log.server, flushReports);
  const { hasDemo, loadDemoData } = await import('./features/demo/demo.service.ts');
  const { demoUsers } = await import('./features/demo/team.ts');
  if (config.demoData) {
    const waiting = new AbortController();
    const loading = loadDemoData(server.deps, directUrl, {
      stop: waiting.signal,
      onBegin: () => console.log('Loading the demo company. This takes about a minute …'),
    });
    const stop = () => {
      waiting.abort();
      return loading;
    };
    // An interrupted demo is removed at the next start, so wait for it.
    running.push({ name: 'demo data', stop, seconds: 4 });
    await loading;
  }
  if (stopping) return;
  const signIns = (await hasDemo(server.deps)) ? demoUsers : [];
  printWelcome(config, server.url, {
    signIns,
    mailsAreCaught: !config.smtpUrl,
    sandbox: config.przelewy24 ? undefined : przelewy24?.host,
  });
}

async function startDatabase({ dataDir }: Config): Promise<string> {
  const { startEmbeddedPostgres } = await import('./platform/embedded-postgres.ts');
  const starting = startEmbeddedPostgres({ dataDir: path.join(dataDir, 'postgres') });
  const database = await starting.catch((cause: Error) => {
    throw new StartProblem(cause.message, { cause });
  });
  running.push({ name: 'PostgreSQL', stop: database.stop, seconds: 6 });
  return database.url;
}

async function startMailServer({ dataDir }: Config) {
  const { mailCatcherRoutes, startMailCatcher } = await import('./platform/mail-catcher.ts');
  const catcher = await startMailCatcher({ dir: path.join(dataDir, 'mail') });
  running.push({ name: 'mail catcher', stop: catcher.stop, seconds: 2 });
  return { smtpUrl: catcher.smtpUrl, routes: mailCatcherRoutes(catcher) };
}

/** Play money must not buy real access: in production only a demo has the sandbox. */
async function startPaymentStandIn(config: Config): Promise<Config['przelewy24']> {
  if (!config.paymentsEnabled || (config.environment === 'production' && !config.demoData)) return null;
  const standIn = await import('@servicebook/payment-stand-in/server');
  const { stop, ...settings } = await standIn.startPaymentStandIn({
    port: config.przelewy24StandInPort,
    host: config.host,
    hostname: new URL(config.publicUrl).hostname,
  });
  running.push({ name: 'payment sandbox', stop, seconds: 2 });
  return settings;
}

async function migrate(databaseUrl: string): Promise<void> {
  const { applyMigrations, MigrationRefused } = await import('@servicebook/prisma/migrate');
  try {
    const applied = await applyMigrations(databaseUrl);
    if (applied.length > 0) console.log(`Applied migrations: ${applied.join(', ')}`);
  } catch (cause) {
    const { code = '', message } = cause as NodeJS.ErrnoException;
    if (cause instanceof MigrationRefused) throw new StartProblem(message, { cause });
    if (!connectionProblems.has(code)) throw cause;
    const { host } = new URL(databaseUrl);
    throw new StartProblem(`The database at ${host} cannot be used: ${message || code}`, { cause });
  }
}

/** Checked first, because a taken port is the most likely problem. */
async function checkPort({ port, host }: Config): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const probe = createServer().once('error', reject);
    probe.listen(port, host, () => probe.close(() => resolve()));
  });
}

interface Welcome {
  signIns: readonly { email: string; password: string }[];
  mailsAreCaught: boolean;
  /** Address of the sandbox, if it is used for payments. */
  sandbox: string | undefined;
}

function printWelcome(config: Config, url: string, { signIns, mailsAreCaught, sandbox }: Welcome): void {
  // Behind Vite or a proxy, users open the public address.
  const address = config.port === 0 ? url : config.publicUrl;
  const lines = [
    config.role === 'jobs'
      ? `Servicebook does jobs; its health is at ${url}/readyz`
      : `Servicebook runs at ${address}`,
  ];
  for (const { email, password } of signIns) lines.push(`  Sign in      ${email} / ${password}`);
  if (mailsAreCaught) lines.push(`  Mails        ${address}/dev/mail`);
  if (sandbox) lines.push(`  Payments     sandbox at ${sandbox}, no money moves`);
  lines.push(`  Data         ${config.dataDir}`, '  Stop with Ctrl-C');
  console.log(`\n${lines.join('\n')}\n`);
}

function stopAll(): Promise<boolean> {
  stopping ??= stopParts(running, console.error).finally(flushReports);
  return stopping;
}

function fail(error: unknown): never {
  console.error(explain(error));
  process.exit(1);
}

function explain(error: unknown): unknown {
  if (error instanceof StartProblem) return error.message;
  if (error instanceof ConfigError) return `${error.message}\nThe settings are described in .env.example.`;
  const { code, port, address, hostname } = error as NodeJS.ErrnoException & Record<string, unknown>;
  if (code === 'EADDRINUSE')
    return `Port ${port} is taken by another program. Stop it, or choose another port.`;
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return `This machine has no address ${address ?? hostname}. Set HOST to one it has.`;
  if (code === 'EACCES' && port)
    return `Port ${port} needs rights this user does not have. Set PORT to one above 1023.`;
  return error;
}
