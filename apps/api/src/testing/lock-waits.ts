import type { TestApp } from './app.ts';

/** How many statements wait for a lock that another transaction holds, in this test's own database. */
export async function countLockWaits(app: TestApp): Promise<number> {
  const [row] = await app.deps.db.global.$queryRaw<{ count: number }[]>`
    SELECT count(*)::int FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`;
  return row?.count ?? 0;
}
