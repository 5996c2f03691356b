// Code that cannot be loaded later: no network, or a build that the server no longer has.
import type { Page } from '@playwright/test';
import { builtFile } from '../built-files.ts';
import { expect, test } from '../fixtures.ts';
import { addMachine } from '../machine.ts';

test.use({ allowedErrors: [/Failed to load resource/] });

const away = 'This part of the app could not be loaded. Trying again…';
const gone = 'To open this part, the app must be reloaded. Save your entries first.';

async function open(page: Page, address: string) {
  await page.addInitScript(() => localStorage.setItem('servicebook.cookie-consent', String(Date.now())));
  await page.goto(address);
  // The first page in a browser has no cache.
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible({ timeout: 60_000 });
}

/** The pending files of the app: those of the given modules, and those still loading. */
function watchFiles(page: Page, modules: string[]): () => string[] {
  const missing = new Set(modules.map(builtFile));
  const underWay = new Set<string>();
  page.on('request', (request) => underWay.add(request.url()));
  page.on('requestfinished', (request) => {
    underWay.delete(request.url());
    missing.delete(new URL(request.url()).pathname);
  });
  return () => [...missing, ...underWay];
}

test('a part that does not arrive leaves the screen unchanged, and loads when the connection returns', async ({
  page,
  context,
  company,
}) => {
  expect(company.email).toBeTruthy();
  await open(page, '/machineAdd');
  await page.getByRole('textbox', { name: 'Name' }).fill('Hydraulic press');
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Choose an existing name' }).click();
  await expect(page.getByRole('alert').filter({ hasText: away })).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue('Hydraulic press');
  await context.setOffline(false);
  await expect(page.getByRole('dialog', { name: 'Choose an existing name' })).toBeVisible();
  await expect(page.getByText(away)).toBeHidden();
});

test('a part the server no longer has causes a reload, but not if input would be lost', async ({
  page,
  company,
}) => {
  expect(company.email).toBeTruthy();
  await open(page, '/machineAdd');
  await page.getByRole('textbox', { name: 'Name' }).fill('Hydraulic press');
  await page.route(/assets\/(device-name-chooser|customer-list-page)-.*\.js/, (route) =>
    route.fulfill({ status: 404 }),
  );
  await page.getByRole('button', { name: 'Choose an existing name' }).click();
  await expect(page.getByText(gone)).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue('Hydraulic press');

  await page.goto('/machineList');
  const reloaded = page.waitForEvent('load');
  await page.getByRole('link', { name: 'Customers' }).first().click();
  await reloaded;
  await expect(page).toHaveURL(/customerList/);
  // The next build does not have it either: it reloads automatically only once.
  await expect(page.getByText(gone)).toBeVisible();
  const again = page.waitForEvent('load');
  await page.getByRole('button', { name: 'Reload' }).click();
  await again;
  // It loads once the server has it again.
  await expect(page.getByText(gone)).toBeVisible();
  await page.unrouteAll();
  await expect(page.getByRole('heading', { name: 'Customers', level: 1 })).toBeVisible();
});

test('a protocol can be written without a connection once the machine is open', {
  tag: '@phone-only',
}, async ({ page, company }) => {
  expect(company.email).toBeTruthy();
  const { id } = await addMachine(page, { machine: { name: 'Hydraulic press' } });
  const missing = watchFiles(page, [
    'src/features/service/service-tab.tsx',
    'src/features/service/service-dialog.tsx',
    'src/features/service/signing-dialog.tsx',
    'src/features/billing/billing-panel.tsx',
    'src/components/pdf-preview.tsx',
    'i18n/src/en/service-pdf.json',
  ]);
  await open(page, `/machineEdit?id=${id}`);
  await expect(page.getByRole('tab', { name: 'Service' })).toBeVisible();
  await expect.poll(missing).toEqual([]);
  await page.route('**/assets/**', (route) => route.abort());
  await page.getByRole('tab', { name: 'Service' }).click();
  await page.getByRole('button', { name: 'New protocol' }).first().click();
  const form = page.getByRole('dialog', { name: 'New service protocol' });
  await form.getByText('Repair', { exact: true }).click();
  await form.getByRole('button', { name: 'Save and have it signed' }).click();
  await expect(page.getByRole('dialog', { name: 'Customer’s signature' })).toBeVisible();
  await expect(page.getByText(away)).toBeHidden();
});
