/** A database that says nothing: its statements end, the next ones do not wait, and it is found again. */
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { type FrozenLink, openLink } from '../testing/frozen-link.ts';
import { openPool, type Pool } from './database.ts';
import { DatabaseSilent, type Watched, watchSilence } from './silence-watch.ts';

describe('a frozen database', () => {
  let database: TestDatabase;
  let pool: Pool;
  let link: FrozenLink;
  beforeAll(async () => {
    database = await createTestDatabase();
    link = await openLink(database.url);
    pool = openPool(link.url, { poolSize: 2 });
  });
  afterAll(async () => {
    await pool.end();
    link.close();
    await database.drop();
  });

  it('fails what waits for it and what comes after, and is found again', async () => {
    const [client, other] = [await pool.connect(), await pool.connect()];
    other.release();
    await client.query('BEGIN');
    await client.query('SELECT 1');
    link.freeze();
    const [alone, within] = await Promise.allSettled([pool.query('SELECT 2'), client.query('SELECT 3')]);
    for (const end of [alone, within]) expect(end).toMatchObject({ reason: expect.any(DatabaseSilent) });
    client.release(true);
    // Both connections are gone, and no new one is tried.
    await expect(pool.query('SELECT 4')).rejects.toThrow(DatabaseSilent);
    link.thaw();
    const seen = await vi.waitFor(async () => (await pool.query('SELECT 5 AS five')).rows, {
      timeout: 10_000,
      interval: 200,
    });
    expect(seen).toEqual([{ five: 5 }]);
  }, 30_000);
});

describe('a database that only takes long', () => {
  const connection = (patient = false) =>
    ({ isPatient: () => patient, cut: vi.fn() }) satisfies Watched & { cut: unknown };
  const passes = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds);

  it('is left to its work', async () => {
    vi.useFakeTimers();
    const watch = watchSilence(async () => true);
    const slow = connection();
    const answered = watch.sent(slow);
    await passes(35_000);
    answered();
    await passes(60_000);
    expect(slow.cut).not.toHaveBeenCalled();
    expect(vi.getTimerCount()).toBe(0);
  });

  it('has a limit, unless the transaction has lifted it', async () => {
    vi.useFakeTimers();
    const watch = watchSilence(async () => true);
    const [slow, patient] = [connection(), connection(true)];
    watch.sent(slow);
    watch.sent(patient);
    await passes(45_000);
    expect(slow.cut).toHaveBeenCalledOnce();
    expect(patient.cut).not.toHaveBeenCalled();
    watch.stop();
  });

  it('gets a second try to answer a new connection, and what was answered meanwhile goes on', async () => {
    vi.useFakeTimers();
    const tries = [false, true, false, false];
    const watch = watchSilence(async () => {
      await new Promise((resolve) => setTimeout(resolve, 2000));
      return tries.shift() ?? true;
    });
    const [busy, stuck] = [connection(), connection()];
    const [first] = [watch.sent(busy), watch.sent(stuck)];
    await passes(8000);
    expect(stuck.cut).not.toHaveBeenCalled();
    watch.sent(busy);
    first();
    await passes(8000);
    expect(stuck.cut).toHaveBeenCalledOnce();
    expect(busy.cut).not.toHaveBeenCalled();
    watch.stop();
  });
});
afterAll(() => void vi.useRealTimers());
