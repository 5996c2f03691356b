import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findRunningPostgres } from '../../src/platform/embedded-postgres.ts';
import { startServer } from './installation.ts';
import { type Load, startLoad } from './load.ts';
import type { Outcome } from './outcome.ts';

const clients = 50;

/** A server with a database of its own gets SIGTERM while clients write until nobody accepts their connection. */
export async function endServer(folder: string, port: number, rounds: number): Promise<Outcome> {
  // An empty address counts as not set: the embedded database runs.
  const settings = { DATA_DIR: folder, DATABASE_URL: '' };
  const refused = new Map<string, number>();
  const loads: Load[] = [];
  let [badExits, complaints, slowest] = [0, 0, 0];
  for (let round = 0; round < rounds; round++) {
    const server = await startServer(port, settings);
    const load = await startLoad([port], { clients, repeats: false });
    await sleep(1_500);
    server.end();
    const { code, seconds } = await server.ended;
    await load.stop();
    loads.push(load);
    for (const [what, count] of load.refused) refused.set(what, (refused.get(what) ?? 0) + count);
    if (code !== 0) badExits++;
    complaints += server.complaints.length;
    slowest = Math.max(slowest, seconds);
  }
  const again = await startServer(port, settings);
  const databaseUrl = (await findRunningPostgres(path.join(folder, 'postgres'))) ?? '';
  const sum = { acknowledged: 0, lost: 0, doubled: 0, unanswered: 0 };
  for (const load of loads) {
    const { lost, doubled, unanswered } = await load.compare(databaseUrl);
    sum.acknowledged += load.acknowledged();
    sum.lost += lost;
    sum.doubled += doubled;
    sum.unanswered += unanswered;
  }
  again.end();
  await again.ended;
  const { unanswered, ...counts } = sum;
  return {
    ...{ fault: 'SIGTERM', done: `${rounds} times, ${clients} clients without keys`, ...counts, refused },
    back: null,
    also: [
      `${unanswered} stored without an answer`,
      `ended within ${slowest.toFixed(1)} s, ${badExits} times with an error, ${complaints} complaints`,
    ],
  };
}
