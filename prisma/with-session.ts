import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';

/** In milliseconds. */
const goodbyeWithin = 5_000;
/** An older PostgreSQL does not know all of them. */
const settings = {
  // The user of the database may have limits for what a request does.
  statement_timeout: 0,
  lock_timeout: 0,
  idle_in_transaction_session_timeout: 0,
  idle_session_timeout: 0,
  transaction_timeout: 0,
  // In seconds: the database notices within minutes that this machine is gone, and gives up its locks. Usually, that takes
  // two hours.
  tcp_keepalives_idle: 60,
  tcp_keepalives_interval: 10,
  tcp_keepalives_count: 6,
};

/**
 * Gives a connection to work that takes as long as it takes, and ends it afterwards.
 * @param databaseUrl without a pooler that gives each transaction another connection
 * @throws errors of `work`, or if the database cannot be reached
 */
export async function withSession<Result>(
  databaseUrl: string,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({
    connectionString: databaseUrl,
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
    // Some networks forget a connection that says nothing for minutes.
    keepAliveInitialDelayMillis: 30_000,
  });
  // A connection that breaks fails its statements. Without a listener, it would end the process too.
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query(
      'SELECT set_config(name, given.value, false) FROM json_each_text($1) AS given(name, value) JOIN pg_settings USING (name)',
      [JSON.stringify(settings)],
    );
    return await work(client);
  } finally {
    // A host that is gone does not say goodbye; the connection breaks when the network notices.
    await Promise.race([client.end(), pause(goodbyeWithin, undefined, { ref: false })]);
  }
}
