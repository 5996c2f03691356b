import { expect, it, vi } from 'vitest';
import { openDatabase } from '../../platform/database.ts';
import { useTestApp } from '../../testing/app.ts';
import { buildAdmin } from '../../testing/builders.ts';
import { createTestDatabase } from '../../testing/database.ts';
import { hasDemo, loadDemoData } from './demo.service.ts';
import { demoUsers } from './team.ts';

const app = useTestApp();

it('is loaded once by two servers, also when the database goes away meanwhile, and again after an interruption', async () => {
  // Nobody reads the demo's documents here, so none are drawn.
  const deps = { ...app.deps, jobs: { ...app.deps.jobs, enqueue: async () => {} } };
  const { databaseUrl = '' } = deps.config;
  const { global } = deps.db;
  const [{ email: username, password }] = demoUsers;
  const signIn = () =>
    app.anonymous.http.get('/api/user/auth', { auth: { username, password }, validateStatus: () => true });
  // The logo and two nameplates are stored; then the server dies.
  const put = vi.fn(deps.files.put);
  for (let stored = 0; stored < 3; stored++) put.mockImplementationOnce(deps.files.put);
  put.mockRejectedValue(new Error('cut off'));
  await expect(loadDemoData({ ...deps, files: { ...deps.files, put } }, databaseUrl)).rejects.toThrow(
    'cut off',
  );
  expect(await global.account.count()).toBe(1);
  expect(await hasDemo(deps)).toBe(false);
  expect((await signIn()).status).toBe(423);

  // Then somebody ends it.
  const end = new AbortController();
  const last = vi.fn(deps.files.put);
  for (let stored = 0; stored < 2; stored++) last.mockImplementationOnce(deps.files.put);
  last.mockImplementation((bytes) => {
    end.abort();
    return deps.files.put(bytes);
  });
  await loadDemoData({ ...deps, files: { ...deps.files, put: last } }, databaseUrl, { stop: end.signal });
  expect([await hasDemo(deps), last.mock.calls.length]).toEqual([false, 3]);

  // The database goes away in the middle, and comes back when both have noticed.
  const outside = await createTestDatabase();
  const elsewhere = openDatabase(outside.url);
  const name = new URL(databaseUrl).pathname.slice(1);
  const allow = (allowed: boolean) =>
    elsewhere.$executeRawUnsafe(`ALTER DATABASE ${name} WITH ALLOW_CONNECTIONS ${allowed}`);
  const goAway = vi.fn(deps.files.put).mockImplementationOnce(async (bytes) => {
    await allow(false);
    await elsewhere.$queryRawUnsafe(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${name}'`,
    );
    return deps.files.put(bytes);
  });
  const files = { ...deps.files, put: goAway };
  const both = Promise.all([1, 2].map(() => loadDemoData({ ...deps, files }, databaseUrl)));
  const waits = () => app.logs.filter((line) => line.includes('the demo cannot be loaded now'));
  try {
    await vi.waitFor(() => expect(waits().length).toBeGreaterThan(1), { timeout: 20_000 });
  } finally {
    await allow(true);
  }
  await both;
  await elsewhere.$disconnect();
  await outside.drop();
  expect(await global.account.count()).toBe(1);
  expect(await global.device.count()).toBe(60);
  const machines = await global.device.findMany({ select: { yearBuilt: true, transferDate: true } });
  expect(machines.filter((it) => (it.yearBuilt ?? 0) > (it.transferDate?.getUTCFullYear() ?? 9999))).toEqual(
    [],
  );
  expect(await global.todo.count()).toBeGreaterThan(0);
  expect(await global.visit.count({ where: { state: 'PLANNED' } })).toBeGreaterThan(10);
  expect(await global.visit.count({ where: { state: 'TO_PLAN' } })).toBe(4);
  expect(await hasDemo(deps)).toBe(true);
  expect((await signIn()).status).toBe(200);
  // A company that knows the demo's admin, from an archive or as an employee.
  const { accountId } = await buildAdmin(app);
  for (const invited of [true, false]) {
    const key = { accountId, email: username };
    await global.loginIdentity.upsert({
      where: { accountId_email: key },
      create: { ...key, invited },
      update: { invited },
    });
    await loadDemoData(deps, databaseUrl);
    expect(await global.account.count()).toBe(2);
  }
  expect(await global.device.count()).toBe(60);
}, 120_000);
