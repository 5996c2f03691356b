/** Sessions are remembered, and still nobody is let in a moment longer than the database says. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Contract, fillPath } from '@servicebook/shared/contract';
import { employeeContract } from '@servicebook/shared/employee';
import { userContract } from '@servicebook/shared/user';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type RunningServer, startServer } from '../main.ts';
import { useTestApp } from '../testing/app.ts';
import { buildAdmin, buildUser, knownPassword } from '../testing/builders.ts';
import { createSession } from './session.ts';
import { openSessionCache, type SessionCache, type SessionRow } from './session-cache.ts';

const app = useTestApp();
/** A second server on the same database. */
let neighbour: RunningServer;
let dataDir: string;

beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'servicebook-neighbour-'));
  const config = { ...app.deps.config, dataDir, logLevels: { all: 'silent' } } as Parameters<
    typeof startServer
  >[0];
  const mailer = { send: async () => {}, close: () => {} };
  neighbour = await startServer(config, { mailer });
});
afterAll(async () => {
  await neighbour.stop();
  await rm(dataDir, { recursive: true });
});

type Person = Awaited<ReturnType<typeof buildUser>>;

/** A browser: plain requests with a session's cookie, which ask nothing of the server first. */
async function browserOf(person: Person) {
  const caller = { language: 'en', timezone: 'UTC', requestId: '', ip: '', userAgent: 'test' } as const;
  const token = await createSession(app.deps, caller, person);
  const send = async (
    server: { url: string },
    endpoint: Contract[string],
    request: RequestInit = {},
    params = {},
  ) =>
    (
      await fetch(`${server.url}${fillPath(endpoint.path, params)}`, {
        method: endpoint.method,
        ...request,
        headers: {
          'X-Requested-With': 'XMLHttpRequest',
          'Content-Type': 'application/json',
          Cookie: `servicebook=${token}`,
          ...request.headers,
        },
      })
    ).status;
  return { send, asks: (server: { url: string }) => send(server, userContract.checkAuth) };
}

const update = (person: Person, changes: object): RequestInit => ({
  body: JSON.stringify({
    id: person.id,
    email: person.email,
    firstName: person.firstName,
    lastName: person.lastName,
    position: '',
    country: 'PL',
    active: true,
    roles: [{ id: 2 }],
    ...changes,
  }),
});

/** How often the database was asked for a session while `work` ran. */
async function lookUpsDuring(work: () => Promise<unknown>): Promise<number> {
  const read = vi.spyOn(app.deps.db, 'read');
  try {
    await work();
    return read.mock.calls.filter(([, { text }]) => text.includes('FROM session')).length;
  } finally {
    read.mockRestore();
  }
}

describe('a session that was just looked up', () => {
  it('is not looked up again for some seconds, even if other users change', async () => {
    const person = await buildUser(app);
    const browser = await browserOf(person);
    const other = await buildUser(app, { accountId: person.accountId });
    expect(await lookUpsDuring(() => browser.asks(app))).toBe(1);
    await app.deps.db.global.user.update({
      where: { accountId_id: { accountId: other.accountId, id: other.id } },
      data: { active: false },
    });
    await app.deps.sessions.catchUp();
    expect(await lookUpsDuring(() => browser.asks(app))).toBe(0);
    app.setNow(new Date(Date.now() + 6_000));
    expect(await lookUpsDuring(() => browser.asks(app))).toBe(1);
    app.setNow(null);
  });

  it('stays cached when it is used again', async () => {
    const browser = await browserOf(await buildUser(app));
    const later = new Date(Date.now() + 6 * 60_000);
    app.setNow(later);
    expect(await lookUpsDuring(() => browser.asks(app))).toBe(1);
    await app.deps.sessions.catchUp();
    expect(await lookUpsDuring(() => browser.asks(app))).toBe(0);
    app.setNow(null);
  });

  it('ends when its time is over, cached or not', async () => {
    const browser = await browserOf(await buildUser(app));
    const start = Date.now();
    const longest = 90 * 24 * 3_600_000;
    // Seen every day, so that it is its age that ends it.
    for (let at = start; at < start + longest - 2_000; at += 25 * 3_600_000) {
      app.setNow(new Date(at));
      expect(await browser.asks(app)).toBe(200);
    }
    app.setNow(new Date(start + longest - 2_000));
    expect(await browser.asks(app)).toBe(200);
    app.setNow(new Date(start + longest + 1_000));
    expect(await browser.asks(app)).toBe(401);
    app.setNow(null);
  });
});

