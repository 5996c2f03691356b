// Who holds a data folder: a running server, one that is shutting down, or none.
import { execFile } from 'node:child_process';
import { readFile, readlink, realpath, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);
const NO_PROCESS = 2 ** 31 - 2;

/** Waits for a server that is shutting down; throws if one keeps running; releases a lock with a foreign process id. */
export async function refuseOrCleanUp(dataDir: string, cluster: string): Promise<void> {
  const lock = path.join(cluster, 'postmaster.pid');
  const started = Date.now();
  for (;;) {
    const lines = (await readFile(lock, 'utf8').catch(() => '')).split('\n');
    const pid = Number(lines[0]);
    // PostgreSQL handles the lock of a dead server and looks for its remaining helpers. But it would mistake another
    // living process for the server, so that id is replaced by one that no process has.
    if (!pid || !isAlive(pid)) return;
    if (!(await isServerOf(pid, cluster))) {
      await writeFile(lock, [NO_PROCESS, ...lines.slice(1)].join('\n'));
      return;
    }
    // The guard of a killed application needs a moment to stop its server.
    const timeout = lines[7]?.startsWith('stopping') ? 30_000 : 1_000;
    if (Date.now() - started > timeout) {
      throw new Error(
        `The database in ${dataDir} is in use by another running server (process ${pid}). Stop that one first, or choose another DATA_DIR.`,
      );
    }
    await sleep(100);
  }
}

/** The port of the server that runs with this cluster; null if none does. */
export async function readRunningPort(cluster: string): Promise<number | null> {
  const lines = (await readFile(path.join(cluster, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n');
  const pid = Number(lines[0]);
  return pid > 0 && isAlive(pid) && (await isServerOf(pid, cluster)) ? Number(lines[3]) : null;
}

/** Whether a process with this id exists, even of another user. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Process ids are reused quickly, especially in containers: only a PostgreSQL of this folder counts. */
async function isServerOf(pid: number, cluster: string): Promise<boolean> {
  if (process.platform === 'linux') {
    const folder = await readlink(`/proc/${pid}/cwd`).catch(() => undefined);
    if (folder !== undefined) return folder === (await realpath(cluster));
  }
  const { stdout } = await run('ps', ['-o', 'command=', '-p', String(pid)]).catch(() => ({ stdout: '' }));
  return stdout.includes('postgres') && stdout.includes(cluster);
}
