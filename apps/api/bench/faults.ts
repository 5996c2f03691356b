/**
 * `pnpm faults`: breaks the real server, its database and its disks, and prints what clients notice. `pnpm faults server
 * disk` runs only these. It runs on loopback only, with data of its own, and ends by itself, after ten minutes on a quiet
 * machine and up to an hour on a busy one.
 */
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { killDatabase, restartDatabase, silenceDatabase } from './faults/databases.ts';
import { endServer } from './faults/ended-server.ts';
import { fillDisks } from './faults/full-disk.ts';
import { endAll, type Installation, openInstallation } from './faults/installation.ts';
import { killServer } from './faults/killed-server.ts';
import { lineOf, notRun, type Outcome, tableHead } from './faults/outcome.ts';
import { killServerBehindPooler } from './faults/pooler.ts';
import { runTwoServers } from './faults/two-servers.ts';

const { values: options, positionals: chosen } = parseArgs({
  allowPositionals: true,
  options: { port: { type: 'string', default: '4240' }, rounds: { type: 'string' } },
});
const port = Number(options.port);
const rounds = (usual: number): number => Number(options.rounds ?? usual);
const root = await mkdtemp(path.join(tmpdir(), 'servicebook-faults-'));

let shared: Promise<Installation> | undefined;
/** One for the faults that leave it whole. */
const installation = () => {
  shared ??= openInstallation(path.join(root, 'shared'), port);
  return shared;
};
async function ownFolder(name: string): Promise<string> {
  const folder = path.join(root, name);
  await mkdir(folder);
  return folder;
}

/** An outcome, several, or why it was not run. */
const faults: Record<string, () => Promise<Outcome | Outcome[] | string>> = {
  server: async () => killServer(await installation(), { rounds: rounds(10) }),
  database: async () => killDatabase(await installation(), rounds(5)),
  restart: async () => restartDatabase(await installation(), rounds(5)),
  silence: async () => [
    await silenceDatabase(await installation(), 25),
    await silenceDatabase(await installation(), 150),
  ],
  disk: async () =>
    (await fillDisks(await ownFolder('disks'), port)) ?? notRun('full disks', 'this user may mount nothing'),
  end: async () => endServer(await ownFolder('ended'), port, rounds(20)),
  servers: async () => runTwoServers(await ownFolder('servers'), port),
  pooler: async () => {
    const program = process.env.PGBOUNCER || 'pgbouncer';
    const outcome = await killServerBehindPooler(await installation(), { program, rounds: rounds(3) });
    return outcome ?? notRun('PgBouncer', 'there is none on the path, and `PGBOUNCER` names none');
  },
};

const unknown = chosen.filter((name) => !faults[name]);
if (unknown.length > 0) throw new Error(`Unknown: ${unknown}. There are: ${Object.keys(faults)}`);
try {
  console.log(tableHead);
  for (const [name, run] of Object.entries(faults)) {
    if (chosen.length > 0 && !chosen.includes(name)) continue;
    const result = await run();
    if (typeof result === 'string') console.log(result);
    else for (const outcome of [result].flat()) console.log(lineOf(outcome));
  }
} catch (error) {
  console.error(error);
  process.exitCode = 1;
} finally {
  endAll();
  await shared?.then(({ database }) => database.stop());
  await rm(root, { recursive: true, force: true, maxRetries: 20, retryDelay: 500 });
}
