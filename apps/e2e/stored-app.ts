/** The app on the device: stored by its service worker, for journeys without a network. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { test as base, expect } from './fixtures.ts';
import { type PassingServer, startPassingServer } from './passing-server.ts';
import { callHeaders } from './session.ts';

/** The service worker needs an address of its own for each journey, because a new version of it may be part of them. */
export const test = base.extend<{ server: PassingServer }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's dependencies from the pattern.
  server: async ({}, use) => {
    const server = await startPassingServer();
    await use(server);
    await server.stop();
  },
  baseURL: async ({ server }, use) => use(server.url),
  serviceWorkers: 'allow',
  // biome-ignore lint/correctness/noEmptyPattern: see above.
  allowedErrors: async ({}, use) => use([/Failed to load resource|net::ERR/]),
});

const list = path.resolve(import.meta.dirname, '../web/dist/.vite/stored-files.json');

/** The addresses that are stored for a language. */
export function storedFiles(language: string): string[] {
  const stored: { page: { url: string }; files: { url: string }[]; texts: Record<string, string[]> } =
    JSON.parse(readFileSync(list, 'utf8'));
  return [stored.page.url, ...stored.files.map(({ url }) => url), ...(stored.texts[language] ?? [])].sort();
}

/** The addresses in the caches of the page's browser. */
export const storedIn = (page: Page, name: RegExp): Promise<string[]> =>
  page.evaluate(async (source) => {
    const names = (await caches.keys()).filter((each) => new RegExp(source).test(each));
    const keys = await Promise.all(names.map(async (each) => (await caches.open(each)).keys()));
    return keys.flat().map(({ url }) => new URL(url).pathname);
  }, name.source);

/** Opens the page in a language, and waits until the app is stored. */
export async function openStored(page: Page, address: string, language: string): Promise<void> {
  await page.addInitScript(() => localStorage.setItem('servicebook.cookie-consent', String(Date.now())));
  const answer = await page.request.patch(`/api/user/language?language=${language}`, {
    headers: callHeaders,
  });
  expect(answer.ok()).toBe(true);
  await page.goto(address);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible({ timeout: 60_000 });
  const files = async () => (await storedIn(page, /^servicebook-app$/)).sort();
  await expect.poll(files, { timeout: 60_000 }).toEqual(storedFiles(language));
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
}

/** The browser has a network again, and no page of the app is open. @param elsewhere an empty page */
export async function sendWhenClosed(elsewhere: Page): Promise<void> {
  const devTools = await elsewhere.context().newCDPSession(elsewhere);
  const registration = new Promise<{ registrationId: string; scopeURL: string }>((resolve) => {
    devTools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [first] = registrations;
      if (first) resolve(first);
    });
  });
  await devTools.send('ServiceWorker.enable');
  const { registrationId, scopeURL } = await registration;
  await devTools.send('ServiceWorker.dispatchSyncEvent', {
    registrationId,
    origin: new URL(scopeURL).origin,
    tag: 'send what waits',
    lastChance: false,
  });
}
