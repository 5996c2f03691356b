import type pg from 'pg';
import { withSession } from './with-session.ts';

/**
 * Runs `work` while no other server on the same database runs work under the same lock; waits as long as necessary.
 * The lock belongs to a session, so a dead server releases it; `work` may use the session.
 * @param databaseUrl without a pooler that gives each transaction another connection
 * @param lock any number, as long as every server takes the same one for the same work
 * @throws errors of `work`, or if the database cannot be reached
 */
export async function withLock<Result>(
  databaseUrl: string,
  lock: number,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  // Ending the session releases the lock, also after an error.
  return withSession(databaseUrl, async (client) => {
    await client.query('SELECT pg_advisory_lock($1)', [lock]);
    return work(client);
  });
}
