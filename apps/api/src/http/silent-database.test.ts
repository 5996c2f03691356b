/** A server whose database says nothing, or takes no writes. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import axios from 'axios';
import pg from 'pg';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { readConfig } from '../config.ts';
import { type RunningServer, startServer } from '../main.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { type FrozenLink, openLink } from '../testing/frozen-link.ts';

let database: TestDatabase;
let link: FrozenLink;
let server: RunningServer;
let dataDir: string;

beforeAll(async () => {
  database = await createTestDatabase();
  link = await openLink(database.url);
  dataDir = await mkdtemp(path.join(tmpdir(), 'servicebook-silent-'));
  const settings = {
    ...{ NODE_ENV: 'test', PORT: '0', HOST: '127.0.0.1', LOG_LEVEL: 'silent', DATA_DIR: dataDir },
    ...{ DATABASE_URL: link.url, SMTP_URL: 'smtp://localhost:1' },
  };
  server = await startServer(readConfig(settings) as Parameters<typeof startServer>[0], {});
});
afterAll(async () => {
  await server.stop();
  link.close();
  await database.drop();
  await rm(dataDir, { recursive: true });
});

const get = (url: string) =>
  axios.get(`${server.url}${url}`, {
    auth: { username: 'a@example.com', password: 'x' },
    headers: { 'X-Requested-With': 'XMLHttpRequest' },
    validateStatus: () => true,
  });
const isReady = () =>
  vi.waitFor(async () => expect((await get('/readyz')).data).toEqual({ status: 'ready' }), {
    timeout: 20_000,
    interval: 200,
  });
const state = async (status: string) =>
  expect(await get('/readyz')).toMatchObject({ status: 503, data: { status } });
const signIn = () => get('/api/user/auth');
const refused = { status: 503, data: { code: 'UNAVAILABLE' }, headers: { 'retry-after': '5' } };

it('refuses what waits for it, says that it is not ready meanwhile, and goes on when it answers again', async () => {
  await isReady();
  expect((await signIn()).status).toBe(401);
  link.freeze();
  let isAnswered = false;
  const waiting = signIn().finally(() => {
    isAnswered = true;
  });
  await vi.waitFor(() => state('too slow'), { timeout: 10_000 });
  expect(isAnswered).toBe(false);
  expect(await waiting).toMatchObject(refused);
  // It is known now, so nobody waits.
  expect(await signIn()).toMatchObject(refused);
  link.thaw();
  await isReady();
  expect((await signIn()).status).toBe(401);
}, 60_000);

it('is not ready beside a copy that takes no writes, and refuses them', async () => {
  const name = new URL(database.url).pathname.slice(1);
  const outside = new pg.Client({ connectionString: database.url, application_name: 'outside' });
  await outside.connect();
  const change = async (setting: string) => {
    await outside.query(`ALTER DATABASE ${name} ${setting}`);
    await outside.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE datname = current_database() AND application_name = 'servicebook'`);
  };
  await change('SET default_transaction_read_only = on');
  await vi.waitFor(() => state('database takes no writes'), { timeout: 20_000, interval: 200 });
  expect(await signIn()).toMatchObject(refused);
  await change('RESET default_transaction_read_only');
  await outside.end();
  await isReady();
}, 60_000);
