/**
 * Disks that are full: small file systems in memory, in a mount namespace of this process alone. Root may mount there; for
 * others the kernel must allow user namespaces. So the fault runs in a process of its own.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { type FileHandle, mkdir, open, readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { call, firstMachine, type Machine, refusalOf, signIn } from './calls.ts';
import { openInstallation, startServer } from './installation.ts';
import { startLoad } from './load.ts';
import { counted, type Outcome, secondsSince } from './outcome.ts';

const uploadBytes = 2_000_000;
const disks = { server: '160m', postgres: '400m' };

/** @returns null if this machine lets us mount nothing */
export async function fillDisks(folder: string, port: number): Promise<Outcome[] | null> {
  const asRoot = process.getuid?.() === 0;
  const namespace = asRoot ? ['--mount'] : ['--user', '--map-current-user', '--keep-caps', '--mount'];
  const mounts = Object.entries(disks).map(([name, size]) => {
    const place = path.join(folder, name);
    return `mkdir -p '${place}' && mount -t tmpfs -o size=${size} tmpfs '${place}'`;
  });
  const script = `${mounts.join(' && ')} || exit 77; exec "$@"`;
  const own = [process.execPath, import.meta.filename, folder, String(port)];
  const inside = spawn('unshare', [...namespace, 'sh', '-c', script, 'sh', ...own], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const cannot = once(inside, 'error').then(() => null);
  const ended = Promise.all([text(inside.stdout), once(inside, 'exit')]);
  const all = await Promise.race([cannot, ended]);
  if (!all) return null;
  const [said, [code]] = all;
  if (code === 77 || code === 1) return null;
  if (code !== 0) throw new Error(`The run with full disks ended with ${code}`);
  return JSON.parse(said, (key, value) => (key === 'refused' ? new Map(value) : value));
}

/** Takes all the room of a disk. @returns how to give it back */
async function fill(folder: string): Promise<() => Promise<void>> {
  const place = path.join(folder, 'filler');
  const file = await open(place, 'w');
  for (const size of [1024 * 1024, 4096]) await writeUntilFull(file, Buffer.alloc(size, 'x'));
  await file.close();
  return () => rm(place);
}

async function writeUntilFull(file: FileHandle, bytes: Buffer): Promise<void> {
  try {
    for (;;) await file.write(bytes);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
  }
}

type Uploads = (bytes: number) => Promise<string>;

function uploadsOf(port: number, headers: Record<string, string>, { id }: Machine): Uploads {
  return async (bytes) => {
    const body = new FormData();
    const about = { device: { id }, type: 'MACHINE_FILE', filename: 'a.bin', description: '' };
    body.append('fileJson', JSON.stringify(about));
    body.append('file', new Blob([Buffer.alloc(bytes)]), 'a.bin');
    return refusalOf(await call(port, 'POST', '/api/file/add', { headers, body }));
  };
}

/** Whole or begun uploads. Documents that jobs store meanwhile are smaller. */
async function uploadsIn(folder: string): Promise<number> {
  const all = await readdir(path.join(folder, 'files'), { recursive: true, withFileTypes: true });
  const sizes = await Promise.all(
    // One may be gone by now.
    all.map((each) =>
      stat(path.join(each.parentPath, each.name)).then(
        (found) => (found.isFile() ? found.size : 0),
        () => 0,
      ),
    ),
  );
  return sizes.filter((size) => size > uploadBytes / 4).length;
}

const count = (counts: Map<string, number>, what: string): void => {
  counts.set(what, (counts.get(what) ?? 0) + 1);
};

/** Uploads meet the full disk; everything else goes on. */
async function fillFiles(folder: string, port: number, databaseUrl: string): Promise<Outcome> {
  const { headers, machine, load, answers } = await begin(port);
  const upload = uploadsOf(port, headers, machine);
  const before = await uploadsIn(folder);
  const giveBack = await fill(folder);
  for (let turn = 0; turn < 10; turn++) count(answers, await upload(uploadBytes));
  const left = (await uploadsIn(folder)) - before;
  const readiness = (await call(port, 'GET', '/readyz')).body;
  await giveBack();
  const freedAt = performance.now();
  for (let answer = await upload(uploadBytes); answer !== '200'; answer = await upload(uploadBytes)) {
    count(answers, answer);
    await sleep(100);
  }
  const back = secondsSince(freedAt);
  await load.stop();
  const { lost, doubled } = await load.compare(databaseUrl);
  return {
    ...{ fault: 'full disk of the files', done: '10 uploads of 2 MB, 8 clients that write notes' },
    ...{ acknowledged: load.acknowledged(), lost, doubled, refused: answers, back },
    also: [`${left} uploads left behind`, `notes refused: ${counted(load.refused)}`, `/readyz: ${readiness}`],
  };
}

async function begin(port: number) {
  const headers = await signIn(port);
  const machine = await firstMachine(port, headers);
  const load = await startLoad([port]);
  await sleep(1_000);
  return { headers, machine, load, answers: new Map<string, number>() };
}

/** Writes meet the full disk; people go on reading. */
async function fillDatabase(folder: string, port: number, databaseUrl: string): Promise<Outcome> {
  const { headers, load, answers } = await begin(port);
  const giveBack = await fill(folder);
  const reads = async (until: number) => {
    while (performance.now() < until) {
      const body = { page: 0, size: 10 };
      count(answers, refusalOf(await call(port, 'POST', '/api/device/search', { headers, body })));
      await sleep(100);
    }
  };
  await reads(performance.now() + 10_000);
  const readiness = (await call(port, 'GET', '/readyz')).body;
  await giveBack();
  const freedAt = performance.now();
  await load.nextAnswer();
  const back = secondsSince(freedAt);
  await sleep(1_000);
  await load.stop();
  const { lost, doubled } = await load.compare(databaseUrl);
  return {
    ...{ fault: 'full disk of PostgreSQL', done: '10 s, 8 clients that write notes, one that reads' },
    ...{ acknowledged: load.acknowledged(), lost, doubled, refused: load.refused, back },
    also: [`reads: ${counted(answers)}`, `/readyz: ${readiness}`],
  };
}

async function runInside(folder: string, port: number): Promise<Outcome[]> {
  const { database, settings } = await openInstallation(folder, port);
  await mkdir(settings.DATA_DIR, { recursive: true });
  const server = await startServer(port, settings);
  const files = await fillFiles(settings.DATA_DIR, port, database.url);
  const ofDatabase = await fillDatabase(path.join(folder, 'postgres'), port, database.url);
  server.end();
  await server.ended;
  await database.stop();
  return [files, ofDatabase];
}

if (import.meta.main) {
  const [, , folder = '', port] = process.argv;
  const outcomes = await runInside(folder, Number(port));
  console.log(JSON.stringify(outcomes, (_, value) => (value instanceof Map ? [...value] : value)));
}
