/** Several servers of one installation: what each of them does, and that they may start at once. */
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { Server } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { applyMigrations } from '@servicebook/prisma/migrate';
import axios from 'axios';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { readConfig } from './config.ts';
import { jobHandlers } from './features/index.ts';
import { type ReadyConfig, startServer } from './main.ts';
import { openDatabase } from './platform/database.ts';
import type { Mail } from './platform/mailer.ts';
import { useTestApp } from './testing/app.ts';
import { buildUser } from './testing/builders.ts';
import { createBareDatabase, createTestDatabase } from './testing/database.ts';

const silent = { write: () => {} };

async function statusOf(url: string): Promise<number> {
  const headers = { 'X-Requested-With': 'XMLHttpRequest' };
  const { status } = await axios.get(url, { headers, validateStatus: () => true });
  return status;
}

describe('a web server', () => {
  const web = useTestApp({ ROLE: 'web' });

  it('queues jobs and does none, until a job server comes, which answers nothing but its health', async () => {
    const { db, config } = web.deps;
    const { email } = await buildUser(web);
    await web.anonymous.user.resetPassword({ body: { recipients: [email] } });
    const waiting = () => db.global.$queryRaw<{ name: string }[]>`
      SELECT name FROM pgboss.job WHERE state = 'created' AND data ? 'userId'`;
    expect(await waiting()).toHaveLength(1);
    const scheduled = () => db.global.$queryRaw<unknown[]>`SELECT name FROM pgboss.schedule`;
    expect(await scheduled()).toEqual([]);

    const mails: Mail[] = [];
    const mailer = { send: async (mail: Mail) => void mails.push(mail), close: () => {} };
    const jobs = await startServer(
      { ...(config as ReadyConfig), role: 'jobs' },
      { mailer, allJobsHere: true },
    );
    onTestFinished(() => jobs.stop());
    await vi.waitFor(() => expect(mails.map(({ to }) => to)).toEqual([email]), 20_000);
    expect(web.mails).toEqual([]);
    expect(await scheduled()).not.toEqual([]);
    expect(await statusOf(`${jobs.url}/healthz`)).toBe(200);
    expect(await statusOf(`${jobs.url}/readyz`)).toBe(200);
    for (const page of ['/', '/api/user/check-auth', '/api/openapi.json'])
      expect(await statusOf(`${jobs.url}${page}`), page).toBe(404);
  });
});

it('a server that does both has its queues before it listens', async () => {
  const database = await createTestDatabase();
  const dataDir = await mkdtemp(path.join(tmpdir(), 'servicebook-queues-'));
  const db = openDatabase(database.url);
  let queues: { name: string }[] = [];
  const listen = Server.prototype.listen;
  const waits = vi.spyOn(Server.prototype, 'listen').mockImplementation(function (this: Server, ...given) {
    db.$queryRaw<typeof queues>`SELECT name FROM pgboss.queue`.then((found) => {
      queues = found;
      listen.apply(this, given as unknown as Parameters<typeof listen>);
    });
    return this;
  });
  const own = { NODE_ENV: 'test', PORT: '0', DATA_DIR: dataDir, PAYMENTS_ENABLED: 'false' };
  const config = readConfig({ ...own, DATABASE_URL: database.url, SMTP_URL: 'smtp://127.0.0.1:1' });
  const server = await startServer(config as ReadyConfig, { allJobsHere: true, logTo: silent });
  waits.mockRestore();
  onTestFinished(async () => {
    await server.stop();
    await db.$disconnect();
    await database.drop();
    await rm(dataDir, { recursive: true, force: true });
  });
  const names = queues.map(({ name }) => name);
  for (const { kind } of jobHandlers(server.deps)) expect(names).toContain(kind.name);
});

it('the first start of a web and a job server at once makes one installation', async () => {
  const database = await createBareDatabase();
  const dataDir = await mkdtemp(path.join(tmpdir(), 'servicebook-roles-'));
  const db = openDatabase(database.url);
  const start = async (ROLE: string) => {
    await applyMigrations(database.url);
    const own = { ROLE, NODE_ENV: 'test', PORT: '0', DATA_DIR: dataDir, PAYMENTS_ENABLED: 'false' };
    const config = readConfig({ ...own, DATABASE_URL: database.url, SMTP_URL: 'smtp://127.0.0.1:1' });
    return startServer(config as ReadyConfig, { allJobsHere: true, logTo: silent });
  };
  const [web, jobs] = await Promise.all([start('web'), start('jobs')]);
  onTestFinished(async () => {
    await Promise.all([web.stop(), jobs.stop()]);
    await db.$disconnect();
    await database.drop();
    await rm(dataDir, { recursive: true, force: true });
  });
  for (const { url } of [web, jobs]) expect(await statusOf(`${url}/readyz`)).toBe(200);
  expect((await readdir(path.join(dataDir, 'keys'))).sort()).toEqual(['export.pem', 'seal.p12']);
  expect(await db.sealCertificate.count()).toBe(1);
  // A free and a paid one in each of six languages.
  expect(await db.accountPlan.count()).toBe(12);
  const queues = await db.$queryRaw<{ name: string }[]>`SELECT name FROM pgboss.queue`;
  expect(queues.map(({ name }) => name)).toContain('account.erase');
}, 60_000);
