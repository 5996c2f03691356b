// Decides when a command must end. Ctrl-C reaches the command itself. But killing only npx or pnpm would leave the
// command running, because neither forwards SIGTERM. So a command also watches its parent processes.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';

const signals = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const;

/** Two signals within this time are one Ctrl-C, sent by the terminal and forwarded by a parent. */
const ECHO_MS = 1000;

/**
 * Calls `stop` once: on a signal to end, when the terminal closes, or when the npx, npm or pnpm that runs this process
 * is gone. A second signal ends the process at once.
 */
export function onEndSignal(stop: (signal: NodeJS.Signals) => void): void {
  let first = 0;
  const end = (signal: keyof typeof signals) => {
    // A terminal that closes afterwards does not count as a second signal.
    if (first > 0 && signal !== 'SIGHUP' && Date.now() - first > ECHO_MS) process.exit(signals[signal]);
    if (first > 0) return;
    first = Date.now();
    stop(signal);
  };
  for (const signal of Object.keys(signals) as (keyof typeof signals)[])
    process.on(signal, () => end(signal));

  const runners = findRunners();
  if (runners.length === 0) return;
  const watch = setInterval(() => {
    const whole = runners.every((pid, index) => readParent(runners[index - 1] ?? process.pid) === pid);
    if (whole) return;
    clearInterval(watch);
    if (first === 0) end('SIGHUP');
  }, 1000);
  watch.unref();
}

/** The package managers that run this process, including the shells between them, nearest first. */
function findRunners(): number[] {
  if (!process.env.npm_lifecycle_event) return [];
  const ancestors: number[] = [];
  let last = 0;
  for (let pid = process.ppid; pid > 1; pid = readParent(pid) ?? 0) {
    const [command = '', argument = ''] = readCommand(pid);
    const names = [command, argument].map((word) => path.basename(word).replace(/(-cli)?\.[cm]?js$/, ''));
    const isRunner = isPackageManager(names[0]) || (names[0] === 'node' && isPackageManager(names[1]));
    if (!isRunner && !(names[0] === 'sh' && argument === '-c')) break;
    ancestors.push(pid);
    if (isRunner) last = ancestors.length;
  }
  return ancestors.slice(0, last);
}

const isPackageManager = (name = '') => ['npm', 'npx', 'pnpm', 'pnpx', 'pn', 'pnx'].includes(name);

function readParent(pid: number): number | undefined {
  if (pid === process.pid) return process.ppid;
  // The name in brackets may contain anything, so the fields are counted from its end.
  if (process.platform === 'linux') return Number(read(`/proc/${pid}/stat`).split(') ').pop()?.split(' ')[1]);
  return Number(ask(pid, 'ppid='));
}

function readCommand(pid: number): string[] {
  const line = process.platform === 'linux' ? read(`/proc/${pid}/cmdline`) : ask(pid, 'command=');
  return line.split(/[\0 ]/);
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

function ask(pid: number, field: string): string {
  try {
    return execFileSync('ps', ['-o', field, '-p', String(pid)], { encoding: 'utf8' }).trim();
  } catch {
    return '';
  }
}
