// Export of all data: requested and followed on the screen, announced by mail, downloaded and opened.
import { readFile } from 'node:fs/promises';
import { strFromU8, unzipSync } from 'fflate';
import { expect, expectAccessible, test } from '../fixtures.ts';
import { callHeaders } from '../session.ts';

test.beforeEach(({ page }) =>
  page.addInitScript(() => localStorage.setItem('servicebook.cookie-consent', String(Date.now()))),
);

test('an admin exports all data of the company', async ({ page, company, mailTo }) => {
  const customer = { shortName: 'Młyn', fullName: 'Młyn Górny Sp. z o.o.' };
  const insert = await page.request.post('/api/customer/insert', { data: customer, headers: callHeaders });
  expect(insert.status()).toBe(200);

  await page.goto('/myAccount?tab=management');
  const section = page.locator('section', {
    has: page.getByRole('heading', { name: 'Export your data' }),
  });
  const ask = section.getByRole('button', { name: 'Download all data' });
  await expect(ask).toBeVisible();
  await expectAccessible(page);
  await ask.click();
  await expect(section.getByText(/^The archive is ready/)).toBeVisible({ timeout: 30_000 });
  await expectAccessible(page);

  const { links } = await mailTo(company.email, /data is ready|dane z Servicebook/);
  const link = links.find((each) => each.includes('/myAccount'));
  expect(link).toMatch(/tab=management&export=\d+$/);
  await page.goto(link ?? '');
  const downloading = page.waitForEvent('download');
  await section.getByRole('link', { name: 'Download archive' }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toMatch(/^Serwis Próbny – .+ \d{4}-\d\d-\d\d\.zip$/);

  const archive = unzipSync(await readFile(await download.path()));
  const customers = JSON.parse(strFromU8(archive['data/customers.json'] ?? new Uint8Array()));
  expect(customers).toMatchObject([customer]);
  expect(strFromU8(archive['data/employees.csv'] ?? new Uint8Array())).toContain(company.email);
  expect(strFromU8(archive['README.txt'] ?? new Uint8Array())).toContain('Serwis Próbny');

  await page.goto('/logs');
  await expect(page.getByText(/Export requested: account “Serwis Próbny”/)).toBeVisible();
});
