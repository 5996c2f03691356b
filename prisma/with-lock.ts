import pg from 'pg';

/**
 * Runs `work` while no other server on the same database runs work under the same lock; waits its turn for as long as
 * it takes. The lock is a session's, so it goes with a server that dies; `work` may use the session.
 * @param lock any number, as long as every server takes the same one for the same work
 * @throws what `work` throws, or when the database cannot be reached
 */
export async function withLock<Result>(
  databaseUrl: string,
  lock: number,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: 10_000 });
  // A connection that breaks while it only holds the lock would otherwise end the process.
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query('SELECT pg_advisory_lock($1)', [lock]);
    return await work(client);
  } finally {
    // Ending the session gives the lock back, also after an error.
    await client.end();
  }
}
