import { expect, test, vi } from 'vitest';
import { useTestApp } from '../testing/app.ts';
import { runsAt, runsEvery, startJobs } from './jobs.ts';

const app = useTestApp();

test('what runs every second runs once in it, however many servers there are', async () => {
  const { config, log, db } = app.deps;
  let runs = 0;
  const servers = await Promise.all([1, 2].map(() => startJobs(config.databaseUrl ?? '', log)));
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

test('every queue misses a killed server by its signs of life, also one that an older version made', async () => {
  const { config, log, db } = app.deps;
  const silent = () => db.global.$queryRaw`
    SELECT name FROM pgboss.queue WHERE heartbeat_seconds IS NULL AND name NOT LIKE '\\_\\_pgboss%'`;
  expect(await silent()).toEqual([]);
  const name = 'test.old';
  const work = async () => {
    const server = await startJobs(config.databaseUrl ?? '', log);
    await server.work([runsAt(name, '0 0 1 1 *', async () => {})]);
    await server.stop();
  };
  await work();
  await db.global.$executeRaw`UPDATE pgboss.queue SET heartbeat_seconds = NULL WHERE name = ${name}`;
  expect(await silent()).toEqual([{ name }]);
  await work();
  expect(await silent()).toEqual([]);
});
