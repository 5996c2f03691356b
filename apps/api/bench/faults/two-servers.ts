import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { withSession } from '@servicebook/prisma/with-session';
import { startMailCatcher } from '../../src/platform/mail-catcher.ts';
import { call, newAgent, signIn } from './calls.ts';
import { signDocuments } from './documents.ts';
import { openInstallation, startServer } from './installation.ts';
import { startLoad } from './load.ts';
import { type Outcome, secondsSince } from './outcome.ts';

/** How long the other server lets somebody in who has signed out, in milliseconds; the longest of all tries. */
async function measureSignOut([here = 0, there = 0]: number[], tries: number): Promise<number> {
  const agent = newAgent();
  let longest = 0;
  for (let turn = 0; turn < tries; turn++) {
    const headers = await signIn(here);
    const ask = () => call(there, 'GET', '/api/user/check-auth', { agent, headers });
    const { status } = await ask();
    if (status !== 200) throw new Error(`The other server does not know the session: ${status}`);
    await call(here, 'GET', '/logout', { headers });
    const signedOutAt = performance.now();
    while ((await ask()).status !== 401) await sleep(1);
    longest = Math.max(longest, secondsSince(signedOutAt) * 1000);
  }
  agent.destroy();
  return longest;
}

/** Two servers start at once on an empty database, and share the work; then one of them is killed. */
export async function runTwoServers(folder: string, port: number): Promise<Outcome> {
  const { database, settings } = await openInstallation(folder, port);
  const mails = await startMailCatcher({ dir: path.join(folder, 'mails') });
  const ports = [port, port + 1];
  // The sandbox of payments has a port of its own.
  const all = { ...settings, SMTP_URL: mails.smtpUrl, PAYMENTS_ENABLED: 'false' };
  const servers = await Promise.all(ports.map((each) => startServer(each, all)));
  const { rows } = await withSession(database.url, (client) =>
    client.query('SELECT count(*)::int AS accounts FROM account'),
  );
  const quiet = await measureSignOut(ports, 20);
  const load = await startLoad(ports);
  const documents = await signDocuments(ports);
  const busy = await measureSignOut(ports, 20);
  await sleep(5_000);
  await Promise.all([load.stop(), documents.stop()]);
  const received = async () => (await mails.list()).map(({ to }) => to);
  const jobs = await documents.report(database.url, received);
  const { lost, doubled } = await load.compare(database.url);
  for (const server of servers) server.end();
  await Promise.all(servers.map(({ ended }) => ended));
  await mails.stop();
  await database.stop();
  return {
    ...{ fault: 'two servers', done: 'first start at once on an empty database, 8 clients on both' },
    ...{ acknowledged: load.acknowledged(), lost, doubled, refused: load.refused, back: null },
    also: [
      `${rows[0].accounts} demo company`,
      `signed out elsewhere after ${quiet.toFixed(0)} ms at most, ${busy.toFixed(0)} ms under load`,
      jobs,
    ],
  };
}
