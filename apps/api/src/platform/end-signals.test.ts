import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { access, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

let dir: string;

beforeEach(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'end-signals-'));
});

afterEach(() => rm(dir, { recursive: true }));

const file = (name: string) => path.join(dir, name);
const waitForFile = (name: string) => vi.waitFor(() => access(file(name)), { timeout: 10_000, interval: 50 });

/** A command that records when it is ready and which signal ended it; stopping takes `stopTime`. */
async function writeCommand(stopTime: number): Promise<string> {
  const text = `
    import { writeFileSync } from 'node:fs';
    import { onEndSignal } from ${JSON.stringify(path.join(import.meta.dirname, 'end-signals.ts'))};
    onEndSignal((signal) => {
      writeFileSync(${JSON.stringify(file('ended'))}, signal);
      setTimeout(() => process.exit(0), ${stopTime});
    });
    writeFileSync(${JSON.stringify(file('ready'))}, String(process.pid));
    setInterval(() => undefined, 1000);`;
  await writeFile(file('command.ts'), text);
  return file('command.ts');
}

test('a command ends once for a Ctrl-C that arrives twice', async () => {
  const command = spawn(process.execPath, [await writeCommand(300)]);
  const exit = once(command, 'exit');
  await waitForFile('ready');
  command.kill('SIGINT');
  command.kill('SIGINT');
  expect(await exit).toEqual([0, null]);
  expect(await readFile(file('ended'), 'utf8')).toBe('SIGINT');
});

test('a later Ctrl-C ends it at once', async () => {
  const command = spawn(process.execPath, [await writeCommand(60_000)]);
  const exit = once(command, 'exit');
  await waitForFile('ready');
  command.kill('SIGINT');
  await waitForFile('ended');
  await new Promise((resolve) => setTimeout(resolve, 1100));
  command.kill('SIGINT');
  expect(await exit).toEqual([130, null]);
});

test('a command ends when the pnpm that runs it is killed', async () => {
  const command = await writeCommand(0);
  const runner = `import { spawn } from 'node:child_process';
    spawn(process.execPath, [${JSON.stringify(command)}], { stdio: 'ignore' });`;
  await writeFile(file('pnpm.mjs'), runner);
  const pnpm = spawn(process.execPath, [file('pnpm.mjs')], {
    env: { ...process.env, npm_lifecycle_event: 'start' },
    stdio: 'ignore',
  });
  await waitForFile('ready');
  pnpm.kill('SIGKILL');
  await waitForFile('ended');
  const pid = Number(await readFile(file('ready'), 'utf8'));
  await vi.waitFor(() => expect(() => process.kill(pid, 0)).toThrow(), { timeout: 10_000 });
});
