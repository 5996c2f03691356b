// The app on the phone: it opens without a network, and a new version of it disturbs nobody.

import type { Page } from '@playwright/test';
import { builtFile } from '../built-files.ts';
import { expect } from '../fixtures.ts';
import { openStored as open, storedFiles, storedIn, test } from '../stored-app.ts';
import { hasWorkingSet } from '../stored-data.ts';

test.use({ locale: 'pl-PL' });

const openStored = (page: Page, address: string) => open(page, address, 'pl');

/** As the browser does by itself when a page is opened. */
const lookForVersion = (page: Page) =>
  page.evaluate(async () => {
    await (await navigator.serviceWorker.getRegistration())?.update();
  });
const isWaiting = (page: Page) =>
  page.evaluate(async () => Boolean((await navigator.serviceWorker.getRegistration())?.waiting));

const ready = 'Jest nowa wersja aplikacji.';
const noConnection = 'Brak połączenia';

test('the app opens without a network, and continues when it is back', {
  tag: '@phone-only',
}, async ({ page, context, company }) => {
  expect(company.email).toBeTruthy();
  await openStored(page, '/machineList');
  expect((await storedIn(page, /./)).filter((address) => address.startsWith('/api'))).toEqual([]);

  await page.close();
  await context.setOffline(true);
  const tab = await context.newPage();
  await tab.goto('/machineList');
  await expect(tab.getByText(noConnection).first()).toBeVisible();
  await expect(tab.getByRole('link', { name: 'Zaloguj się' })).toBeHidden();
  for (const address of ['/home', '/machineEdit?id=1', '/machineTodo', '/visitList', '/MACHINELIST/']) {
    await tab.goto(address);
    await expect(tab.getByText(noConnection).first()).toBeVisible();
  }
  // The server's pages are those of a visitor; whoever has the app stored has signed in.
  await tab.goto('/');
  await expect(tab.getByText(noConnection).first()).toBeVisible();
  await expect(tab).toHaveURL(/home/);

  await tab.goto('/machineList');
  await context.setOffline(false);
  await expect(tab.getByRole('heading', { name: 'Maszyny', level: 1 })).toBeVisible({ timeout: 30_000 });
});

test('what needs a connection says so at once, in the language that was chosen last', {
  tag: '@phone-only',
}, async ({ page, context, company }) => {
  expect(company.email).toBeTruthy();
  await openStored(page, '/home');
  await expect.poll(() => hasWorkingSet(page), { timeout: 60_000 }).toBe(true);
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('dialog').getByLabel('Język').selectOption('de');
  await expect
    .poll(() => storedIn(page, /^servicebook-app$/))
    .toEqual(expect.arrayContaining(storedFiles('de')));

  await page.close();
  await context.setOffline(true);
  const tab = await context.newPage();
  await tab.goto('/home');
  const line = tab.getByRole('status').filter({ hasText: 'Keine Verbindung.' });
  await expect(line).toBeVisible();
  await expect(tab.locator('html')).toHaveAttribute('lang', 'de');
  const details = await line.getByRole('link', { name: 'Details' }).boundingBox();
  expect(details?.height).toBeGreaterThanOrEqual(44);

  const choose = async (name: string) => {
    await tab.getByRole('button', { name: 'Menü' }).click();
    await tab.getByRole('dialog').getByRole('link', { name, exact: true }).click();
  };
  const needsConnection = tab.getByText('Diese Seite braucht eine Verbindung');
  for (const name of ['Planung', 'Kategorien', 'Mitarbeiter', 'Statistik', 'Mobile App']) {
    await choose(name);
    await expect(needsConnection).toBeVisible();
    await expect(tab.locator('[data-code-notice]')).toBeHidden();
  }
  await choose('Mein Konto');
  await expect(tab.getByRole('heading', { name: 'Mein Konto', level: 1 })).toBeVisible();
  await tab.goto('/machineAdd');
  await expect(tab.getByText('Zum Speichern brauchen Sie eine Verbindung.')).toBeInViewport();
  await tab.goto('/planning');
  await expect(needsConnection).toBeVisible();
  await choose('Abmelden');
  await expect(tab.getByRole('heading', { name: 'Zum Abmelden brauchen Sie eine Verbindung' })).toBeVisible();
  await tab.goto('/logout');
  await tab.getByRole('link', { name: 'Zurück zur App' }).click();
  await expect(line).toBeVisible();

  // Nothing that was tried opens by itself.
  await context.setOffline(false);
  await expect(line).toBeHidden({ timeout: 30_000 });
  await expect(tab).toHaveURL(/\/home$/);
});

