import pg from 'pg';

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
  const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: 10_000 });
  // Otherwise a connection that breaks while it holds the lock would end the process.
  client.on('error', () => undefined);
  await client.connect();
  try {
    // The user of the database may have limits for what a request does.
    await client.query("SELECT set_config(name, '0', false) FROM unnest($1::text[]) AS name", [
      ['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout'],
    ]);
    await client.query('SELECT pg_advisory_lock($1)', [lock]);
    return await work(client);
  } finally {
    // Ending the session releases the lock, also after an error.
    await client.end();
  }
}
