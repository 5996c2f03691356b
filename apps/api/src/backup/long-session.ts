import pg from 'pg';

/** Gives a connection to work that takes as long as it takes. @param databaseUrl without a pooler */
export async function withSession<Result>(
  databaseUrl: string,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({
    connectionString: databaseUrl,
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
    application_name: 'servicebook backup',
  });
  // A connection that breaks fails its statements. Without a listener, it would end the process too.
  client.on('error', () => {});
  await client.connect();
  try {
    // The user of the database may have limits for what a request does.
    for (const limit of ['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout'])
      await client.query(`SET ${limit} = 0`);
    return await work(client);
  } finally {
    await client.end();
  }
}
