/** Processor time and memory of processes. The first does not depend on other load of the machine. */
import { readdirSync, readFileSync } from 'node:fs';

/** Linux counts a process's time in hundredths of a second. */
const ticksPerSecond = 100;

/**
 * Seconds used so far, by this process and by the children of the database's; 0 for the latter where there is no /proc.
 * @param databasePid the server process, parent of one process a connection.
 */
export function cpuSeconds(databasePid: number): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6 + childrenOf(databasePid) / ticksPerSecond;
}

/** Seconds used so far by other processes with the processes they have started, and by the database's. */
export function processorSeconds(pids: number[], databasePid: number): number {
  const ticks = pids.map((pid) => {
    const own = statOf(String(pid));
    return Number(own[11] ?? 0) + Number(own[12] ?? 0) + childrenOf(pid);
  });
  return ticks.reduce((sum, each) => sum + each, childrenOf(databasePid)) / ticksPerSecond;
}

/** Seconds used so far by the children of the database's process alone. */
export const databaseCpuSeconds = (databasePid: number): number => childrenOf(databasePid) / ticksPerSecond;

/** The memory of a process in megabytes, as it is now; 0 where there is no /proc. */
export const memoryOf = (pid: number | undefined): number =>
  Math.round(Number(/VmRSS:\s+(\d+)/.exec(read(`/proc/${pid}/status`))?.[1] ?? 0) / 1024);

function childrenOf(parent: number): number {
  // Connections that were closed and workers of parallel plans have left their time to the parent.
  const own = statOf(String(parent));
  let ticks = Number(own[13] ?? 0) + Number(own[14] ?? 0);
  for (const pid of processes()) {
    const fields = statOf(pid);
    if (Number(fields[1]) === parent) ticks += Number(fields[11]) + Number(fields[12]);
  }
  return ticks;
}

function processes(): string[] {
  try {
    return readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  } catch {
    return [];
  }
}

/** The fields of /proc/PID/stat after the name, which may hold anything: state, parent … user time, system time. */
function statOf(pid: string): string[] {
  const text = read(`/proc/${pid}/stat`);
  return text.slice(text.lastIndexOf(')') + 2).split(' ');
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
