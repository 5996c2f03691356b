// The command behind `pnpm test`: every check, one after another, until the first failure. Each runs in its own process
// group, so that no process outlives its check. `pnpm test types unit` runs only those.
import { type ChildProcess, spawn } from 'node:child_process';
import path from 'node:path';
import { onEndSignal } from '@servicebook/api/platform/end-signals';

const root = path.resolve(import.meta.dirname, '../..');

const tsc = (folder: string) => ['tsc', '-p', folder];
const steps: { name: string; title: string; commands: string[][] }[] = [
  {
    name: 'lint',
    title: 'Formatting, lint, imports',
    commands: [
      ['biome', 'ci', '--error-on-warnings', `--colors=${process.stdout.isTTY ? 'force' : 'off'}`],
      ['depcruise', 'apps', 'packages', 'prisma'],
    ],
  },
  { name: 'generate', title: 'Database client', commands: [['pnpm', 'db:generate']] },
  { name: 'unused', title: 'Unused code and dependencies', commands: [['knip', '--no-progress']] },
  {
    name: 'types',
    title: 'Types',
    commands: [
      'packages/shared',
      'packages/i18n',
      'apps/api',
      'apps/payment-stand-in',
      'apps/web',
      'apps/web/src/service-worker',
      'apps/e2e',
    ].map(tsc),
  },
  {
    name: 'unit',
    title: 'Unit, API and web tests',
    commands: [['vitest', '--config', 'vitest.workspace.ts', 'run']],
  },
  {
    name: 'build',
    title: 'Web app and its size',
    commands: [
      ['pnpm', '--filter', '@servicebook/web', 'build'],
      ['node', 'apps/web/size-check.ts'],
    ],
  },
  { name: 'e2e', title: 'Journeys in the browser', commands: [['playwright', 'test']] },
];

const wanted = process.argv.slice(2).filter((name) => name !== '--');
const unknown = wanted.filter((name) => !steps.some((step) => step.name === name));
if (unknown.length > 0) {
  console.error(
    `No such step: ${unknown.join(', ')}. There are: ${steps.map(({ name }) => name).join(', ')}`,
  );
  process.exit(2);
}

let current: ChildProcess | undefined;
let interrupted = false;
onEndSignal(() => {
  interrupted = true;
  // vitest and Playwright clean up only on this signal.
  signalGroup(current, 'SIGINT');
});

process.on('exit', () => signalGroup(current, 'SIGKILL'));

const started = Date.now();
const chosen = steps.filter(({ name }) => wanted.length === 0 || wanted.includes(name));
const done: string[] = [];
for (const { name, title, commands } of chosen) {
  console.log(`\n━━━ ${title} ${'━'.repeat(Math.max(0, 70 - title.length))}\n`);
  const begun = Date.now();
  for (const command of commands) {
    const code = await run(command);
    if (code === 0 && !interrupted) continue;
    const rest = chosen.slice(done.length + 1).map((step) => step.name);
    console.log(`\nCommand: ${command.join(' ')} (exit code ${code})`);
    if (done.length > 0) console.log(`Passed: ${done.join(', ')}`);
    if (rest.length > 0) console.log(`Not run: ${rest.join(', ')}`);
    console.error(
      interrupted ? `✘ Interrupted in: ${title}` : `✘ Failed: ${title}, after ${secondsSince(started)}`,
    );
    process.exit(interrupted ? 130 : 1);
  }
  done.push(`${name} (${secondsSince(begun)})`);
}
console.log(`\n✔ All passed in ${secondsSince(started)}: ${done.join(', ')}`);

async function run([command = '', ...args]: string[]): Promise<number> {
  const child = spawn(command, args, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'], detached: true });
  current = child;
  const code = await new Promise<number>((resolve) => {
    child.once('error', (error) => {
      console.error(`${command}: ${error.message}`);
      resolve(127);
    });
    child.once('exit', (exitCode) => resolve(exitCode ?? 1));
  });
  await endGroup(child);
  current = undefined;
  return code;
}

/** Asks the remaining processes of a check to end, then kills them. */
async function endGroup(child: ChildProcess): Promise<void> {
  if (!signalGroup(child, 'SIGTERM')) return;
  const deadline = Date.now() + 15_000;
  while (Date.now() < deadline) {
    await new Promise((resolve) => setTimeout(resolve, 100));
    if (!signalGroup(child, 0)) return;
  }
  signalGroup(child, 'SIGKILL');
}

function signalGroup(child: ChildProcess | undefined, signal: NodeJS.Signals | 0): boolean {
  if (child?.pid === undefined) return false;
  try {
    return process.kill(-child.pid, signal);
  } catch {
    return false;
  }
}

function secondsSince(start: number): string {
  return `${((Date.now() - start) / 1000).toFixed(0)} s`;
}
