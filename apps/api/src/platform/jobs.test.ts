import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, onTestFinished, test, vi } from 'vitest';
import { z } from 'zod';
import { useTestApp } from '../testing/app.ts';
import { handles, jobKind, remoteKind, runsAt, runsDaily, runsEvery, startJobs } from './jobs.ts';

const app = useTestApp();

test('repeated work runs once per interval, with any number of servers', async () => {
  const { config, log, db } = app.deps;
  let runs = 0;
  const servers = await Promise.all([1, 2].map(() => startJobs(config.databaseUrl ?? '', log.jobs)));
  for (const server of servers) {
    await server.work([
      runsEvery('test.tick', 1, async () => {
        runs += 1;
      }),
    ]);
  }
  await vi.waitFor(() => expect(runs).toBeGreaterThan(2), { timeout: 20_000, interval: 100 });
  await Promise.all(servers.map((server) => server.stop()));
  const queued = await db.global.$queryRaw<{ second: Date }[]>`
    SELECT date_trunc('second', created_on) AS second FROM pgboss.job WHERE name = 'test.tick'`;
  expect(queued.length).toBeGreaterThanOrEqual(runs);
  expect(new Set(queued.map(({ second }) => second.getTime())).size).toBe(queued.length);
});

test('daily work runs once a day, on a server that does it; others neither plan nor take it', async () => {
  const { config, log, db } = app.deps;
  const name = 'test.daily';
  const [elsewhere, here] = [vi.fn(async () => {}), vi.fn(async () => {})];
  const start = () => startJobs(config.databaseUrl ?? '', log.jobs);
  const [first, ...others] = await Promise.all([start(), start(), start()]);
  const queued = () => db.global.$queryRaw<unknown[]>`SELECT FROM pgboss.job WHERE name = ${name}`;
  // Of an earlier version, whose servers all planned it.
  await first.open([runsAt(name, '* * * * *', async () => {})]);
  await db.global.$executeRaw`INSERT INTO pgboss.schedule (name, cron) VALUES (${name}, '* * * * *')`;
  await first.work([{ ...runsDaily(name, 0, elsewhere), isElsewhere: true }]);
  expect(await db.global.$queryRaw`SELECT FROM pgboss.schedule WHERE name = ${name}`).toEqual([]);
  expect(await queued()).toEqual([]);
  for (const server of others) await server.work([runsDaily(name, 0, here)]);
  await vi.waitFor(() => expect(here).toHaveBeenCalledOnce(), { timeout: 20_000, interval: 100 });
  await Promise.all([first, ...others].map((server) => server.stop()));
  expect([await queued(), elsewhere.mock.calls]).toEqual([[{}], []]);
  // With another setting, it is other work.
  for (const [dailyFor, count] of [['a', 2] as const, ['b', 3] as const, ['a', 3] as const]) {
    const server = await start();
    await server.work([{ ...runsDaily(name, 0, here), dailyFor }]);
    await vi.waitFor(async () => expect(await queued()).toHaveLength(count), { timeout: 20_000 });
    await server.stop();
  }
});

test('every queue detects a killed server by its heartbeats, even a queue of an older version', async () => {
  const { config, log, db } = app.deps;
  const silent = () => db.global.$queryRaw`
    SELECT name FROM pgboss.queue WHERE heartbeat_seconds IS NULL AND name NOT LIKE '\\_\\_pgboss%'`;
  expect(await silent()).toEqual([]);
  const name = 'test.old';
  const work = async () => {
    const server = await startJobs(config.databaseUrl ?? '', log.jobs);
    await server.work([runsAt(name, '0 0 1 1 *', async () => {})]);
    await server.stop();
  };
  await work();
  await db.global.$executeRaw`UPDATE pgboss.queue SET heartbeat_seconds = NULL WHERE name = ${name}`;
  expect(await silent()).toEqual([{ name }]);
  await work();
  expect(await silent()).toEqual([]);
});