test('signed-out visitors get the pages of the server, and the app stays stored', async ({
  page,
  server,
  company,
}) => {
  expect(company.email).toBeTruthy();
  await openStored(page, '/home');
  await page.goto('/logout');
  // The frame offers to sign in before the page leads on.
  await page.waitForURL('/');
  await expect(page.getByRole('link', { name: 'Zaloguj się' }).first()).toBeVisible();
  await page.goto('/?lang=de');
  await expect(page.locator('html')).toHaveAttribute('lang', 'de');
  expect(server.asked).toContain('/?lang=de');
  expect((await storedIn(page, /^servicebook-app$/)).sort()).toEqual(storedFiles('pl'));
});

test('a new version is offered, waits for an open form, and takes over when asked', {
  tag: '@phone-only',
}, async ({ page, context, server, company }) => {
  expect(company.email).toBeTruthy();
  await openStored(page, '/machineAdd');
  const other = await context.newPage();
  await other.goto('/machineAdd');
  for (const tab of [page, other]) await tab.getByRole('textbox', { name: 'Nazwa' }).fill('Prasa');

  server.deploy();
  await lookForVersion(page);
  const notice = page.getByRole('status').filter({ hasText: ready });
  await expect(notice).toBeVisible();
  await expect(other.getByText(ready)).toBeVisible();
  await page.getByRole('button', { name: 'Zaktualizuj' }).click();
  await expect(page.getByText('Najpierw zapisz to, co wpisano')).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Nazwa' })).toHaveValue('Prasa');
  expect(await isWaiting(page)).toBe(true);

  await page.getByRole('textbox', { name: 'Nazwa' }).clear();
  const loaded = page.waitForEvent('load');
  await page.getByRole('button', { name: 'Zaktualizuj' }).click();
  await loaded;
  await expect(page.getByRole('textbox', { name: 'Nazwa' })).toHaveValue('');
  expect(await isWaiting(page)).toBe(false);
  await expect(page.getByText(ready)).toBeHidden();
  // The other tab goes on with its version, and is told.
  await expect(other.getByRole('textbox', { name: 'Nazwa' })).toHaveValue('Prasa');
  await expect(other.getByText(ready)).toBeVisible();
});

test('a server that has gone back to a build without a worker gets its pages asked for again', {
  tag: '@phone-only',
}, async ({ page, server, company }) => {
  expect(company.email).toBeTruthy();
  await openStored(page, '/home');
  server.remove(/^\/service-worker\.js$/);
  await page.goto('/machineList');
  const registered = () =>
    page.evaluate(async () => Boolean(await navigator.serviceWorker.getRegistration()));
  await expect.poll(registered, { timeout: 60_000 }).toBe(false);
  const asked = server.asked.length;
  await page.goto('/machineList');
  expect(server.asked.slice(asked)).toContain('/machineList');
  await expect(page.getByRole('heading', { name: 'Maszyny', level: 1 })).toBeVisible({ timeout: 60_000 });
});

test('an app that does not start is asked for again', async ({ page, server, company }) => {
  expect(company.email).toBeTruthy();
  await openStored(page, '/home');
  await page.clock.install();
  // A faulty version: its first script does nothing.
  await page.evaluate(async () => {
    const app = await caches.open('servicebook-app');
    const script = document.querySelector<HTMLScriptElement>('script[type="module"]')?.src ?? '';
    await app.put(script, new Response('', { headers: { 'Content-Type': 'text/javascript' } }));
  });
  await page.goto('/machineList');
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await expect(page.locator('#root')).toBeEmpty();
  await page.clock.fastForward(60_000);
  await expect.poll(() => server.asked).toContain('/machineList');
  await expect(page.getByRole('heading', { name: 'Maszyny', level: 1 })).toBeVisible({ timeout: 60_000 });
});

test('a part that the server no longer has is asked for in its newest version', async ({
  page,
  server,
  company,
}) => {
  expect(company.email).toBeTruthy();
  await openStored(page, '/machineList');
  server.remove(new RegExp(builtFile('src/features/planning/planning-page.tsx')));
  const asked = server.asked.length;
  await page.getByRole('link', { name: 'Planowanie' }).click();
  // The stored page would have been answered without the server.
  await expect.poll(() => server.asked.slice(asked)).toContain('/planning');
  server.remove(null);
  await expect(page.getByRole('heading', { name: 'Planowanie', level: 1 })).toBeVisible({ timeout: 60_000 });
});
