// Finds Chromium on the machine, and installs it if it is missing.
import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { chromium } from '@playwright/test';

/** The shell is Chromium without the window frame, and loads a page in half the time. */
const shell = 'chromium-headless-shell';

/** Path of a browser: the one CHROMIUM_PATH names, one on the PATH, or Playwright's own. */
export function findBrowser(): string | undefined {
  const given = process.env.CHROMIUM_PATH;
  if (given) {
    if (!isExecutable(given)) throw new Error(`CHROMIUM_PATH names ${given}, which cannot be run.`);
    return given;
  }
  const folders = (process.env.PATH ?? '').split(path.delimiter);
  const onPath = [shell, 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
    .flatMap((name) => folders.map((folder) => path.join(folder, name)))
    .find(isExecutable);
  return onPath ?? [chromium.executablePath()].find(isExecutable);
}

/**
 * Like findBrowser, but downloads or installs a missing browser.
 * @throws an Error that says what to install, if that fails too.
 */
export function provideBrowser(): string {
  const found = findBrowser();
  if (found) return found;
  console.log('There is no Chromium on this machine: asking Playwright for its own …');
  const cli = path.join(
    path.dirname(createRequire(import.meta.url).resolve('@playwright/test/package.json')),
    'cli.js',
  );
  run(process.execPath, [cli, 'install', 'chromium']);
  const downloaded = findBrowser();
  if (downloaded) return downloaded;
  if (process.getuid?.() === 0 && existsSync('/etc/debian_version')) {
    console.log('That did not work: installing it from Debian …');
    const install = (name: string) => run('apt-get', ['install', '-y', '--no-install-recommends', name]);
    if (run('apt-get', ['update'])) install(shell) || install('chromium');
  }
  const installed = findBrowser();
  if (installed) return installed;
  throw new Error(
    'The journeys need Chromium. Install it (Debian, Ubuntu: apt-get install chromium; elsewhere: ' +
      'npx playwright install chromium), or set CHROMIUM_PATH to a Chromium or Chrome.',
  );
}

/** Flags for machines without display, GPU or network, also as root in containers. */
export const browserFlags = [
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Blocks internet access. Routes would do so too, but they disable the cache and slow down every request. */
export const offline = '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1';

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function run(command: string, args: string[]): boolean {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  return spawnSync(command, args, { stdio: 'inherit', env, timeout: 15 * 60_000 }).status === 0;
}