test('the next server does the job of a killed one soon after its heartbeats end', async () => {
  const { config, log, db } = app.deps;
  const kind = jobKind('test.interrupted', z.object({ id: z.number() }));
  // A server of its own, whose work never ends.
  const source = `
    const { handles, jobKind, startJobs } = await import(${JSON.stringify(import.meta.resolve('./jobs.ts'))});
    const { z } = await import(${JSON.stringify(import.meta.resolve('zod'))});
    const jobs = await startJobs(${JSON.stringify(config.databaseUrl)}, { error: console.error });
    const kind = jobKind('test.interrupted', z.object({ id: z.number() }));
    const endless = () => new Promise(() => { console.log('working'); setInterval(() => {}, 1000); });
    await jobs.work([handles(kind, endless)]);
    console.log('ready');`;
  const killed = spawn(process.execPath, ['--input-type=module', '-e', source], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void killed.kill('SIGKILL'));
  const told: string[] = [];
  killed.stdout.on('data', (text) => told.push(String(text)));
  await vi.waitFor(() => expect(told.join()).toContain('ready'), 20_000);
  await db.of({ accountId: 1 }).$transaction((tx) => app.deps.jobs.enqueue(tx, kind, { id: 7 }));
  await vi.waitFor(() => expect(told.join()).toContain('working'), 20_000);
  const exit = once(killed, 'exit');
  killed.kill('SIGKILL');
  await exit;

  const server = await startJobs(config.databaseUrl ?? '', log.jobs);
  const done = vi.fn(async () => {});
  await server.work([handles(kind, done)]);
  await vi.waitFor(() => expect(done).toHaveBeenCalledOnce(), { timeout: 30_000, interval: 100 });
  await server.stop();
}, 90_000);

test('jobs that wait for other servers run several at once, of one company fewer', async () => {
  const { config, log, db } = app.deps;
  const kind = remoteKind('test.remote', z.object({ accountId: z.number() }));
  const running: number[] = [];
  let most = 0;
  let done = 0;
  const { promise: answer, resolve } = Promise.withResolvers<void>();
  const server = await startJobs(config.databaseUrl ?? '', log.jobs);
  onTestFinished(() => server.stop());
  await server.work([
    handles(kind, async ({ accountId }) => {
      running.push(accountId);
      most = Math.max(most, running.length);
      await answer;
      running.splice(running.indexOf(accountId), 1);
      done += 1;
    }),
  ]);
  const enqueue = (accountId: number) =>
    db.of({ accountId }).$transaction((tx) => app.deps.jobs.enqueue(tx, kind, { accountId }));
  for (const accountId of [1, 1, 1, 1, 1, 2]) await enqueue(accountId);
  await vi.waitFor(() => expect(running.toSorted()).toEqual([1, 1, 2]), { timeout: 20_000 });
  for (const accountId of [3, 4]) await enqueue(accountId);
  resolve();
  await vi.waitFor(() => expect(done).toBe(8), { timeout: 20_000 });
  expect(most).toBe(3);
}, 90_000);

test('done jobs are removed after an hour; failed ones and those of an interval stay', async () => {
  const { config, log, db } = app.deps;
  const name = 'test.done';
  const first = await startJobs(config.databaseUrl ?? '', log.jobs);
  await first.open([runsEvery(name, 3600, async () => {})]);
  await first.stop();
  const insert = (id: number, state: string, minutes: number, singleton: Date | null = null) => db.global
    .$executeRaw`
    INSERT INTO pgboss.job (id, name, state, completed_on, singleton_on)
    VALUES (${`00000000-0000-4000-8000-00000000000${id}`}::uuid, ${name}, ${state}::pgboss.job_state,
      now() - make_interval(mins => ${minutes}::int), ${singleton})`;
  await insert(1, 'completed', 61);
  await insert(2, 'completed', 59);
  await insert(3, 'failed', 61);
  await insert(4, 'completed', 61, new Date());
  const server = await startJobs(config.databaseUrl ?? '', log.jobs);
  onTestFinished(() => server.stop());
  await server.work([]);
  await vi.waitFor(async () => {
    const rows = await db.global.$queryRaw<{ id: number }[]>`
      SELECT right(id::text, 1)::int AS id FROM pgboss.job WHERE name = ${name} ORDER BY id`;
    expect(rows.map(({ id }) => id)).toEqual([2, 3, 4]);
  }, 20_000);
});
