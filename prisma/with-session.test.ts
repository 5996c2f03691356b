import { expect, inject, test } from 'vitest';
import { withSession } from './with-session.ts';

test('a session has no limits, and its locks do not outlive its machine by hours', async () => {
  const names = ['statement_timeout', 'idle_session_timeout', 'tcp_keepalives_idle'];
  const address = new URL(inject('databaseServer').url);
  // As a user of the database may have them.
  address.searchParams.set('options', '-c statement_timeout=1000 -c idle_session_timeout=1000');
  const { rows } = await withSession(address.href, (client) =>
    client.query('SELECT name, setting FROM pg_settings WHERE name = ANY($1)', [names]),
  );
  expect(Object.fromEntries(rows.map(({ name, setting }) => [name, setting]))).toEqual({
    statement_timeout: '0',
    idle_session_timeout: '0',
    tcp_keepalives_idle: '60',
  });
});
