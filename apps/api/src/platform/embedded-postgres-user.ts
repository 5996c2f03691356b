// PostgreSQL refuses to run as root, so root runs its commands as an unprivileged user.
import { execFile } from 'node:child_process';
import { chmod, readFile, realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** The user that runs the commands of PostgreSQL. */
export interface CommandUser {
  /** Owner of the database's files; undefined: the current user. */
  owner?: { uid: number; gid: number };
  /** For spawn and execFile. */
  spawnAs: { uid?: number; gid?: number };
  /** Prepended to every command. */
  prefix: string[];
}

/** @throws Error if run as root where no other user can reach the files of `dataDir` or the program. */
export async function chooseCommandUser(
  dataDir: string,
  cluster: string,
  program: string,
): Promise<CommandUser> {
  if (process.getuid?.() !== 0) return { spawnAs: {}, prefix: [] };
  await chmod(dataDir, 0o711);
  const existing = await stat(cluster).catch(() => undefined);
  const owner =
    existing && existing.uid !== 0
      ? { uid: existing.uid, gid: existing.gid }
      : await findUser(['postgres', 'nobody']);
  if (!owner) throw new Error('PostgreSQL does not run as root, and there is no user postgres or nobody.');
  if ((await isOpenToOthers(dataDir)) && (await isOpenToOthers(program))) {
    return { owner, spawnAs: owner, prefix: [] };
  }
  // Below a folder like /root the unprivileged user cannot reach the files, so it gets this one capability.
  const user = [`--reuid=${owner.uid}`, `--regid=${owner.gid}`, '--clear-groups'];
  const prefix = ['setpriv', ...user, '--inh-caps=+dac_override', '--ambient-caps=+dac_override', '--'];
  try {
    await run('setpriv', [...prefix.slice(1), program, '--version']);
  } catch (cause) {
    const folders = `${dataDir} or ${path.dirname(program)}`;
    throw new Error(
      `PostgreSQL does not run as root, and other users may not enter ${folders}. Run as an ordinary user, or from a folder everybody may enter.`,
      { cause },
    );
  }
  return { owner, spawnAs: {}, prefix };
}

async function findUser(names: string[]): Promise<{ uid: number; gid: number } | undefined> {
  const lines = (await readFile('/etc/passwd', 'utf8')).split('\n').map((line) => line.split(':'));
  for (const name of names) {
    const [, , uid, gid] = lines.find(([entry]) => entry === name) ?? [];
    if (uid && gid) return { uid: Number(uid), gid: Number(gid) };
  }
  return undefined;
}

/** Whether any user may enter all parent folders. */
async function isOpenToOthers(file: string): Promise<boolean> {
  for (let current = await realpath(file); ; current = path.dirname(current)) {
    if (((await stat(current)).mode & 0o001) === 0) return false;
    if (current === path.dirname(current)) return true;
  }
}
