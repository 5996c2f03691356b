/** The database ends, is restarted or says nothing, under clients that write. */
import { setTimeout as sleep } from 'node:timers/promises';
import { openLink } from '../../src/testing/frozen-link.ts';
import { type Installation, startServer } from './installation.ts';
import { startLoad, watchReadiness } from './load.ts';
import { type Outcome, secondsSince } from './outcome.ts';

/** PostgreSQL is ended several times, and started again at once. */
async function endDatabase(
  { port, database, settings }: Installation,
  { rounds, how }: { rounds: number; how: 'kill' | 'stop' },
): Promise<Omit<Outcome, 'fault' | 'done'>> {
  const server = await startServer(port, settings);
  const load = await startLoad([port]);
  const readiness = watchReadiness(port);
  let back = 0;
  for (let round = 0; round < rounds; round++) {
    await sleep(2_000);
    await database[how]();
    await database.start();
    const startedAt = performance.now();
    await load.nextAnswer();
    back = Math.max(back, secondsSince(startedAt));
  }
  await sleep(1_000);
  await load.stop();
  const ready = await readiness.stop();
  server.end();
  await server.ended;
  const { lost, doubled } = await load.compare(database.url);
  const longest = `longest answer ${load.slowest().toFixed(1)} s`;
  return {
    ...{ acknowledged: load.acknowledged(), lost, doubled, refused: load.refused, back },
    also: [ready, longest],
  };
}

export const killDatabase = async (installation: Installation, rounds: number): Promise<Outcome> => ({
  ...{ fault: 'kill -9 of PostgreSQL', done: `${rounds} times, its first process; started again at once` },
  ...(await endDatabase(installation, { rounds, how: 'kill' })),
});

export const restartDatabase = async (installation: Installation, rounds: number): Promise<Outcome> => ({
  ...{ fault: 'restart of PostgreSQL', done: `${rounds} times, fast shutdown; started again at once` },
  ...(await endDatabase(installation, { rounds, how: 'stop' })),
});

/** Nothing comes from the database for so long; then the server is asked to end while it is silent again. */
export async function silenceDatabase(
  { port, database, settings }: Installation,
  seconds: number,
): Promise<Outcome> {
  const link = await openLink(database.url);
  const server = await startServer(port, { ...settings, DATABASE_URL: link.url });
  const load = await startLoad([port]);
  const readiness = watchReadiness(port);
  await sleep(2_000);
  link.freeze();
  await sleep(seconds * 1000);
  link.thaw();
  const thawedAt = performance.now();
  await load.nextAnswer();
  const back = secondsSince(thawedAt);
  await sleep(1_000);
  await load.stop();
  const ready = await readiness.stop();
  link.freeze();
  server.end();
  const { seconds: endsAfter } = await server.ended;
  link.close();
  const { lost, doubled } = await load.compare(database.url);
  const longest = `longest answer ${load.slowest().toFixed(1)} s`;
  return {
    ...{ fault: 'silence of PostgreSQL', done: `${seconds} s without a byte`, back, lost, doubled },
    ...{ acknowledged: load.acknowledged(), refused: load.refused },
    also: [ready, longest, `SIGTERM during a silence: ended after ${endsAfter.toFixed(1)} s`],
  };
}
