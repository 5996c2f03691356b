import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startMailCatcher } from '../../src/platform/mail-catcher.ts';
import { signDocuments } from './documents.ts';
import { type Installation, startServer } from './installation.ts';
import { startLoad } from './load.ts';
import { type Outcome, secondsSince } from './outcome.ts';

/** The server is killed and started again, several times, while clients write and protocols are signed and mailed. */
export async function killServer(
  { folder, port, database, settings }: Installation,
  { rounds, more = {}, fault = 'kill -9 of the server' }: KillOptions,
): Promise<Outcome> {
  const mails = await startMailCatcher({ dir: path.join(folder, `mails-${Date.now()}`) });
  const all = { ...settings, SMTP_URL: mails.smtpUrl, ...more };
  let server = await startServer(port, all);
  const load = await startLoad([port]);
  const documents = await signDocuments([port]);
  let back = 0;
  for (let round = 0; round < rounds; round++) {
    // Each time somewhere else in the work.
    await sleep(2_000 + Math.random() * 1_000);
    await server.kill();
    const startedAt = performance.now();
    const answered = load.nextAnswer();
    server = await startServer(port, all);
    await answered;
    back = Math.max(back, secondsSince(startedAt));
  }
  await sleep(1_000);
  await Promise.all([load.stop(), documents.stop()]);
  const received = async () => (await mails.list()).map(({ to }) => to);
  const jobs = await documents.report(database.url, received);
  server.end();
  await server.ended;
  await mails.stop();
  const { lost, doubled } = await load.compare(database.url);
  return {
    ...{ fault, done: `${rounds} times, 8 clients with idempotency keys`, acknowledged: load.acknowledged() },
    ...{ lost, doubled, refused: load.refused, back, also: [jobs] },
  };
}

export interface KillOptions {
  rounds: number;
  /** Settings of the server. */
  more?: Record<string, string>;
  fault?: string;
}
