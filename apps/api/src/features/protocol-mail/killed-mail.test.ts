/** Workers that are killed while they hand over a mail, and a mail server that is away. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { SMTPServer } from 'smtp-server';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { readConfig } from '../../config.ts';
import type { Deps } from '../../deps.ts';
import { openDeps } from '../../main.ts';
import type { Ctx } from '../../platform/ctx.ts';
import type { TestApp } from '../../testing/app.ts';
import { buildAdmin, buildFrozen } from '../../testing/builders.ts';
import { createTestDatabase } from '../../testing/database.ts';
import { freePort } from '../../testing/free-port.ts';
import { seedPlans } from '../plan/first-plans.ts';
import { keepCertificate } from '../seal/seal.service.ts';
import { readProtocolPdf } from '../service/service-versions.ts';
import { protocolMailJobs } from './protocol-mail.jobs.ts';
import { sendProtocol } from './protocol-mail.service.ts';

/** Where in the talk with the mail server the worker dies. `accepted`: the server takes the mail, and nobody hears its answer. */
type Death = 'connected' | 'sender' | 'recipient' | 'content' | 'accepted';

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let dataDir: string;
let port: number;
let deps: Deps;
let close: () => Promise<void>;
let worker: ChildProcess | undefined;
let mailServer: SMTPServer | undefined;
/** The deaths to come. */
let deaths: Death[];
let died: Death[];
/** The Message-ID of each mail that the server took. */
let accepted: string[];

beforeEach(async () => {
  [deaths, died, accepted] = [[], [], []];
  database = await createTestDatabase();
  dataDir = await mkdtemp(path.join(tmpdir(), 'servicebook-mail-'));
  port = await freePort();
  ({ deps, close } = await openDeps(readConfig(environment()) as Parameters<typeof openDeps>[0]));
  await seedPlans(deps.db.global);
  await keepCertificate(deps);
});

afterEach(async () => {
  await die();
  await stopMailServer();
  await close();
  await database.drop();
  await rm(dataDir, { recursive: true, force: true });
});

const environment = () => ({
  NODE_ENV: 'test',
  DATA_DIR: dataDir,
  DATABASE_URL: database.url,
  DATABASE_POOL_SIZE: '4',
  SMTP_URL: `smtp://127.0.0.1:${port}`,
  LOG_LEVEL: 'fatal',
});

/** A mail that is ordered, its document drawn. */
async function orderMail(): Promise<number> {
  const app = { deps } as TestApp;
  const admin = await buildAdmin(app);
  const ctx = { accountId: admin.accountId, userId: admin.id } as Ctx;
  const { id } = await buildFrozen(app, admin);
  await readProtocolPdf(deps, ctx, id, 1);
  // The queue of the jobs must exist; this process works off none of them.
  await startWorker();
  await die();
  const recipients = ['anna@customer.example'];
  const input = {
    service: { id },
    version: 1,
    recipients,
    language: 'en',
    text: null,
    isWithdrawal: false,
  } as const;
  await sendProtocol(deps, ctx, { ...input, recipients });
  return admin.accountId;
}

async function startWorker(): Promise<void> {
  worker = fork(fileURLToPath(new URL('../../testing/mail-worker.ts', import.meta.url)), [], {
    execArgv: [],
    env: { PATH: process.env.PATH, ...environment() },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  await queueExists();
}

async function queueExists(): Promise<void> {
  for (;;) {
    const [row] = await deps.db.global.$queryRaw<{ count: number }[]>`
      SELECT count(*)::int AS count FROM pgboss.queue WHERE name = 'protocol-mail.send'`;
    if (row?.count) return;
    await sleep(50);
  }
}

async function die(): Promise<void> {
  const dying = worker;
  worker = undefined;
  if (!dying || dying.exitCode !== null || dying.signalCode !== null) return;
  const ended = once(dying, 'exit');
  dying.kill('SIGKILL');
  await ended;
}

/** Kills the worker if it is to die here. */
async function dieAt(place: Death): Promise<boolean> {
  if (deaths[0] !== place) return false;
  deaths.shift();
  await die();
  died.push(place);
  return true;
}

const refused = () => Object.assign(new Error('not now'), { responseCode: 451 });

async function startMailServer(): Promise<void> {
  const step = (place: Death) => (_: unknown, __: unknown, done: (error?: Error) => void) =>
    void dieAt(place).then((isDead) => done(isDead ? refused() : undefined));
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    closeTimeout: 100,
    onConnect: (session, done) => step('connected')(null, session, done),
    onMailFrom: step('sender'),
    onRcptTo: step('recipient'),
    async onData(stream, _session, done) {
      const message = await text(stream);
      if (await dieAt('content')) return done(refused());
      await dieAt('accepted');
      accepted.push(/^message-id:\s*(\S+)/im.exec(message)?.[1] ?? '');
      done();
    },
  });
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', () => resolve()));
  mailServer = server;
}

async function stopMailServer(): Promise<void> {
  const server = mailServer;
  mailServer = undefined;
  if (server) await new Promise<void>((resolve) => server.close(() => resolve()));
}

/** Lets workers run, one after the other, until this holds. The times pass at once after which jobs are taken again. */
async function workUntil(holds: () => Promise<boolean> | boolean): Promise<void> {
  while (!(await holds())) {
    if (!worker) {
      // As the queue does seconds after the signs of life have stopped.
      await deps.db.global.$executeRaw`
        UPDATE pgboss.job SET state = 'retry', start_after = now() WHERE state = 'active'`;
      await startWorker();
    }
    await deps.db.global.$executeRaw`
      UPDATE pgboss.job SET start_after = now() WHERE state = 'retry' AND start_after > now()`;
    await sleep(100);
  }
}

const mailRow = (accountId: number) => deps.db.of({ accountId }).protocolMail.findFirstOrThrow();
const isSent = (accountId: number) => async () => (await mailRow(accountId)).state === 'SENT';

it('one mail leaves, however many workers die over it, and after the mail server was away', async () => {
  const accountId = await orderMail();
  const places: Death[] = ['connected', 'sender', 'recipient', 'content'];
  deaths = Array.from({ length: 20 }, (_, index) => places[index % places.length] ?? 'content');
  await startMailServer();
  // The last one is dead, too, and not only chosen.
  await workUntil(() => died.length === 20);
  await stopMailServer();
  const tries = async () =>
    (
      await deps.db.global.$queryRaw<{ tries: number }[]>`
        SELECT retry_count AS tries FROM pgboss.job WHERE name = 'protocol-mail.send'`
    )[0]?.tries ?? 0;
  const before = await tries();
  await workUntil(async () => (await tries()) >= before + 3);
  expect(await mailRow(accountId)).toMatchObject({ state: 'WAITING' });
  expect(accepted).toEqual([]);
  await startMailServer();
  await workUntil(isSent(accountId));
  // Jobs that were taken again find nothing to do.
  const [handler] = protocolMailJobs(deps);
  const { id: mailId } = await mailRow(accountId);
  await handler?.handle({ accountId, mailId } as never, new AbortController().signal);
  expect(accepted).toHaveLength(1);
}, 240_000);

it('a mail whose acceptance nobody heard is handed over again as the same mail', async () => {
  const accountId = await orderMail();
  deaths = ['accepted'];
  await startMailServer();
  await workUntil(isSent(accountId));
  expect(died).toEqual(['accepted']);
  expect(accepted).toHaveLength(2);
  expect(new Set(accepted).size).toBe(1);
  expect(accepted[0]).toMatch(/^<protocol-.+@.+>$/);
}, 120_000);
