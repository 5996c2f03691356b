/** Behind a pooler that gives each transaction another connection, everything works as without. */
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { startServer } from '../main.ts';
import { refusal, useTestApp } from '../testing/app.ts';
import { buildAdmin, buildUser } from '../testing/builders.ts';
import { createTestDatabase } from '../testing/database.ts';
import { openTransactionPooler } from '../testing/transaction-pooler.ts';
import { openPool } from './database.ts';
import { directUrlOf, setUserSettings } from './database-access.ts';
import { databaseAnswers } from './silence-watch.ts';

describe('a server behind a pooler', () => {
  const app = useTestApp({}, { pooled: true });
  const company = { shortName: 'Mill', fullName: 'Mill Ltd', country: 'PL', city: 'Łódź' } as const;

  it('keeps each of many transactions in one piece', async () => {
    const admin = await app.as(await buildAdmin(app));
    const bodies = Array.from({ length: 30 }, (_, at) => ({ ...company, shortName: `Mill ${at}` }));
    const idempotencyKey = crypto.randomUUID();
    const made = await Promise.all([
      ...bodies.map((body) => admin.customer.insert({ body })),
      ...bodies.map(() => admin.customer.insert({ body: company, idempotencyKey })),
    ]);
    expect(new Set(made.map(({ id }) => id)).size).toBe(bodies.length + 1);
    const { totalElements } = await admin.customer.search({ body: { text: 'mill' } });
    expect(totalElements).toBe(bodies.length + 1);
  });

  it('does its jobs at once', async () => {
    const { email } = await buildUser(app);
    await app.anonymous.user.resetPassword({ body: { recipients: [email] } });
    expect(await app.mailTo(email)).toMatchObject({ to: email });
  });

  it('lets nobody in who was deactivated, nor does another server', async () => {
    const dataDir = await mkdtemp(path.join(tmpdir(), 'servicebook-pooled-'));
    const config = { ...app.deps.config, dataDir, logLevels: { all: 'silent' } };
    const mailer = { send: async () => {}, close: () => {} };
    const neighbour = await startServer(config as Parameters<typeof startServer>[0], { mailer });
    const owner = await buildAdmin(app);
    const [admin, user] = [await app.as(owner), await buildUser(app, { accountId: owner.accountId })];
    const technician = await app.as(user);
    const there = (path: string) =>
      technician.http.get(`${neighbour.url}${path}`, { validateStatus: () => true });
    await technician.user.checkAuth();
    expect((await there('/api/user/check-auth')).status).toBe(200);
    const { id, email, firstName, lastName } = user;
    const person = { id, email, firstName, lastName, position: '', country: 'PL' } as const;
    await admin.employee.update({ body: { ...person, active: false, roles: [{ id: 2 }] } });
    expect(await refusal(technician.user.checkAuth())).toMatchObject({ status: 401 });
    const seen = async () => (await there('/api/user/check-auth')).status;
    await vi.waitFor(async () => expect(await seen()).toBe(401), { timeout: 1_000, interval: 5 });
    await neighbour.stop();
    await rm(dataDir, { recursive: true });
  });
});

describe('the settings of a session', () => {
  const names = [
    'statement_timeout',
    'lock_timeout',
    'idle_in_transaction_session_timeout',
    'max_parallel_workers_per_gather',
    'jit',
  ];
  const settingsOf = (pool: pg.Pool) =>
    Promise.all(names.map(async (name) => (await pool.query(`SHOW ${name}`)).rows[0][name]));
  const closing: (() => Promise<void>)[] = [];
  afterAll(async () => {
    for (const close of closing.reverse()) await close();
  });

  it('belong to the user of the database, because a pooler passes none on', async () => {
    const database = await createTestDatabase();
    const plain = openPool(database.url, { poolSize: 1 });
    await plain.query(`DO $$ BEGIN
      EXECUTE format('ALTER ROLE CURRENT_USER IN DATABASE %I SET lock_timeout = ''4s''', current_database());
      EXECUTE format('ALTER DATABASE %I SET idle_in_transaction_session_timeout = ''5s''', current_database()); END $$`);
    await plain.end();
    await Promise.all([1, 2, 3].map(() => setUserSettings(database.url, database.url)));
    const pooler = await openTransactionPooler(database.url);
    await expect(openPool(pooler.url).query('SELECT 1')).rejects.toThrow('unsupported startup parameter');
    const access = { databaseUrl: pooler.url, databaseDirectUrl: database.url, prepareStatements: false };
    expect(directUrlOf(access)).toBe(database.url);
    const pool = openPool(access);
    closing.push(database.drop, pooler.close, () => pool.end());
    // What the operator has set stays.
    expect(await settingsOf(pool)).toEqual(['30s', '4s', '5s', '0', 'off']);
  });

  it('are asked for by each connection without a pooler', async () => {
    const database = await createTestDatabase();
    const pool = openPool(database.url);
    closing.push(database.drop, () => pool.end());
    expect(await settingsOf(pool)).toEqual(['30s', '10s', '30s', '0', 'off']);
  });

  it('are refused for a user who is not the one of the requests', async () => {
    const database = await createTestDatabase();
    const owner = openPool(database.url, { poolSize: 1 });
    const name = `guest_${randomBytes(4).toString('hex')}`;
    await owner.query(`CREATE ROLE ${name} LOGIN PASSWORD 'guest'`);
    closing.push(
      database.drop,
      () => owner.end(),
      async () => void (await owner.query(`DROP ROLE ${name}`)),
    );
    const guest = Object.assign(new URL(database.url), { username: name, password: 'guest' }).href;
    await expect(setUserSettings(guest, database.url)).rejects.toThrow(`the user ${name} of the database`);
  });
});

describe('a pooler whose connections are all in use', () => {
  it('is no silent database', async () => {
    const database = await createTestDatabase();
    const pooler = await openTransactionPooler(database.url, 1);
    const busy = new pg.Client({ connectionString: pooler.url });
    await busy.connect();
    await busy.query('BEGIN');
    const access = { databaseUrl: pooler.url, prepareStatements: false };
    expect(await databaseAnswers(access)).toBe(false);
    expect(await databaseAnswers({ ...access, databaseDirectUrl: database.url })).toBe(true);
    const away = 'postgresql://nobody@127.0.0.1:1/none';
    expect(await databaseAnswers({ ...access, databaseUrl: away, databaseDirectUrl: database.url })).toBe(
      false,
    );
    await busy.end();
    await pooler.close();
    await database.drop();
  });
});
