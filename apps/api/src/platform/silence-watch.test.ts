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
    pool = openPool(link.url, { poolSize: 3 });
  });
  afterAll(async () => {
    await pool.end();
    link.close();
    await database.drop();
  });

  it('fails what waits for it and what comes after, and is found again', async () => {
    const [client, ...others] = [await pool.connect(), await pool.connect(), await pool.connect()];
    for (const other of others) other.release();
    await client.query('BEGIN');
    await client.query('SELECT 1');
    link.freeze();
    const [alone, within] = await Promise.allSettled([pool.query('SELECT 2'), client.query('SELECT 3')]);
    for (const end of [alone, within]) expect(end).toMatchObject({ reason: expect.any(DatabaseSilent) });
    // So is the connection that was used by nobody: after a failover, it would lead nowhere.
    expect(pool.totalCount).toBe(1);
    client.release(true);
    // No new one is tried.
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

  const triesOf = (...tries: boolean[]) =>
    watchSilence(async () => {
      await new Promise((resolve) => setTimeout(resolve, 2000));
      return tries.shift() ?? true;
    });

  it('gets a second try to answer a new connection', async () => {
    vi.useFakeTimers();
    const watch = triesOf(false, true, false, false);
    const [idle, stuck] = [connection(), connection()];
    watch.opened(idle);
    watch.opened(stuck);
    watch.sent(stuck);
    await passes(8000);
    expect(stuck.cut).not.toHaveBeenCalled();
    await passes(8000);
    for (const { cut } of [idle, stuck]) expect(cut).toHaveBeenCalledOnce();
    watch.stop();
  });

  it('is not silent while it answers anybody; a connection that broke is no answer', async () => {
    vi.useFakeTimers();
    const watch = triesOf(false, false, false, false);
    const [busy, stuck] = [connection(), connection()];
    for (const each of [busy, stuck]) watch.opened(each);
    watch.sent(stuck);
    const refused = watch.sent(busy);
    await passes(5000);
    refused(Object.assign(new Error('no such table'), { severity: 'ERROR' }));
    await passes(4000);
    expect(stuck.cut).not.toHaveBeenCalled();
    expect(watch.isSilent()).toBe(false);
    watch.sent(busy)(new Error('Connection terminated'));
    await passes(4000);
    expect(stuck.cut).toHaveBeenCalledOnce();
    watch.stop();
  });
});
afterAll(() => void vi.useRealTimers());