describe('what ends or changes a session', () => {
  const twice = async (browser: Awaited<ReturnType<typeof browserOf>>) => [
    await browser.asks(app),
    await browser.asks(neighbour),
  ];
  /** The neighbour is told by the same commit; nothing but the way through the network lies between. */
  const eventually = (status: () => Promise<number>, expected: number) =>
    vi.waitFor(async () => expect(await status()).toBe(expected), { timeout: 1_000, interval: 5 });

  it('refuses the next request of a deactivated user, on every server', async () => {
    const admin = await buildAdmin(app);
    const adminBrowser = await browserOf(admin);
    for (let round = 0; round < 10; round++) {
      const person = await buildUser(app, { accountId: admin.accountId });
      const browser = await browserOf(person);
      expect(await twice(browser)).toEqual([200, 200]);
      const off = update(person, { active: false });
      expect(await adminBrowser.send(app, employeeContract.update, off)).toBe(200);
      expect(await browser.asks(app)).toBe(401);
      await eventually(() => browser.asks(neighbour), 401);
    }
  });

  it('applies a new role to the next request, on every server', async () => {
    const admin = await buildAdmin(app);
    const adminBrowser = await browserOf(admin);
    const person = await buildAdmin(app, { accountId: admin.accountId });
    const browser = await browserOf(person);
    const manages = (server: { url: string }) =>
      browser.send(server, employeeContract.update, update(admin, { roles: [{ id: 1 }] }));
    expect([await manages(app), await manages(neighbour)]).toEqual([200, 200]);
    expect(await adminBrowser.send(app, employeeContract.update, update(person, {}))).toBe(200);
    expect(await manages(app)).toBe(403);
    await eventually(() => manages(neighbour), 403);
  });

  it('signs out on every server, and after a new password too', async () => {
    const admin = await buildAdmin(app);
    const leaving = await browserOf(admin);
    expect(await twice(leaving)).toEqual([200, 200]);
    await leaving.send(neighbour, userContract.logout);
    expect(await leaving.asks(neighbour)).toBe(401);
    await eventually(() => leaving.asks(app), 401);

    const person = await buildUser(app, { accountId: admin.accountId });
    const browser = await browserOf(person);
    expect(await twice(browser)).toEqual([200, 200]);
    const renewed = update(person, { password: `${knownPassword} 2` });
    expect(await (await browserOf(admin)).send(app, employeeContract.update, renewed)).toBe(200);
    expect(await browser.asks(app)).toBe(401);
    await eventually(() => browser.asks(neighbour), 401);
  });

  it('applies an expired or paid plan to the next request', async () => {
    const person = await buildAdmin(app);
    const browser = await browserOf(person);
    const inserts = () => browser.send(app, employeeContract.insert, { body: '{}' });
    expect(await inserts()).toBe(400);
    const key = { accountId_id: { accountId: person.accountId, id: person.id } };
    await app.deps.db.global.user.update({ where: key, data: { planExpired: new Date(0) } });
    await eventually(inserts, 402);
    await app.deps.db.global.user.update({ where: key, data: { planExpired: new Date(Date.now() + 1e9) } });
    await eventually(inserts, 400);
  });
});

describe('a cache of its own', () => {
  const row = { id: 1, accountId: 7, userId: 8 } as SessionRow;
  let cache: SessionCache;
  let reads = 0;
  const read = async () => {
    reads++;
    return row;
  };
  const notify = (payload: string) =>
    app.deps.db.global.$executeRaw`SELECT pg_notify('session_changed', ${payload})`;

  beforeAll(async () => {
    cache = await openSessionCache(
      app.deps.config.databaseUrl ?? '',
      () => new Date(0),
      app.deps.log.database,
      2,
    );
  });
  afterAll(() => cache.stop());

  it('does not cache a row that changed while it was read', async () => {
    reads = 0;
    await cache.get('slow', async () => {
      await notify('7:8');
      await cache.catchUp();
      return read();
    });
    await cache.get('slow', read);
    expect(reads).toBe(2);
    await cache.get('slow', read);
    expect(reads).toBe(2);
  });

  it('drops a whole account on notification, and respects its maximum size', async () => {
    await cache.get('one', read);
    await notify('7');
    await cache.catchUp();
    reads = 0;
    for (const key of ['one', 'two', 'three', 'one']) await cache.get(key, read);
    expect(reads).toBe(4);
  });

  it('caches nothing without notifications, and resumes when they return', async () => {
    await cache.get('one', read);
    await app.deps.db.global.$executeRaw`
      SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE datname = current_database() AND application_name = 'servicebook changes'`;
    await cache.catchUp();
    reads = 0;
    await cache.get('one', read);
    await cache.get('one', read);
    expect(reads).toBe(2);
    await vi.waitFor(
      async () => {
        reads = 0;
        await cache.get('one', read);
        await cache.get('one', read);
        expect(reads).toBeLessThan(2);
      },
      { timeout: 10_000, interval: 50 },
    );
  });
});
