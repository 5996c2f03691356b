// The short form of `pnpm offline-chaos`: connections cut at random bytes, the browser killed at random moments.
import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from '../fixtures.ts';
import { addMachine } from '../machine.ts';

const command = path.resolve(import.meta.dirname, '../offline-chaos.ts');

test('nothing is lost or doubled on a phone that loses network and power', async ({
  page,
  company,
  baseURL,
}) => {
  test.setTimeout(240_000);
  await addMachine(page);
  // Browsers of its own, which nothing of the test's browser may hold.
  const options = { runs: 2, protocols: 4, seed: 16, url: baseURL, ...company };
  const given = ['runs', 'protocols', 'seed', 'url', 'email', 'password'] as const;
  const { stdout } = await promisify(execFile)(process.execPath, [
    command,
    ...given.map((name) => `--${name}=${options[name]}`),
  ]);
  expect(stdout).toContain('Nothing was lost or doubled');
});
